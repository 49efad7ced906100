import { clampChroma, formatHex, modeLrgb, modeOklch, modeRgb, useMode as register, wcagContrast } from "culori/fn";

register(modeRgb);
register(modeLrgb);
/** OKLCH: equal lightness looks equal in every hue. */
const toOklch = register(modeOklch);

/** As in `styles/tokens.css` and mails. */
const LIGHT = { paper: "#f6f4ef", text: "#ffffff" };
const DARK = { paper: "#14161a", surface: "#1c1f25", text: "#17191e" };

/** WCAG, for text. */
const MIN_CONTRAST = 4.5;

/** Minimum on a dark page (0 to 1), and its change under the pointer. */
const DARK_LIGHTNESS = 0.72;
const STEP = 0.06;

export const BUILT_IN_ACCENT = "#c2310f";

const lightnessOf = (hex: string) => toOklch(hex)!.l;

/** The same hue; less chroma if a screen cannot show it. */
const atLightness = (hex: string, lightness: number) =>
  formatHex(clampChroma({ ...toOklch(hex)!, l: Math.min(1, Math.max(0, lightness)) }, "oklch"));

const isReadable = (text: string, backgrounds: readonly string[]) =>
  backgrounds.every((colour) => wcagContrast(text, colour) >= MIN_CONTRAST);

/** White text on this colour (`#rrggbb`), and text in it on a page. */
export const isReadableAccent = (accent: string) => isReadable(accent, [LIGHT.text, LIGHT.paper]);

export interface AccentColours {
  signal: string;
  "signal-strong": string;
}

/**
 * Itself on light pages, lighter on dark ones.
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

/** CSS for every page; "" for an empty accent. Overrides the sheets, except in print. */
export function accentStyle(accent: string): string {
  if (accent === "") return "";
  const { light, dark } = accentColours(accent);
  const rule = (colours: AccentColours) =>
    `html:root{${Object.entries(colours)
      .map(([name, colour]) => `--${name}:${colour}`)
      .join(";")}}`;
  return `@media screen{${rule(light)}}@media screen and (prefers-color-scheme:dark){${rule(dark)}}`;
}
