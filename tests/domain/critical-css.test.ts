import { describe, expect, it } from "vitest";
import { selectorNeeds } from "~/cli/build/selector-needs.mjs";
import { styleNodes } from "~/cli/build/style-rules.mjs";
import { criticalRules, type StyleSheets, withCriticalCss } from "~/server/cache/critical-css";

const usedCss = async (css: string, html: string): Promise<string> =>
  criticalRules({ sheet: (await styleNodes(css)) as StyleSheets[string] })(html, ["sheet"]);

it.each([
  [".card > a.link:hover", [".card", "a", ".link"]],
  ["#main::before", ["#main"]],
  [".md\\:w-\\[min\\(100\\%\\,2rem\\)\\]", [".md:w-[min(100%,2rem)]"]],
  [".\\31 0px", [".10px"]],
  ["details[open].x:not(.y)", ["details", ".x"]],
  ['[data-a="b.c"] p:nth-child(2)', ["p"]],
  [":where(.space-y-2 > :not(:last-child))", [".space-y-2"]],
  [".share :is(a, button)", [".share"]],
  ["body:has(.open) .x", ["body", ".x"]],
  ["::file-selector-button", ["type=file"]],
  ["*", []],
])("what a selector needs: %s", (selector, needs) => expect(selectorNeeds(selector)).toEqual(needs));

describe("the styles that a page uses", () => {
  const PAGE = '<html><body class="a b"><p id="x">text</p></body></html>';

  it("contain the rules whose classes, ids and elements are present, in order, with matching selectors only", async () => {
    const css = "p{x:1}h1,p.a,.b,#y,#x{x:2}.c .b{x:3}.a:hover{x:4}";
    expect(await usedCss(css, PAGE)).toBe("p{x:1}p.a,.b,#x{x:2}.a:hover{x:4}");
  });

  it("keep conditions, and the order of layers even of those that are not used", async () => {
    const css = "@layer c{.c{x:1}}@layer a{.a{x:2}}@layer c,d;@media print{p{x:3}.c{x:4}}@supports (x:1){.c{x:5}}";
    expect(await usedCss(css, PAGE)).toBe("@layer c,a,d;@layer a{.a{x:2}}@media print{p{x:3}}");
  });

  it("keep custom properties, their types and keyframes where something refers to them, directly or not", async () => {
    const css =
      ":root{--one:var(--two);--two:2;--three:3;--four:4}@property --two{syntax:'*';inherits:false}" +
      "@property --three{syntax:'*';inherits:false}@keyframes turn{to{x:1}}@keyframes fall{to{x:1}}" +
      ".a{x:var(--one);animation:turn 1s}.c{x:var(--three);animation:fall 1s}";
    const styles = await usedCss(css, PAGE.replace("<p ", '<p style="x:var(--four)" '));
    expect(styles).toBe(
      ":root{--one:var(--two);--two:2;--four:4}@property --two{syntax:'*';inherits:false}@keyframes turn{to{x:1}}" +
        ".a{x:var(--one);animation:turn 1s}",
    );
  });

  it("look at attributes as React writes them, and never into scripts", async () => {
    const page = '<div class="[&amp;&gt;img]:x"></div><script>"<p class=\\"y\\">"</script><input type="month"/>';
    const css =
      ".\\[\\&\\>img\\]\\:x>img{x:1}.\\[\\&\\>img\\]\\:x{x:2}.y{x:3}::-webkit-datetime-edit{x:4}::file-selector-button{x:5}";
    expect(await usedCss(css, page)).toBe(".\\[\\&\\>img\\]\\:x{x:2}::-webkit-datetime-edit{x:4}");
  });
});

describe("a first view", () => {
  const view = withCriticalCss({ "/assets/a.css": [{ selectors: [["p", "p"]], declarations: [["x", "$&"]] }] });
  const sheet = '<link rel="stylesheet" href="/assets/a.css"/>';
  const otherSheet = '<link rel="stylesheet" href="/assets/b.css"/>';

  it("has its rules before its sheets, which wait; a sheet that is no data stays", () => {
    const { html, styleHashes } = view(`<head><style nonce="n">i{}</style>${sheet}${otherSheet}</head><p></p>`);
    expect(html).toBe(
      `<head><style nonce="n">i{}p{x:$&}</style>${sheet.replace("stylesheet", "later-stylesheet")}${otherSheet}</head><p></p>`,
    );
    expect(styleHashes).toEqual([expect.stringMatching(/^'sha256-.{44}'$/)]);
  });

  it("leaves a page alone that has no place for them, or no sheet", () => {
    for (const page of [`<head>${sheet}</head><p></p>`, "<head><style></style></head><p></p>"])
      expect(view(page)).toEqual({ html: page, styleHashes: [] });
  });
});
