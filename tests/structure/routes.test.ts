import { existsSync } from "node:fs";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "~/routes";
import { readSources } from "./sources";

function filesOf(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap((entry) => [`app/${entry.file}`, ...filesOf(entry.children ?? [])]);
}

const listed = filesOf(routes as RouteConfigEntry[]);

test("every route in the table of contents has its file", () => {
  expect(listed.filter((file) => !existsSync(file))).toEqual([]);
});

test("every file below routes/ is in the table of contents, once", () => {
  // What several screens share (.server.ts) is no route.
  const files = [...readSources("app/routes").keys()].filter((file) => !file.endsWith(".server.ts"));
  expect(files.filter((file) => !listed.includes(file))).toEqual([]);
  expect(listed.filter((file, at) => listed.indexOf(file) !== at)).toEqual([]);
});

test("every route below /api/v1 answers every method itself", async () => {
  // What stands beside the routes for one of them (`*.server.ts`) is no route.
  const modules = import.meta.glob<{ loader?: unknown; action?: unknown }>(
    ["../../app/routes/api/v1/*.ts", "!../../app/routes/api/v1/*.server.ts"],
    { eager: true },
  );
  const silent = Object.entries(modules).filter(([, route]) => !route.loader || !route.action);
  expect(Object.keys(modules).length).toBeGreaterThan(15);
  expect(silent.map(([file]) => file)).toEqual([]);
});
