import type { MapView } from "../views.server";

/** The attribution of map and place data (map README, No third party is asked). */
export function MapCredits({ server }: { server: MapView["tileServer"] }) {
  return (
    <p className="mt-2 text-sm text-grey">
      Map:{" "}
      {server === null ? (
        <Credit href="https://www.naturalearthdata.com/">Natural Earth</Credit>
      ) : (
        <Attribution {...server} />
      )}
      . Places: <Credit href="https://www.geonames.org/">GeoNames</Credit>,{" "}
      <Credit href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</Credit>.
    </p>
  );
}

/** The tile server's attribution: MAP_ATTRIBUTION, or at least the server's host. */
function Attribution({ attribution, url }: NonNullable<MapView["tileServer"]>) {
  if (attribution === null) return new URL(url).host;
  return attribution.url === null ? attribution.text : <Credit href={attribution.url}>{attribution.text}</Credit>;
}

function Credit({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} rel="noopener" className="link inline-block py-1">
      {children}
    </a>
  );
}
