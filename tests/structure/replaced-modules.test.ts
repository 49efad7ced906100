import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** A replaced module is the real one where a file before it in the same process has imported that. */
test("every test file that replaces a module has a process of its own", () => {
  const files = readdirSync("tests", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".test.ts"));
  const replacing = files.filter((file) => /\bvi\.mock\("/.test(readFileSync(path.join("tests", file), "utf8")));
  const [, listed = ""] = /REPLACES_MODULES = \[([^\]]*)\]/.exec(readFileSync("vite.config.ts", "utf8")) ?? [];
  const alone = [...listed.matchAll(/"([\w-]+)"/g)].map(([, name]) => `domain/${name}.test.ts`);
  expect(replacing.sort()).toEqual(alone.sort());
});
