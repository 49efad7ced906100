import { matchRoutes } from "@remix-run/react";
import { LRUCache } from "lru-cache";
import type { ApiEndpoint } from "~/http/api/declaration";
import type { CacheRule } from "~/http/caching";
import type { RouteHandle } from "~/http/context";
import { groupBy } from "~/lib/rows";
import { listAncestors, type Routes } from "../partial-build";

const OTHER_ROUTES = ["/healthz", "/metrics", "/assets/*", "/uploads", "/uploads/:id"];

export const UNKNOWN_ROUTE = "/*";

const MAX_REMEMBERED_PATHS = 2_000;
/** Characters; longer addresses are no links. */
const MAX_PATH_LENGTH = 300;

interface KnownRoute {
  path: string;
  cache: CacheRule;
}

const UNKNOWN: KnownRoute = { path: UNKNOWN_ROUTE, cache: {} };

export type FindRoute = (target: string) => KnownRoute;

/** The number of results is limited by the number of routes. */
export function routeFinder(routes: Routes): FindRoute {
  const knownRoutes = new LRUCache<string, KnownRoute>({ max: MAX_REMEMBERED_PATHS });
  const all = [...OTHER_ROUTES.map((path) => ({ path, cache: {} })), ...listRoutes(routes)];
  return (target) => {
    const path = target.split(/[?#]/, 1)[0] ?? "";
    if (path.length > MAX_PATH_LENGTH) return UNKNOWN;
    const before = knownRoutes.get(path);
    if (before !== undefined) return before;
    // Remix's script requests a page's data with `.data`.
    const page = path.replace(/\.data$/, "").replace(/^\/_root$/, "/");
    const route = (isDecodable(page) && matchRoutes(all, page)?.[0]?.route) || UNKNOWN;
    if (!route.path.endsWith("*")) knownRoutes.set(path, route);
    return route;
  };
}

interface RouteExports {
  calls?: ApiEndpoint[];
  handle?: RouteHandle;
  cache?: CacheRule;
}

function listRoutes(routes: Routes): KnownRoute[] {
  return Object.values(routes).flatMap((route) => {
    const { calls, handle, cache = handle?.cache ?? {} } = route.module as RouteExports;
    if (calls) return [...groupBy(calls, ({ pattern }) => pattern)].map(([path, of]) => ({ path, cache: ruleOf(of) }));
    if (!route.index && !route.path) return [];
    const paths = listAncestors(routes, route.id).flatMap(({ path }) => path || []);
    return [{ path: `/${paths.join("/")}`, cache }];
  });
}

function ruleOf(calls: readonly ApiEndpoint[]): CacheRule {
  const getCall = calls.find(({ method }) => method === "GET");
  if (!getCall) return {};
  const { cached, query, perPage } = getCall;
  const isShortLived = cached === "briefly";
  return query ? { isShortLived } : { isShortLived, query: perPage === undefined ? [] : ["page", "limit"] };
}

export function isDecodable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
