import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];

/**
 * Remix compares an address with every route, one by one, and does so again at each step: to find the route, to run its
 * loaders, to draw the page, to tell the browser which routes it needs. With a hundred routes that is the largest single
 * cost of a page. So the build is cut by how an address begins: each part holds the few routes that such an address can
 * lead to, so that every comparison has the same outcome.
 * @returns finds the part for a path; the whole build for a path that begins like no route
 */
export function buildParts(build: ServerBuild): (pathname: string) => ServerBuild {
  const beginnings = beginningsOf(build.routes);
  const known = new Set([...beginnings.values()].map((segments) => keyOf(segments)));
  const parts = new Map<string, ServerBuild>();
  return (pathname) => {
    const key = keyOf(segmentsOf(pathname));
    if (!known.has(key)) return build;
    let part = parts.get(key);
    if (part === undefined) {
      part = partOf(build, beginnings, key);
      parts.set(key, part);
    }
    return part;
  };
}

/** The first segment; of the API, where all begin alike, the first three. */
function keyOf(segments: readonly string[]): string {
  return segments.slice(0, segments[0] === "api" && segments[1] === "v1" ? 3 : 1).join("/");
}

/** As the router compares: decoded, in any case, and data requests by the page that they are about. */
function segmentsOf(pathname: string): string[] {
  const page = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  return page
    .split("/", 4)
    .slice(1)
    .map((segment) => decodeURIComponent(segment).toLowerCase());
}

/** Of every route that an address can lead to, the segments before the first one that may be anything. */
function beginningsOf(routes: Routes): Map<string, string[]> {
  const leaves = Object.values(routes).filter((route) => route.index || route.path);
  return new Map(
    leaves.map((route) => {
      const segments = ancestorsOf(routes, route.id).flatMap(({ path }) => (path ?? "").split("/").filter(Boolean));
      const end = segments.findIndex((segment) => /^:|^\*$|\?$/.test(segment));
      return [route.id, (end < 0 ? segments : segments.slice(0, end)).map((segment) => segment.toLowerCase())];
    }),
  );
}

/** The route itself and those around it, the outermost first. */
function ancestorsOf(routes: Routes, id: string | undefined): Routes[string][] {
  const route = id === undefined ? undefined : routes[id];
  return route === undefined ? [] : [...ancestorsOf(routes, route.parentId), route];
}

function partOf(build: ServerBuild, beginnings: Map<string, string[]>, key: string): ServerBuild {
  const wanted = key.split("/");
  const needed = new Set<string>();
  for (const [id, segments] of beginnings) {
    // A beginning that is shorter, such as the home page's or that of an address that may be anything, fits any.
    if (segments.some((segment, at) => at < wanted.length && segment !== wanted[at])) continue;
    for (const route of ancestorsOf(build.routes, id)) needed.add(route.id);
  }
  // Filtered, not collected: the order of routes decides where two fit equally well.
  const only = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => needed.has(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}
