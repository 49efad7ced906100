import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { OFF_BY_PLAYWRIGHT } from "../e2e/chromium";

test("the browser tests switch off every feature of Chromium that Playwright does", () => {
  const folder = path.dirname(createRequire(import.meta.url).resolve("playwright-core/package.json"));
  const source = readFileSync(path.join(folder, "lib/coreBundle.js"), "utf8");
  const list = /\bdisabledFeatures = \[(.*?)\]/s.exec(source)?.[1] ?? "";
  const names = [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(5);
  // Names with "ms" belong to another browser.
  expect(names.filter((name) => !name.startsWith("ms"))).toEqual(OFF_BY_PLAYWRIGHT);
});

/** An earlier import in the process would make the replacement ineffective. */
test("every test file that replaces a module has a process of its own", () => {
  const files = readdirSync("tests", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".test.ts"));
  const replacing = files.filter((file) => /\bvi\.mock\("/.test(readFileSync(path.join("tests", file), "utf8")));
  const [, listText = ""] = /REPLACES_MODULES = \[([^\]]*)\]/.exec(readFileSync("vite.config.ts", "utf8")) ?? [];
  const alone = [...listText.matchAll(/"([\w-]+)"/g)].map(([, name]) => `domain/${name}.test.ts`);
  expect(replacing.sort()).toEqual(alone.sort());
});

test("the list of drills has every drill, and no other", () => {
  const files = readdirSync("tests", { recursive: true, encoding: "utf8" }).filter((file) => file.includes(".drill."));
  const drills = files.map((file) => file.replace("e2e/with-script/", "e2e/").split(".")[0]!);
  const [, listText = ""] = /\n## Drills\n(.*?)\n### /s.exec(readFileSync("tests/README.md", "utf8")) ?? [];
  const rows = listText.split("\n").filter((line) => line.startsWith("| `"));
  const names = rows.flatMap((row) => [...row.split(" | ")[0]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
  const inSets = drills.map((name) => name.replace(/^(faults|hostile)\/.*/, "$1/*"));
  expect(names.sort()).toEqual([...new Set(inSets)].sort());
});

test("the lock file says that SQLite's binding comes compiled: npm 10 would not look into its package", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  expect(packages["node_modules/better-sqlite3"].gypfile).toBe(false);
});
