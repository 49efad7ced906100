import { Link } from "@remix-run/react";
import { SITE_TEXT_LABELS, SOFTWARE } from "~/lib/site";
import { useSite } from "../document/page-title";

const LINK = "inline-flex min-h-11 items-center hover:underline underline-offset-4";

const SITE = [
  ["/about-us", "About Us"],
  ["/rules", "Rules"],
  ["/toolbox", "Tool Box"],
  ["/garages", "Garages"],
  ["/vehicles", "Vehicles"],
  ["/events", "Events"],
  ["/map-search", "Map"],
  ["/sitemap", "Site Map"],
  ["/api/docs", "API"],
] as const;

/** Without SOCIAL_LINKS it links the Atom feed. */
export function SiteFooter({ social }: { social: { name: string; url: string }[] }) {
  const { name, contact, texts } = useSite();
  return (
    <footer className="mt-16 border-t border-line bg-sunk">
      <div className="wrap flex flex-wrap items-center gap-x-8 gap-y-1 py-6">
        <nav aria-label="Site" className="grid grid-cols-3 gap-x-4 md:flex md:flex-wrap md:gap-x-6">
          {SITE.map(([to, label]) => (
            <Link key={to} to={to} className={LINK}>
              {label}
            </Link>
          ))}
          {texts.map((kind) =>
            // `SITE` has the rules.
            kind === "rules" ? null : (
              <Link key={kind} to={`/${kind}`} className={LINK}>
                {SITE_TEXT_LABELS[kind]}
              </Link>
            ),
          )}
          {contact ? (
            <a href={`mailto:${contact}`} className={LINK}>
              Contact
            </a>
          ) : null}
        </nav>
        <nav aria-label="Elsewhere" className="flex flex-wrap gap-x-6 md:ml-auto">
          {social.length > 0 ? (
            social.map(({ name, url }) => (
              <a key={url} href={url} rel="me noopener" className={LINK}>
                {name}
              </a>
            ))
          ) : (
            <a href="/feed.xml" type="application/atom+xml" className={LINK}>
              Atom feed
            </a>
          )}
        </nav>
      </div>
      {name === SOFTWARE ? null : <p className="wrap pb-6 text-sm text-grey">{`Runs on ${SOFTWARE}.`}</p>}
    </footer>
  );
}
