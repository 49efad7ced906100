import { useMatches, useRouteLoaderData } from "@remix-run/react";
import { type SiteIdentity, SOFTWARE } from "~/lib/site";
import { withoutIsolates } from "~/lib/text";

type Matches = readonly { id: string; data?: unknown }[];

const UNKNOWN: SiteIdentity = {
  ...{ name: SOFTWARE, line: "", contact: "", texts: [], logo: null, accentStyle: "" },
  signUpLabel: "Sign up",
  provider: null,
};

/** Only the software's name if the root loader failed. */
export function siteOf(matches: Matches): SiteIdentity {
  const root = matches.find(({ id }) => id === "root")?.data as { site?: SiteIdentity } | undefined;
  return root?.site ?? UNKNOWN;
}

export const siteNameOf = (matches: Matches) => siteOf(matches).name;

export const useSite = () => siteOf(useMatches());

export const useSiteName = () => useSite().name;

export function SiteName() {
  return useSiteName();
}

/**
 * "Settings · Paddock".
 * @param title undefined if the page failed to load
 */
export function pageTitle(matches: Matches, title?: string) {
  return { title: withoutIsolates(title ? `${title} · ${siteNameOf(matches)}` : siteNameOf(matches)) };
}

/** undefined if the root loader failed. */
export function useOrigin(): string | undefined {
  return useRouteLoaderData<{ origin?: string }>("root")?.origin;
}
