import { matchRoutes } from "@remix-run/react";
import { LRUCache } from "lru-cache";
import type { ApiEndpoint } from "~/http/api/declaration";
import { listAncestors, type Routes } from "../partial-build";
import { isDecodable } from "../request/address";

/** What answers without being a route. */
const OTHERS = ["/healthz", "/metrics", "/assets/*", "/uploads", "/uploads/:id"];

/** The pattern of an address that no route names. */
export const UNKNOWN_ROUTE = "/*";

/** How many addresses are remembered; asked again and again are few. */
const MAX_REMEMBERED_PATHS = 2_000;
/** Longer addresses are nobody's links. */
const MAX_PATH_LENGTH = 300;

/**
 * Finds for the target of a request the pattern of its route, as `app/routes.ts` has it: `/vehicles/:vehicleId`. There are
 * as many as there are routes, whatever addresses people make up.
 */
export function routePatterns(routes: Routes): (target: string) => string {
  const known = new LRUCache<string, string>({ max: MAX_REMEMBERED_PATHS });
  const patterns = [...OTHERS, ...patternsOf(routes)].map((path) => ({ path }));
  return (target) => {
    const path = target.split(/[?#]/, 1)[0] ?? "";
    if (path.length > MAX_PATH_LENGTH) return UNKNOWN_ROUTE;
    const before = known.get(path);
    if (before !== undefined) return before;
    // With script Remix asks for a page's data under its name and `.data`.
    const page = path.replace(/\.data$/, "").replace(/^\/_root$/, "/");
    const name = (isDecodable(page) && matchRoutes(patterns, page)?.[0]?.route.path) || UNKNOWN_ROUTE;
    if (!name.endsWith("*")) known.set(path, name);
    return name;
  };
}

function patternsOf(routes: Routes): string[] {
  return Object.values(routes).flatMap((route) => {
    if ("calls" in route.module) return (route.module.calls as ApiEndpoint[]).map(({ pattern }) => pattern);
    const paths = listAncestors(routes, route.id).flatMap(({ path }) => path || []);
    return route.index || route.path ? [`/${paths.join("/")}`] : [];
  });
}
