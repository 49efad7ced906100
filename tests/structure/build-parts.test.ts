import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "~/routes";
import { buildParts } from "~/server/build-parts";

interface Entry {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
}

function entriesOf(entries: RouteConfigEntry[], parentId: string): Entry[] {
  return entries.flatMap(({ file, path, index, children = [] }) => [
    { id: file, parentId, path, index },
    ...entriesOf(children, file),
  ]);
}

const manifest = Object.fromEntries(
  [{ id: "root", path: "" }, ...entriesOf(routes as RouteConfigEntry[], "root")].map((entry) => [entry.id, entry]),
);
const build = { routes: manifest, assets: { routes: manifest } } as unknown as ServerBuild;
const partFor = buildParts(build, (part) => part);

const treeOf = (entries: ServerBuild["routes"], parentId?: string): object[] =>
  Object.values(entries)
    .filter((entry) => entry.parentId === parentId)
    .map((entry) => (entry.index ? entry : { ...entry, children: treeOf(entries, entry.id) }));

const trees = new Map<ServerBuild, object[]>();

function found(from: ServerBuild, address: string) {
  const tree = trees.get(from) ?? treeOf(from.routes);
  trees.set(from, tree);
  return matchRoutes(tree as never, address)?.map(({ route, params }) => [route.id, params]);
}

/** An address of every route, with values that other routes might want too; each also cut short, longer, in capitals. */
const addresses = Object.values(manifest).flatMap((entry) => {
  let path = "";
  for (let at: Entry | undefined = entry; at; at = manifest[at.parentId ?? ""]) path = `/${at.path ?? ""}${path}`;
  const plain = path.replace(/\/+/g, "/");
  return ["7", "new", "me", "feed"].flatMap((value) => {
    const address = plain.replace(/:[\w-]+\??|\*/g, value);
    return [address, address.slice(0, address.lastIndexOf("/")) || "/", `${address}/more`, address.toUpperCase()];
  });
});

test("a part leads every address to the same routes as the whole build", () => {
  expect(addresses.length).toBeGreaterThan(400);
  const odd = ["/%76ehicles/7", "/vehicles/", "/api", "/api/v1", "/api/v1/", "/API/v1/Vehicles/7", "/no/such/thing"];
  for (const address of [...addresses, ...odd]) {
    expect([address, found(partFor(address), address)]).toEqual([address, found(build, address)]);
  }
});

test("a part has few routes, with those around them and what the browser is told of them", () => {
  const part = partFor("/vehicles/7");
  expect(Object.keys(part.routes)).toEqual([
    "root",
    "routes/pages.tsx",
    "routes/home/index.tsx",
    "routes/vehicles/list.tsx",
    "routes/vehicles/show.tsx",
    "routes/site/missing.tsx",
    "routes/feeds/sitemap-part.ts",
  ]);
  expect(Object.keys(part.assets.routes)).toEqual(Object.keys(part.routes));
  expect(partFor("/vehicles/8")).toBe(part);
  expect(partFor("/Vehicles/8.data")).toBe(part);
  expect(partFor("/vehicles/new")).not.toBe(part);
  expect(Object.keys(partFor("/api/v1/vehicles/7").routes)).toHaveLength(8);
});

test("Remix's own addresses get the whole build", () => {
  expect(partFor("/__manifest")).toBe(build);
  expect(partFor("/_root.data")).toBe(build);
});
