import { createRequestHandler } from "@remix-run/express";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import type { RequestHandler as ExpressHandler, Request as ExpressRequest, Response as ExpressResponse } from "express";
import { LRUCache } from "lru-cache";

export type Routes = ServerBuild["routes"];

/** How many parts are kept. The site's own links need fewer than there are routes. */
const MAX_BUILDS = 300;
/** Segments of an address that are looked at. */
const MAX_SEGMENTS = 6;

/**
 * Remix compares an address with every route, one by one, and does so again at each step: to find the route, to run its
 * loaders, to draw the page, to tell the browser which routes it needs. With a hundred routes that is the largest single
 * cost of a page: members' pages came at 0.6 of the rate. So each kind of address gets a part of the build: the few routes that such an address, or the start of
 * it, can lead to. Every comparison then has the same outcome.
 * @param use makes of a part, once, what is to be kept of it
 * @returns finds it for a path
 */
export function partialBuilds<T extends object>(
  build: ServerBuild,
  use: (part: ServerBuild) => T,
): (path: string) => T {
  const routes = leavesOf(build.routes);
  const words = Array.from({ length: MAX_SEGMENTS }, (_, at) => new Set(routes.map(({ segments }) => segments[at])));
  const whole = use(build);
  const parts = new LRUCache<string, T>({ max: MAX_BUILDS });
  return (path) => {
    const page = path.replace(/\.data$/, "");
    // Remix's own, and addresses longer than any route needs.
    if (page.startsWith("/_") || page.length > 500) return whole;
    const shape = segmentsOf(page).map((segment, at) => (words[at]?.has(segment) ? segment : ANY));
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

/** Stands for a segment that may be anything, in a route, and for one that no route names, in an address. */
const ANY = ":";

/** As the router compares: decoded, and in any case. */
function segmentsOf(path: string): string[] {
  return path
    .split("/", MAX_SEGMENTS + 2)
    .filter(Boolean)
    .map((segment) => decodeURIComponent(segment).toLowerCase());
}

interface Leaf {
  /** The route, and those around it. */
  ids: string[];
  /** Up to the first one that may be missing, or stand for several. */
  segments: string[];
}

/** Every route that an address can lead to. */
function leavesOf(routes: Routes): Leaf[] {
  return Object.values(routes)
    .filter((route) => route.index || route.path)
    .map((route) => {
      const around = listAncestors(routes, route.id);
      const all = around.flatMap(({ path }) => (path ?? "").split("/").filter(Boolean));
      const end = all.findIndex((segment) => segment === "*" || segment.endsWith("?"));
      const segments = (end < 0 ? all : all.slice(0, end)).map((segment) =>
        segment.startsWith(":") ? ANY : segment.toLowerCase(),
      );
      return { ids: around.map(({ id }) => id), segments };
    });
}

/** The route itself and those around it, the outermost first. */
export function listAncestors(routes: Routes, id: string | undefined): Routes[string][] {
  const route = id === undefined ? undefined : routes[id];
  return route === undefined ? [] : [...listAncestors(routes, route.parentId), route];
}

function partOf(build: ServerBuild, leaves: Leaf[], shape: string[]): ServerBuild {
  // A route that is shorter may fit the start of the address.
  const fits = ({ segments }: Leaf) =>
    segments.length <= shape.length && segments.every((segment, at) => segment === ANY || segment === shape[at]);
  const needed = new Set(leaves.filter(fits).flatMap(({ ids }) => ids));
  // Filtered, not collected: the order of routes decides where two fit equally well.
  const only = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => needed.has(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}

interface RemixOptions {
  /** A function in development, where the build changes. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: string;
  getLoadContext: (req: ExpressRequest, res: ExpressResponse) => AppLoadContext;
}

/** Remix's own handler for Express, one for each kind of address: each meets only the routes that it can lead to. */
export function remix({ build, ...options }: RemixOptions): ExpressHandler {
  if (typeof build === "function") return createRequestHandler({ build, ...options });
  const handlerFor = partialBuilds(build, (part) => createRequestHandler({ build: part, ...options }));
  return (req, res, next) => handlerFor(req.path)(req, res, next);
}
