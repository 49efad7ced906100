import type { ServerBuild } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "~/routes";
import { routeNames } from "~/server/metrics/route-names";

type Entry = Pick<ServerBuild["routes"][string], "id" | "parentId" | "path" | "index">;

function entriesOf(entries: RouteConfigEntry[], parentId?: string): Entry[] {
  return entries.flatMap(({ file, path, index, children = [] }) => [
    { id: file, parentId, path, index },
    ...entriesOf(children, file),
  ]);
}

const entries = entriesOf(routes as RouteConfigEntry[]);
const manifest = Object.fromEntries(entries.map((entry) => [entry.id, entry]));
const nameOf = routeNames(manifest as unknown as ServerBuild["routes"]);
// In this app only routes without a path stand around others.
const patterns = entries.flatMap(({ path, index }) =>
  index ? ["/"] : path && !path.endsWith("*") ? [`/${path}`] : [],
);

test("every route of the table is found by an address of it, in any case, with a query, and as data", () => {
  expect(patterns.length).toBeGreaterThan(100);
  for (const pattern of patterns) {
    const address = pattern.replace(/:\w+\??/g, "4711");
    for (const target of [address, `${address}?page=2`, address.toUpperCase(), `${address}.data`]) {
      expect([target, nameOf(target)]).toEqual([target, pattern]);
    }
  }
});

test("words win over parameters, as in the router; what may be missing may", () => {
  const found = {
    "/vehicles/makes": "/vehicles/makes",
    "/vehicles/1/photos/all": "/vehicles/:vehicleId/photos/all",
    "/vehicles/1/photos/allx": "/vehicles/:vehicleId/photos/:photoId",
    "/events/submit": "/events/submit",
    "/events/12.ics": "/events/:eventId.ics",
    "/sitemap-vehicles-1.xml": "/:file.xml",
    "/verify-email": "/verify-email/:token?",
    "/%76ehicles/%31": "/vehicles/:vehicleId",
    "/vehicles/": "/vehicles",
    "/_root.data": "/",
    "/uploads/abc": "/uploads/:id",
    "/assets/a/b.js": "/assets/*",
  };
  for (const [address, pattern] of Object.entries(found))
    expect([address, nameOf(address)]).toEqual([address, pattern]);
});

test("what is nobody's address has one name, however long or strange", () => {
  const strange = [
    "/nobody",
    "/%ff",
    "/%",
    "*",
    "http://a/b",
    `/${"x".repeat(5000)}`,
    "/vehicles/1/2/3/4/5/6/7",
    "/.ics",
  ];
  for (const address of strange) expect([address, nameOf(address)]).toEqual([address, "/*"]);
  expect(nameOf("/api/v1/nobody/knows")).toBe("/api/v1/*");
});
