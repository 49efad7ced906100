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

/** Where a README stands that comments cite by its first word: "(garages README, Address)". */
function readmeOf(name: string): string {
  if (name === "API") return "app/routes/api/README.md";
  return ["app", "tests"].includes(name) ? `${name}/README.md` : `app/features/${name}/README.md`;
}

/** A rule of a README begins with its name in bold, or stands below a heading. */
function hasRule(readme: string, rule: string): boolean {
  const plain = rule.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(\\*\\*${plain}|^#+ .*${plain})`, "m").test(readme);
}

/** Citations of rules: "README, Rule" behind the README's name, also over the end of a comment's line. */
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

/** Documents that a comment names, and files that a README names in code style. */
function missingFiles(files: Texts, known: readonly string[]): string[] {
  const isThere = (name: string) => known.some((file) => file === name || file.endsWith(`/${name}`));
  return [...files].flatMap(([file, text]) => {
    const pattern = file.endsWith(".md") ? /`([\w./-]+\.(?:tsx?|mjs|css|sql|md))`/g : /(?<![\w/])([\w./-]+\.md)\b/g;
    return (
      [...text.matchAll(pattern)]
        .map(([, name = ""]) => name.replace(/^(\.{0,2}\/)+/, ""))
        // A pattern of names (`.test.ts`, `THING.VERB.ts`) is none.
        .filter((name) => !/^\.|THING\./.test(name) && !isThere(name))
        .map((name) => `${file}: ${name}`)
    );
  });
}

/** Words for pages that are nowhere in the repository. */
const ELSEWHERE = /\((decisions|specification|issue|targets|operations)\b[ ,:)]|\bspecification \d/;

const fromElsewhere = (files: Texts) => [...files].filter(([, text]) => ELSEWHERE.test(text));

test("every rule that is cited is in the README that is named", () => {
  expect([...texts.values()].join("\n").match(/ README, /g)?.length).toBeGreaterThan(40);
  expect(brokenRules(texts)).toEqual([]);
});

test("every document and every file that is named is there", () => {
  expect(missingFiles(texts, tracked)).toEqual([]);
});

test("nothing is cited that is not in the repository", () => {
  expect(fromElsewhere(texts).map(([file]) => file)).toEqual([]);
});

test.each([
  ["a rule that the README does not have", "// (garages README, Colour)", "(garages README, Colour)"],
  ["a README that is not there", "// (wheels README, Rules)", "(wheels README, Rules)"],
])("%s is found", (_, comment, found) => {
  const files = new Map([...texts, ["app/lib/x.ts", comment]]);
  expect(brokenRules(files)).toEqual([`app/lib/x.ts: ${found}`]);
});

test("a rule that is cited over the end of a line is found", () => {
  const comment = "/**\n * An address (garages README,\n * Colour).\n */";
  expect(brokenRules(new Map([...texts, ["app/lib/x.ts", comment]]))).toHaveLength(1);
});

test.each([
  ["app/lib/x.ts", "// see manual.md", "manual.md"],
  ["app/lib/README.md", "`nowhere.server.ts` has it", "nowhere.server.ts"],
])("a document or file that is not there is found: %s", (file, text, name) => {
  expect(missingFiles(new Map([[file, text]]), tracked)).toEqual([`${file}: ${name}`]);
});

test.each(["// never (decisions, Map)", "/* as it was (specification 5, Like) */", "// (issue: the block)"])(
  "a page from elsewhere is found: %s",
  (comment) => {
    expect(fromElsewhere(new Map([["app/lib/x.ts", comment]]))).toHaveLength(1);
  },
);
