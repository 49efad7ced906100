/** A site's accent colour: what may be one, and the colours of light and dark pages that follow from it. */

import { clampChroma, formatHex, modeLrgb, modeOklch, modeRgb, useMode as register, wcagContrast } from "culori/fn";

register(modeRgb);
register(modeLrgb);
/** Colours of one lightness in OKLCH look equally light in every hue. */
const toOklch = register(modeOklch);

/** Colours of `styles/tokens.css` and of mails that an accent meets. */
const LIGHT = { paper: "#f6f4ef", text: "#ffffff" };
const DARK = { paper: "#14161a", surface: "#1c1f25", text: "#17191e" };

/** What WCAG asks between text and what is behind it. */
const MIN_CONTRAST = 4.5;

/** How light it is on a dark page at least, and how much darker or lighter under the pointer, of 1. */
const DARK_LIGHTNESS = 0.72;
const STEP = 0.06;

/** The software's own accent, on light pages and in mails. */
export const BUILT_IN_ACCENT = "#c2310f";

const lightnessOf = (hex: string) => toOklch(hex)!.l;

/** The same hue, as light as `lightness` says (0 to 1), with less of it where a screen cannot show that much. */
const atLightness = (hex: string, lightness: number) =>
  formatHex(clampChroma({ ...toOklch(hex)!, l: Math.min(1, Math.max(0, lightness)) }, "oklch"));

const isReadable = (text: string, behind: readonly string[]) =>
  behind.every((colour) => wcagContrast(text, colour) >= MIN_CONTRAST);

/** Whether white text on this colour (`#rrggbb`), and text in it on a page, can be read. */
export const isReadableAccent = (accent: string) => isReadable(accent, [LIGHT.text, LIGHT.paper]);

/** The tokens of `styles/tokens.css` that are an accent's. */
export interface AccentColours {
  signal: string;
  "signal-strong": string;
}

/**
 * The colours that follow from an accent: as it is on light pages, and of the same hue, but light enough, on dark ones.
 * @param accent `#rrggbb`, one that `isReadableAccent`
 */
export function accentColours(accent: string): { light: AccentColours; dark: AccentColours } {
  const lightness = lightnessOf(accent);
  let darkLightness = Math.max(lightness, DARK_LIGHTNESS);
  const { paper, surface, text } = DARK;
  while (darkLightness < 1 && !isReadable(atLightness(accent, darkLightness), [paper, surface, text])) {
    darkLightness += 0.01;
  }
  const onDark = atLightness(accent, darkLightness);
  return {
    light: {
      signal: accent,
      "signal-strong": atLightness(accent, lightness - STEP),
    },
    dark: {
      signal: onDark,
      "signal-strong": atLightness(accent, darkLightness + STEP),
    },
  };
}

/**
 * The rules that give every page an accent; none for an empty one. They win over the sheets' wherever they stand, and leave
 * paper black and white.
 */
export function accentStyle(accent: string): string {
  if (accent === "") return "";
  const { light, dark } = accentColours(accent);
  const rule = (colours: AccentColours) =>
    `html:root{${Object.entries(colours)
      .map(([name, colour]) => `--${name}:${colour}`)
      .join(";")}}`;
  return `@media screen{${rule(light)}}@media screen and (prefers-color-scheme:dark){${rule(dark)}}`;
}
