import { useMatches, useRouteLoaderData } from "@remix-run/react";
import { type SiteIdentity, SOFTWARE } from "~/lib/site";
import { withoutIsolates } from "~/lib/text";

type Matches = readonly { id: string; data?: unknown }[];

const UNKNOWN: SiteIdentity = { name: SOFTWARE, line: "", contact: "", texts: [], logo: null, accentStyle: "" };

/** The site, from the root loader's data; the software's name alone where that loader failed. */
export function siteOf(matches: Matches): SiteIdentity {
  const root = matches.find(({ id }) => id === "root")?.data as { site?: SiteIdentity } | undefined;
  return root?.site ?? UNKNOWN;
}

export const siteNameOf = (matches: Matches) => siteOf(matches).name;

/** `siteOf` for components. */
export const useSite = () => siteOf(useMatches());

export const useSiteName = () => useSite().name;

/** The site's name within a text. */
export function SiteName() {
  return useSiteName();
}

/**
 * The title of a page in the browser's tab: "Settings · Paddock".
 * @param title undefined where the page could not be loaded: the site's name alone
 */
export function pageTitle(matches: Matches, title?: string) {
  return { title: withoutIsolates(title ? `${title} · ${siteNameOf(matches)}` : siteNameOf(matches)) };
}

/** The public origin, for absolute links; undefined where the root loader failed. */
export function useOrigin(): string | undefined {
  return useRouteLoaderData<{ origin?: string }>("root")?.origin;
}
