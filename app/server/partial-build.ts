import { createRequestHandler } from "@remix-run/express";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import type { RequestHandler as ExpressHandler, Request as ExpressRequest, Response as ExpressResponse } from "express";
import { LRUCache } from "lru-cache";

export type Routes = ServerBuild["routes"];

/** The site's own links need fewer than it has routes. */
const MAX_BUILDS = 300;
const MAX_SEGMENTS = 6;

/**
 * Remix compares an address with every route several times per request. With a hundred routes this is a page's largest
 * cost. So each kind of address gets the few routes that match it or its start.
 * @param use converts each part once; its result is cached
 */
export function partialBuilds<T extends object>(
  build: ServerBuild,
  use: (part: ServerBuild) => T,
): (path: string) => T {
  const routes = leavesOf(build.routes);
  const words = Array.from(
    { length: MAX_SEGMENTS },
    (_, index) => new Set(routes.map(({ segments }) => segments[index])),
  );
  const whole = use(build);
  const parts = new LRUCache<string, T>({ max: MAX_BUILDS });
  return (path) => {
    const page = path.replace(/\.data$/, "");
    // Remix's own, or longer than any route.
    if (page.startsWith("/_") || page.length > 500) return whole;
    const shape = segmentsOf(page).map((segment, index) => (words[index]?.has(segment) ? segment : ANY));
    if (shape.length > MAX_SEGMENTS) return whole;
    const key = shape.join("/");
    let part = parts.get(key);
    if (part === undefined) {
      part = use(partOf(build, routes, shape));
      parts.set(key, part);
    }
    return part;
  };
}

/** In a route, any segment; in an address, one without its own route. */
const ANY = ":";

/** Decoded and case-insensitive, as in the router. */
function segmentsOf(path: string): string[] {
  return path
    .split("/", MAX_SEGMENTS + 2)
    .filter(Boolean)
    .map((segment) => decodeURIComponent(segment).toLowerCase());
}

interface Leaf {
  ids: string[];
  /** Up to the first optional or splat segment. */
  segments: string[];
}

function leavesOf(routes: Routes): Leaf[] {
  return Object.values(routes)
    .filter((route) => route.index || route.path)
    .map((route) => {
      const ancestors = listAncestors(routes, route.id);
      const all = ancestors.flatMap(({ path }) => (path ?? "").split("/").filter(Boolean));
      const end = all.findIndex((segment) => segment === "*" || segment.endsWith("?"));
      const segments = (end < 0 ? all : all.slice(0, end)).map((segment) =>
        segment.startsWith(":") ? ANY : segment.toLowerCase(),
      );
      return { ids: ancestors.map(({ id }) => id), segments };
    });
}

/** Outermost first, the route last. */
export function listAncestors(routes: Routes, id: string | undefined): Routes[string][] {
  const route = id === undefined ? undefined : routes[id];
  return route === undefined ? [] : [...listAncestors(routes, route.parentId), route];
}

function partOf(build: ServerBuild, leaves: Leaf[], shape: string[]): ServerBuild {
  // `<=`, because a route may end in an optional segment or a splat.
  const fits = ({ segments }: Leaf) =>
    segments.length <= shape.length && segments.every((segment, index) => segment === ANY || segment === shape[index]);
  const neededIds = new Set(leaves.filter(fits).flatMap(({ ids }) => ids));
  // Filtered, because the order of routes decides between equal matches.
  const pickNeeded = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => neededIds.has(id)));
  return {
    ...build,
    routes: pickNeeded(build.routes),
    assets: { ...build.assets, routes: pickNeeded(build.assets.routes) },
  };
}

interface RemixOptions {
  /** A function in development, because the build changes. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: string;
  getLoadContext: (req: ExpressRequest, res: ExpressResponse) => AppLoadContext;
}

export function remix({ build, ...options }: RemixOptions): ExpressHandler {
  if (typeof build === "function") return createRequestHandler({ build, ...options });
  const handlerFor = partialBuilds(build, (part) => createRequestHandler({ build: part, ...options }));
  return (req, res, next) => handlerFor(req.path)(req, res, next);
}
