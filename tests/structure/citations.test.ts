import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && existsSync(file));

type Texts = Map<string, string>;

const THIS = "tests/structure/citations.test.ts";

const texts: Texts = new Map(
  tracked
    .filter((file) => /\.(tsx?|mjs|css|sql|md)$/.test(file) && file !== THIS && !file.startsWith("drizzle/meta/"))
    .map((file) => [file, readFileSync(file, "utf8")]),
);

/** Cited by its first word: "(garages README, Address)". */
function readmeOf(name: string): string {
  if (name === "API") return "app/routes/api/README.md";
  return ["app", "tests"].includes(name) ? `${name}/README.md` : `app/features/${name}/README.md`;
}

/** A rule has a name in bold or a heading. */
function hasRule(readme: string, rule: string): boolean {
  const plain = rule.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(\\*\\*${plain}|^#+ .*${plain})`, "m").test(readme);
}

/** "README, Rule" after the README's name, also across lines. */
function brokenRules(files: Texts): string[] {
  return [...files].flatMap(([file, text]) =>
    [...text.replace(/\n\s*(\*|\/\/|--) ?/g, " ").matchAll(/\b([\w-]+) README, ([^);]+)\)/g)].flatMap(
      ([citation, name = "", rule = ""]) => {
        const readme = files.get(readmeOf(name));
        return readme !== undefined && hasRule(readme, rule.trim()) ? [] : [`${file}: (${citation}`];
      },
    ),
  );
}

/** Named in comments, or in code style in a README. */
function missingFiles(files: Texts, knownFiles: readonly string[]): string[] {
  const isThere = (name: string) => knownFiles.some((file) => file === name || file.endsWith(`/${name}`));
  return [...files].flatMap(([file, text]) => {
    const pattern = file.endsWith(".md") ? /`([\w./-]+\.(?:tsx?|mjs|css|sql|md))`/g : /(?<![\w/])([\w./-]+\.md)\b/g;
    return (
      [...text.matchAll(pattern)]
        .map(([, name = ""]) => name.replace(/^(\.{0,2}\/)+/, ""))
        // A pattern (`.test.ts`, `THING.VERB.ts`) is no file.
        .filter((name) => !/^\.|THING\./.test(name) && !isThere(name))
        .map((name) => `${file}: ${name}`)
    );
  });
}

const ELSEWHERE = /\((decisions|specification|issue|targets|operations)(?=[ ,:)])|\bspecification \d/;

const fromElsewhere = (files: Texts) =>
  [...files].flatMap(([file, text]) => (ELSEWHERE.exec(text) ?? []).slice(0, 1).map((words) => `${file}: ${words}`));

const readmes = [...texts].filter(([file]) => file.endsWith("README.md"));

test("every rule, document and file that is cited is there, and nothing is cited from elsewhere", () => {
  expect([...texts.values()].join("\n").match(/ README, /g)?.length).toBeGreaterThan(40);
  expect(brokenRules(texts)).toEqual([]);
  expect(missingFiles(texts, tracked)).toEqual([]);
  expect(fromElsewhere(texts)).toEqual([]);
});

test.each([
  // A rule, also across lines; a README.
  ["app/lib/x.ts", "// (garages README, Colour)", "(garages README, Colour)"],
  ["app/lib/x.ts", "/**\n * An address (garages README,\n * Colour).\n */", "(garages README, Colour)"],
  ["app/lib/x.ts", "// (wheels README, Rules)", "(wheels README, Rules)"],
  ["app/lib/x.ts", "// see manual.md", "manual.md"],
  ["app/lib/README.md", "`nowhere.server.ts` has it", "nowhere.server.ts"],
  ["app/lib/x.ts", "// never (decisions, Map)", "(decisions"],
  ["app/lib/x.ts", "/* as it was (specification 5, Like) */", "(specification"],
  ["app/lib/x.ts", "// (issue: the block)", "(issue"],
])("in %s is found: %s", (file, text, problem) => {
  const files = new Map([...readmes, [file, text]]);
  const all = [...brokenRules(files), ...missingFiles(new Map([[file, text]]), tracked), ...fromElsewhere(files)];
  expect(all).toEqual([`${file}: ${problem}`]);
});
