import { expect, test } from "vitest";
import { cutText } from "~/lib/text";
import { shareMeta } from "~/ui/document/share-meta";

const FAMILY = "👨‍👩‍👧‍👦";
const WALES = "🏴󠁧󠁢󠁷󠁬󠁳󠁿";

const keptOf = (text: string, most: number) => cutText(text, most).replace(/ ?…$/, "");

test("a text that fits stays as it is", () => {
  for (const text of ["", "short", "x".repeat(50), FAMILY]) expect(cutText(text, 50)).toBe(text);
});

test("a text is cut at the last blank of the last fifth", () => {
  expect(cutText("one two three four five", 14)).toBe("one two three …");
  expect(cutText("one two three four five", 13)).toBe("one two three …");
  expect(cutText(`${"x".repeat(80)} ${"y".repeat(80)}`, 100)).toBe(`${"x".repeat(80)} …`);
  expect(cutText(`${"x".repeat(90)}\n\n${"y".repeat(80)}`, 100)).toBe(`${"x".repeat(90)} …`);
  expect(cutText(`${"愛車".repeat(45)}　${"日記".repeat(80)}`, 100)).toBe(`${"愛車".repeat(45)} …`);
});

test("without a blank nearby, a text is cut at the limit", () => {
  const texts = [
    `愛車日記 ${"今日は洗車をしました。".repeat(100)}`,
    `我的车 ${"今天我洗了车，".repeat(100)}`,
    `รถของฉัน ${"วันนี้ฉันล้างรถ".repeat(100)}`,
    `A ${"x".repeat(1000)}`,
    `${"x".repeat(79)} ${"y".repeat(1000)}`,
  ];
  for (const text of texts) {
    const shortText = keptOf(text, 100);
    expect(text.startsWith(shortText), shortText).toBe(true);
    expect(shortText.length, shortText).toBeGreaterThan(95);
    expect(shortText.length, shortText).toBeLessThanOrEqual(100);
    expect(cutText(text, 100)).toBe(`${shortText}…`);
  }
});

test("what is read as one sign is never cut", () => {
  for (const sign of [FAMILY, WALES, "👍🏽", "🇯🇵", "❤️‍🔥", "é̂", "กำ", "각", "\r\n", "𠮷"]) {
    for (let before = 0; before < 30; before++) {
      const shortText = keptOf("x".repeat(before) + sign.repeat(120), 100);
      const signs = shortText.slice(before);
      expect(signs, `${before} ${sign}`).toBe(sign.repeat(signs.length / sign.length));
      expect(shortText.length).toBeGreaterThan(100 - Math.max(2, sign.length));
    }
  }
  expect(cutText(FAMILY.repeat(2), FAMILY.length - 1)).toBe("…");
});

test("a page's description is as long in Japanese as in English", () => {
  const matches = [{ id: "root", data: { origin: "https://paddock.example" } }];
  const context = { matches, location: { pathname: "/", search: "" } };
  for (const text of [`愛車日記 ${"今日は洗車をしました。".repeat(100)}`, "My car diary. ".repeat(100)]) {
    const tags = shareMeta(context, { title: "A story", description: text }) as { content?: string }[];
    const long = tags.map(({ content = "" }) => content).filter((content) => content.length > 100);
    expect(long).toHaveLength(2);
    for (const content of long) expect(content).toMatch(/^.{160,200} ?…$/);
  }
});

test("a long text is cut as fast as a short one", () => {
  const text = FAMILY.repeat(100_000);
  expect(keptOf(text, 500).length % FAMILY.length).toBe(0);
});
