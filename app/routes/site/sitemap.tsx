import type { MetaFunction } from "@remix-run/node";
import { Link, useRouteLoaderData } from "@remix-run/react";
import type { RouteHandle } from "~/http/context";
import { SITE_TEXT_LABELS, type SiteText } from "~/lib/site";
import { siteNameOf, useSite } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { Page } from "~/ui/layout/page";

export const handle: RouteHandle = { cache: { query: [] } };

export const meta: MetaFunction = (page) =>
  shareMeta(page, { title: "Site Map", description: `Every page of ${siteNameOf(page.matches)} on one page.` });

const GROUPS = [
  {
    title: "Look around",
    links: [
      ["/", "Home"],
      ["/garages", "Garages"],
      ["/garages?sort=-vehicleCount", "Garages with the most vehicles"],
      ["/vehicles", "Vehicles"],
      ["/vehicles/makes", "All makes"],
      ["/events", "Events"],
      ["/map-search", "Map"],
    ],
  },
  {
    title: "Your account",
    links: [
      ["/login", "Log in"],
      ["/signup", "Sign up"],
      ["/profile", "My Garage"],
      ["/onboarding", "Open your garage"],
      ["/events/submit", "Submit an event"],
      ["/events/mine", "My submissions"],
      ["/forgot-password", "Forgot your password?"],
    ],
  },
  {
    // The site's name.
    title: undefined,
    links: [
      ["/about-us", "About Us"],
      ["/rules", "Rules"],
      ["/toolbox", "Tool Box"],
      ["/sitemap", "Site Map"],
      ["/api/docs", "API"],
    ],
  },
] as const;

// The rules page exists even without the operator's rules.
const toLink = (kind: SiteText) => [`/${kind}`, SITE_TEXT_LABELS[kind]] as const;

const FOR_VISITORS = new Set(["/login", "/signup", "/forgot-password"]);

export default function Sitemap() {
  const { name, texts, signUpLabel } = useSite();
  const isMember = Boolean(useRouteLoaderData<{ viewer: object | null }>("root")?.viewer);
  return (
    <Page>
      <h1>Site Map</h1>
      <div className="mt-8 grid gap-x-8 gap-y-10 sm:grid-cols-2 md:grid-cols-3">
        {GROUPS.map(({ title = name, links }) => (
          <section key={title}>
            <h2 className="border-t border-line pt-3 text-lg">{title}</h2>
            <ul className="mt-2">
              {[...links, ...(title === name ? texts.map(toLink) : [])].map(([to, label]) =>
                (isMember && FOR_VISITORS.has(to)) || (to === "/signup" && signUpLabel === null) ? null : (
                  <li key={to}>
                    <Link to={to} className="link inline-flex min-h-11 items-center">
                      {to === "/signup" ? signUpLabel : label}
                    </Link>
                  </li>
                ),
              )}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  );
}
