/** A site's accent colour: which colours are allowed, and the shades for light and dark pages. */

import { clampChroma, formatHex, modeLrgb, modeOklch, modeRgb, useMode as register, wcagContrast } from "culori/fn";

register(modeRgb);
register(modeLrgb);
/** In OKLCH, colours of equal lightness look equally light in every hue. */
const toOklch = register(modeOklch);

/** Colours of `styles/tokens.css` and of mails next to an accent. */
const LIGHT = { paper: "#f6f4ef", text: "#ffffff" };
const DARK = { paper: "#14161a", surface: "#1c1f25", text: "#17191e" };

/** WCAG contrast of text. */
const MIN_CONTRAST = 4.5;

/** Minimum lightness on a dark page (0 to 1), and its change under the pointer. */
const DARK_LIGHTNESS = 0.72;
const STEP = 0.06;

/** The default accent, on light pages and in mails. */
export const BUILT_IN_ACCENT = "#c2310f";

const lightnessOf = (hex: string) => toOklch(hex)!.l;

/** The same hue at another `lightness` (0 to 1), with less chroma if a screen cannot show it. */
const atLightness = (hex: string, lightness: number) =>
  formatHex(clampChroma({ ...toOklch(hex)!, l: Math.min(1, Math.max(0, lightness)) }, "oklch"));

const isReadable = (text: string, backgrounds: readonly string[]) =>
  backgrounds.every((colour) => wcagContrast(text, colour) >= MIN_CONTRAST);

/** Whether white text on this colour (`#rrggbb`), and text in it on a page, is readable. */
export const isReadableAccent = (accent: string) => isReadable(accent, [LIGHT.text, LIGHT.paper]);

/** Tokens of `styles/tokens.css` set by an accent. */
export interface AccentColours {
  signal: string;
  "signal-strong": string;
}

/**
 * The shades of an accent: itself on light pages, lighter on dark ones.
 * @param accent `#rrggbb` that passes `isReadableAccent`
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

/** CSS rules that apply an accent to every page; "" for an empty one. They override the sheets, except in print. */
export function accentStyle(accent: string): string {
  if (accent === "") return "";
  const { light, dark } = accentColours(accent);
  const rule = (colours: AccentColours) =>
    `html:root{${Object.entries(colours)
      .map(([name, colour]) => `--${name}:${colour}`)
      .join(";")}}`;
  return `@media screen{${rule(light)}}@media screen and (prefers-color-scheme:dark){${rule(dark)}}`;
}
