/** A site's accent colour: what may be one, and the colours of light and dark pages that follow from it. */

/** Colours of `styles/tokens.css` and of mails that an accent meets. */
const LIGHT = { paper: "#f6f4ef", text: "#ffffff" };
const DARK = { paper: "#14161a", surface: "#1c1f25", text: "#17191e" };

/** What WCAG asks between text and what is behind it. */
const MIN_CONTRAST = 4.5;

/** How much of the accent is in what stands behind messages, at most. */
const SOFT = 0.12;

/** How light it is on a dark page at least, and how much darker or lighter under the pointer, of 1. */
const DARK_LIGHTNESS = 0.72;
const STEP = 0.06;

/** The software's own accent, on light pages and in mails. */
export const BUILT_IN_ACCENT = "#c2310f";

type Three = [number, number, number];

const rgbOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Three;

const hexOf = (rgb: readonly number[]) =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

const times = (matrix: readonly Three[], [a, b, c]: Three) => matrix.map(([x, y, z]) => x * a + y * b + z * c) as Three;

// Björn Ottosson's OKLab (https://bottosson.github.io/posts/oklab/): equal lightness looks equally light in every hue.
const TO_LMS: Three[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: Three[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const FROM_LAB: Three[] = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const FROM_LMS: Three[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

const labOf = (hex: string) => times(TO_LAB, times(TO_LMS, rgbOf(hex).map(toLinear) as Three).map(Math.cbrt) as Three);

/** With less of its hue where a screen cannot show that much of it at this lightness. */
function fromLab([lightness, a, b]: Three): string {
  for (let share = 1; ; share -= 0.02) {
    const lms = times(FROM_LAB, [lightness, a * share, b * share]).map((part) => part ** 3) as Three;
    const linear = times(FROM_LMS, lms);
    if (share <= 0 || linear.every((part) => part > -0.0005 && part < 1.0005)) return hexOf(linear.map(fromLinear));
  }
}

/** The same hue, as light as `lightness` says (0 to 1). */
function atLightness(hex: string, lightness: number): string {
  const [, a, b] = labOf(hex);
  return fromLab([Math.min(1, Math.max(0, lightness)), a, b]);
}

function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map(toLinear) as Three;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours (`#rrggbb`) by WCAG 2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const isReadable = (text: string, behind: readonly string[]) =>
  behind.every((colour) => contrast(text, colour) >= MIN_CONTRAST);

/** Whether white text on this colour (`#rrggbb`), and text in it on a page, can be read. */
export const isReadableAccent = (accent: string) => isReadable(accent, [LIGHT.text, LIGHT.paper]);

/** What stands behind messages: paper with as much of the accent in it as leaves the accent readable there. */
function softOf(accent: string, paper: string): string {
  const [from, to] = [rgbOf(paper), rgbOf(accent)];
  for (let share = SOFT; share > 0; share -= 0.01) {
    const soft = hexOf(from.map((part, at) => part + (to[at]! - part) * share));
    if (isReadable(accent, [soft])) return soft;
  }
  return paper;
}

/** The tokens of `styles/tokens.css` that are an accent's. */
export interface AccentColours {
  signal: string;
  "signal-strong": string;
  "signal-soft": string;
  "on-signal": string;
}

/**
 * The colours that follow from an accent: as it is on light pages, and of the same hue, but light enough, on dark ones.
 * @param accent `#rrggbb`, one that `isReadableAccent`
 */
export function accentColours(accent: string): { light: AccentColours; dark: AccentColours } {
  const [lightness] = labOf(accent);
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
      "signal-soft": softOf(accent, LIGHT.paper),
      "on-signal": LIGHT.text,
    },
    dark: {
      signal: onDark,
      "signal-strong": atLightness(accent, darkLightness + STEP),
      "signal-soft": softOf(onDark, paper),
      "on-signal": text,
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
