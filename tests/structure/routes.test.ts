import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import { partialBuilds } from "~/server/partial-build";
import { routeFinder } from "~/server/request/routes";
import { ADDRESSES } from "../support/addresses";
import { ROUTES } from "../support/route-table";
import { readSources } from "./sources";

const API = import.meta.glob<{ loader?: unknown; action?: unknown }>(
  ["../../app/routes/api/v1/*.ts", "!../../app/routes/api/v1/*.server.ts"],
  { eager: true },
);

test("the table of contents lists every file below routes/; below /api/v1 each handles every method itself", () => {
  // `.server.ts` files are shared.
  const files = [...readSources("app/routes").keys()].filter((file) => !file.endsWith(".server.ts"));
  expect([...new Set(ROUTES.map(({ file }) => `app/${file}`))].sort()).toEqual(files.sort());
  const silent = Object.entries(API).filter(([, route]) => !route.loader || !route.action);
  expect(Object.keys(API).length).toBeGreaterThan(10);
  expect(silent.map(([file]) => file)).toEqual([]);
});

const manifest = Object.fromEntries(
  [{ id: "root", path: "" }, ...ROUTES].map((route) => [
    route.id,
    { ...route, module: API[`../../app/${"file" in route ? route.file : ""}`] ?? {} },
  ]),
) as unknown as ServerBuild["routes"];
const findRoute = routeFinder(manifest);
const nameOf = (target: string) => findRoute(target).path;
const patterns = ADDRESSES.map(({ route }) => `/${route}`).filter((path) => !/\*$|^\/uploads/.test(path));

test("every route is named by an address of it, in any case, with a query, and as data", () => {
  expect(patterns.length).toBeGreaterThan(100);
  for (const pattern of patterns) {
    const address = pattern.replace(/:\w+\??/g, "4711");
    for (const target of [address, `${address}?page=2`, address.toUpperCase(), `${address}.data`])
      expect([target, nameOf(target)]).toEqual([target, pattern]);
  }
});

test.each([
  // Literal segments take precedence; optional ones may be missing.
  ["/vehicles/makes", "/vehicles/makes"],
  ["/vehicles/1/photos/all", "/vehicles/:vehicleId/photos/all"],
  ["/vehicles/1/photos/allx", "/vehicles/:vehicleId/photos/:photoId"],
  ["/events/submit", "/events/submit"],
  ["/events/12.ics", "/events/:eventId.ics"],
  ["/sitemap-vehicles-1.xml", "/:file.xml"],
  ["/verify-email", "/verify-email/:token?"],
  ["/%76ehicles/%31", "/vehicles/:vehicleId"],
  ["/vehicles/", "/vehicles"],
  ["/_root.data", "/"],
  ["/uploads/abc", "/uploads/:id"],
  ["/assets/a/b.js", "/assets/*"],
  ["/api/v1/nobody/knows", "/api/v1/*"],
  // Unknown paths share one name.
  ...["/nobody", "/%ff", "/%", "*", "http://a/b", `/${"x".repeat(5000)}`, "/vehicles/1/2/3/4/5/6/7", "/.ics"].map(
    (strange) => [strange, "/*"],
  ),
])("%s is named %s", (address, pattern) => expect(nameOf(address!)).toBe(pattern));

const build = { routes: manifest, assets: { routes: manifest } } as unknown as ServerBuild;
const partFor = partialBuilds(build, (part) => part);

const treeOf = (routes: ServerBuild["routes"], parentId?: string): object[] =>
  Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map((route) => (route.index ? route : { ...route, children: treeOf(routes, route.id) }));

const trees = new Map<ServerBuild, object[]>();

function matchRoute(from: ServerBuild, address: string) {
  const tree = trees.get(from) ?? treeOf(from.routes);
  trees.set(from, tree);
  return matchRoutes(tree as never, address)?.map(({ route, params }) => [route.id, params]);
}

test("a part of the build leads every address to the same routes as the whole", () => {
  // Also shorter, longer and in capitals.
  const addresses = Object.values(manifest).flatMap(({ path = "" }) =>
    ["7", "new", "me", "feed"].flatMap((value) => {
      const address = `/${path.replace(/:[\w-]+\??|\*/g, value)}`;
      return [address, address.slice(0, address.lastIndexOf("/")) || "/", `${address}/more`, address.toUpperCase()];
    }),
  );
  expect(addresses.length).toBeGreaterThan(400);
  const odd = ["/%76ehicles/7", "/vehicles/", "/api", "/api/v1", "/api/v1/", "/API/v1/Vehicles/7", "/no/such/thing"];
  for (const address of [...addresses, ...odd])
    expect([address, matchRoute(partFor(address), address)]).toEqual([address, matchRoute(build, address)]);
});

test("a part has few routes, with those around them and what the browser is told of them", () => {
  const part = partFor("/vehicles/7");
  expect(Object.keys(part.routes)).toEqual([
    "root",
    "routes/pages.tsx",
    "routes/home/index.tsx",
    "routes/vehicles/list.tsx",
    "routes/vehicles/show.tsx",
    "routes/site/catch-all.tsx",
    "routes/feeds/sitemap-part.ts",
  ]);
  expect(Object.keys(part.assets.routes)).toEqual(Object.keys(part.routes));
  expect(partFor("/vehicles/8")).toBe(part);
  expect(partFor("/Vehicles/8.data")).toBe(part);
  expect(partFor("/vehicles/new")).not.toBe(part);
  expect(Object.keys(partFor("/api/v1/vehicles/7").routes)).toHaveLength(7);
  // Remix's own paths get the whole build.
  expect(partFor("/__manifest")).toBe(build);
  expect(partFor("/_root.data")).toBe(build);
});
