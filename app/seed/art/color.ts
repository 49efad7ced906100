/** Mixes two `#rrggbb` colours; `t` is the share of the second, 0 to 1. */
export function mix(a: string, b: string, t: number): string {
  const channel = (at: number) => {
    const from = Number.parseInt(a.slice(at, at + 2), 16);
    const to = Number.parseInt(b.slice(at, at + 2), 16);
    return Math.round(from + (to - from) * t)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** The colour moved towards warm white by the share `t`. */
export const lighten = (color: string, t: number): string => mix(color, "#fffaf0", t);

/** The colour moved towards blue black by the share `t`. */
export const darken = (color: string, t: number): string => mix(color, "#0a0c12", t);
