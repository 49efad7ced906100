import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { OFF_BY_PLAYWRIGHT } from "../e2e/chromium";

test("the browser tests switch off every feature of Chromium that Playwright does", () => {
  const folder = path.dirname(createRequire(import.meta.url).resolve("playwright-core/package.json"));
  const source = readFileSync(path.join(folder, "lib/coreBundle.js"), "utf8");
  const list = /\bdisabledFeatures = \[(.*?)\]/s.exec(source)?.[1] ?? "";
  const theirs = [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name!);
  expect(theirs.length).toBeGreaterThan(5);
  // What begins with "ms" is another browser's.
  expect(theirs.filter((name) => !name.startsWith("ms"))).toEqual(OFF_BY_PLAYWRIGHT);
});
