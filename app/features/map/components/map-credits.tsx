interface MapCreditsProps {
  /** Of the tile server, where the pictures come from one; null for our own map. */
  attribution: string | null;
}

/** Whose work the map is (decisions, Map search: both credited). */
export function MapCredits({ attribution }: MapCreditsProps) {
  return (
    <p className="mt-2 text-sm text-grey">
      Map:{" "}
      {attribution === null ? <Credit href="https://www.naturalearthdata.com/">Natural Earth</Credit> : attribution}.
      Places: <Credit href="https://www.geonames.org/">GeoNames</Credit>,{" "}
      <Credit href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</Credit>.
    </p>
  );
}

function Credit({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} rel="noopener" className="link inline-block py-1">
      {children}
    </a>
  );
}
