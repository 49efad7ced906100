import { clampChroma, formatHex, modeLrgb, modeOklch, modeRgb, useMode as register, wcagContrast } from "culori/fn";

register(modeRgb);
register(modeLrgb);
/** OKLCH: equal lightness looks equal in every hue. */
const toOklch = register(modeOklch);

/** As in `styles/tokens.css` and mails. */
const LIGHT = { paper: "#f6f4ef", text: "#ffffff" };
const DARK = { paper: "#14161a", surface: "#1c1f25", text: "#17191e" };

/** WCAG, for text. */
export const MIN_CONTRAST = 4.5;

/** Minimum on a dark page (0 to 1), and its change under the pointer. */
const DARK_LIGHTNESS = 0.72;
const STEP = 0.06;

const lightnessOf = (hex: string) => toOklch(hex)!.l;

/** The same hue; less chroma if a screen cannot show it. */
const atLightness = (hex: string, lightness: number) =>
  formatHex(clampChroma({ ...toOklch(hex)!, l: Math.min(1, Math.max(0, lightness)) }, "oklch"));

const lowestContrast = (colour: string, others: Record<string, string>) =>
  Math.min(...Object.values(others).map((other) => wcagContrast(colour, other)));

export const isColour = (text: string) => /^#[0-9a-f]{6}$/.test(text);

/** White text on this colour (`#rrggbb`), and text in it on a page. */
export const isReadableAccent = (accent: string) => lowestContrast(accent, LIGHT) >= MIN_CONTRAST;

export interface AccentColours {
  signal: string;
  "signal-strong": string;
}

interface Shades<Shade> {
  light: Shade;
  dark: Shade;
}

/** As in `styles/tokens.css`. */
const BUILT_IN: Shades<AccentColours> = {
  light: { signal: "#c2310f", "signal-strong": "#a3280b" },
  dark: { signal: "#ff7a59", "signal-strong": "#ff9478" },
};

export const BUILT_IN_ACCENT = BUILT_IN.light.signal;

/**
 * Itself on light pages, lighter on dark ones.
 * @param accent `#rrggbb`, or "" for the built-in
 */
export function accentColours(accent: string): Shades<AccentColours> {
  if (accent === "") return BUILT_IN;
  const lightness = lightnessOf(accent);
  let darkLightness = Math.max(lightness, DARK_LIGHTNESS);
  while (darkLightness < 1 && lowestContrast(atLightness(accent, darkLightness), DARK) < MIN_CONTRAST) {
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

/** The lowest, of text on the accent and of text in it. */
export function accentContrast({ light, dark }: Shades<AccentColours>): Shades<number> {
  return { light: lowestContrast(light.signal, LIGHT), dark: lowestContrast(dark.signal, DARK) };
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
