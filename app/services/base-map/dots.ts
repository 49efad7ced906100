import type { MapBox } from "~/lib/geo";

/** Dots of one diameter; coordinates as x, y, x, y …, integers. */
export interface Dots {
  width: number;
  at: number[];
}

/** Serializes: one line per diameter, which starts with it and goes on with SVG path data. */
export function formatDots(dots: Dots[]): string {
  return dots.map(({ width, at }) => `${width} ${pathOf(at)}`).join("\n");
}

export function parseDots(text: string): Dots[] {
  if (text === "") return [];
  return text.split("\n").map((line) => {
    const space = line.indexOf(" ");
    const at: number[] = [];
    for (const [, dx, dy] of line.slice(space).matchAll(/m(-?\d+)[ ]?(-?\d+)h0/g)) {
      at.push((at.at(-2) ?? 0) + Number(dx), (at.at(-1) ?? 0) + Number(dy));
    }
    return { width: Number(line.slice(0, space)), at };
  });
}

/** The dots that overlap `box`. */
export function cutDots(dots: Dots[], box: MapBox): Dots[] {
  return dots.flatMap(({ width, at }) => {
    const reach = width / 2;
    const inside: number[] = [];
    for (let i = 0; i < at.length; i += 2) {
      const [x, y] = [at[i]!, at[i + 1]!];
      const shows = x > box.west - reach && x < box.east + reach && y > box.north - reach && y < box.south + reach;
      if (shows) inside.push(x, y);
    }
    return inside.length > 0 ? [{ width, at: inside }] : [];
  });
}

/** Zero-length lines, which round caps draw as dots. */
function pathOf(at: number[]): string {
  let path = "";
  for (let i = 0; i < at.length; i += 2) {
    const dx = at[i]! - (at[i - 2] ?? 0);
    const dy = at[i + 1]! - (at[i - 1] ?? 0);
    path += `m${dx}${dy < 0 ? dy : ` ${dy}`}h0`;
  }
  return path;
}
