import { readFileSync } from "node:fs";
import { wcagContrast as contrast } from "culori";
import { expect, test } from "vitest";
import { accentColours, accentContrast, accentStyle, BUILT_IN_ACCENT, isReadableAccent } from "~/lib/colour/accent";

const tokens = readFileSync("app/styles/tokens.css", "utf8");
const [light = "", dark = ""] = tokens.split("@media (prefers-color-scheme: dark)");
const token = (sheet: string, name: string) => new RegExp(`--${name}: (#\\w{6})`).exec(sheet)?.[1] ?? "";

/** Every readable hue, pale to dark. */
const ACCENTS = Array.from({ length: 16 * 16 * 16 }, (_, index) => {
  const digit = (place: number) => ((index >> (4 * place)) & 15).toString(16).repeat(2);
  return `#${digit(0)}${digit(1)}${digit(2)}`;
}).filter(isReadableAccent);

test("the built-in one is what tokens.css has, and may be an accent", () => {
  expect(token(light, "signal")).toBe(BUILT_IN_ACCENT);
  const builtIn = accentColours("");
  for (const name of ["signal", "signal-strong"] as const) {
    expect([builtIn.light[name], builtIn.dark[name]]).toEqual([token(light, name), token(dark, name)]);
  }
  expect(isReadableAccent(BUILT_IN_ACCENT)).toBe(true);
});

test("every accepted colour is readable as text, on light and dark pages, under the pointer too", () => {
  expect(ACCENTS.length).toBeGreaterThan(1_000);
  for (const accent of ACCENTS) {
    const colours = accentColours(accent);
    const pairs = [
      { sheet: light, own: colours.light },
      { sheet: dark, own: colours.dark },
    ].flatMap(({ sheet, own }) => [
      [own.signal, token(sheet, "paper")],
      [own.signal, token(sheet, "surface")],
      [token(sheet, "on-signal"), own.signal],
      [token(sheet, "on-signal"), own["signal-strong"]],
    ]);
    const lowest = Math.min(...pairs.map(([first, second]) => contrast(first!, second!)));
    expect(lowest, `${accent} ${JSON.stringify(colours)}`).toBeGreaterThanOrEqual(4.5);
  }
});

test("the contrast is the lowest of text on it and in it", () => {
  const { light: onLight, dark: onDark } = accentContrast(accentColours("#0b5fa5"));
  expect(onLight).toBeCloseTo(contrast("#0b5fa5", token(light, "paper")));
  expect(onDark).toBeGreaterThanOrEqual(4.5);
  expect(accentContrast(accentColours("#ffd400")).light).toBeLessThan(4.5);
});

test("the preview of both schemes has their colours", () => {
  const [, onLight = "", onDark = ""] = readFileSync("app/styles/look-preview.css", "utf8").split("&[data-scheme=");
  for (const name of ["paper", "ink", "line", "line-strong", "on-signal"]) {
    expect([token(onLight, name), token(onDark, name)], name).toEqual([token(light, name), token(dark, name)]);
  }
});

test("a dark page's has the hue of the light one's", () => {
  const { signal } = accentColours("#0b5fa5").dark;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(signal.slice(at, at + 2), 16));
  expect(red < green && green < blue).toBe(true);
  expect(accentColours("#333333").dark.signal).toMatch(/^#(\w\w)\1\1$/);
});

test("its rules name nothing that the sheets do not, and none are there for none", () => {
  expect(accentStyle("")).toBe("");
  for (const [, name = ""] of accentStyle("#0b5fa5").matchAll(/--([\w-]+):/g)) expect(token(light, name)).not.toBe("");
});
