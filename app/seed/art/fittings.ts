import { amber, clear, handle, lamp, red, seam } from "./parts";
import type { Outline, Profile } from "./spec";

/** The head lamp on the nose's edge. */
export function frontLamp([kind, y, size]: NonNullable<Profile["lamp"]>, outline: Outline): string {
  const x = outline.nose(y);
  switch (kind) {
    case "round":
      return lamp(x + 4.5, y, 3.2, size);
    case "wing":
      return lamp(x + 6, y, size * 0.55, size, 22);
    case "square": {
      const [top, low] = [outline.nose(y + size / 2), outline.nose(y - size / 2)];
      return `${clear(`M${top + 0.5} ${y + size / 2}h9v${-size}L${low + 0.5} ${y - size / 2}Z`)}${amber(`M${x + 11} ${y + size / 2}h7v${-size}h-7z`)}`;
    }
    case "slim":
      return clear(
        `M${x + 1} ${y}C${x + size * 0.6} ${y + 2} ${x + size * 1.2} ${y + 5} ${x + size * 2} ${y + 7}C${x + size * 1.6} ${y + 1} ${x + size} ${y - 4} ${x + 2} ${y - 4}Z`,
      );
  }
}

/** The tail lamp on the tail's edge. */
export function tailLamp([kind, y, size]: NonNullable<Profile["tail"]>, outline: Outline): string {
  const x = outline.tail(y);
  const [top, low] = [outline.tail(y + size / 2), outline.tail(y - size / 2)];
  switch (kind) {
    case "round":
      return `<ellipse cx="${x - 3}" cy="${y}" rx="2.6" ry="${size / 2}" fill="#b0160f" stroke="#dfe3e5" stroke-width="1.2"/>`;
    case "tall":
      return red(`M${top - 0.4} ${y + size / 2}L${low - 0.4} ${y - size / 2}h-6L${top - 5} ${y + size / 2}Z`);
    case "block":
      return red(`M${top - 0.4} ${y + size / 2}L${low - 0.4} ${y - size / 2}h-13v${size}Z`);
    case "amber":
      return `${red(`M${top - 0.4} ${y + size / 2}L${x - 0.4} ${y}h-11v${size / 2}Z`)}${amber(`M${x - 0.4} ${y}L${low - 0.4} ${y - size / 2}h-11v${size / 2}Z`)}`;
  }
}

/** A bumper at the end of the car; `way` is 1 at the nose, -1 at the tail. */
export function bumper(kind: "chrome" | "black" | "body", x: number, y: number, way: 1 | -1): string {
  const at = (dx: number) => (x + dx * way).toFixed(1);
  if (kind === "chrome") {
    return `<path d="M${at(-6)} ${y}C${at(-7)} ${y + 4.5} ${at(-5)} ${y + 5.5} ${at(-1)} ${y + 5.5}L${at(34)} ${y + 5}L${at(35)} ${y - 1}L${at(2)} ${y - 2.5}L${at(1)} ${y - 6}L${at(-4)} ${y - 6}Z" fill="url(#chrome)" stroke="#23262b" stroke-opacity=".55" stroke-width=".5"/>`;
  }
  const fill = kind === "black" ? "#202226" : "url(#paint)";
  const light = kind === "black" ? 0.2 : 0.4;
  return `<path d="M${at(-4)} ${y - 7}C${at(-6)} ${y} ${at(-5)} ${y + 7} ${at(0)} ${y + 7.5}L${at(36)} ${y + 7.5}L${at(37)} ${y - 6}L${at(10)} ${y - 9}Z" fill="${fill}" stroke="#07080b" stroke-opacity=".4" stroke-width=".6"/>
    <path d="M${at(-3)} ${y + 5.5}L${at(36)} ${y + 6}" stroke="#fff" stroke-opacity="${light}" stroke-width="1.1"/>`;
}

/** Shut lines and handles of two or four doors. */
export function doorSeams(doors: readonly number[], spec: Profile, outline: Outline): string {
  const { sill, glass, wheels, belt } = spec;
  const base = glass?.base[0] ?? belt + 2;
  const low = sill + 5;
  const [hinge, end, last] = doors as [number, number, number?];
  const roof = (x: number) => (glass ? outline.top(x) - 3 : base);
  const up = glass ? `L${end + ((glass.pillarLean ?? 0) * (roof(end) - base)) / 100} ${roof(end)}` : "";
  const front = seam(
    `M${hinge} ${base}C${hinge - 6} ${base - 16} ${hinge - 5} ${low + 14} ${hinge + 1} ${low}L${end - 1} ${low}C${end + 3} ${low + 16} ${end + 2} ${base - 14} ${end} ${base}${up}`,
  );
  const grip = handle(end - 20, base - 10, 12);
  if (last === undefined) return `${front}${grip}`;
  const [, axle, radius, rear = radius] = wheels;
  const edge = Math.min(axle - rear - 6, last);
  const away = last > edge + 2;
  const back = away
    ? `L${edge} ${low}C${edge + 4} ${low + 22} ${axle - rear * 0.4} ${rear * 2 + 8} ${last} ${rear * 2 + 10}L${last} ${base}`
    : `L${last} ${low}L${last} ${base}`;
  return `${front}${grip}${seam(`M${end} ${low}${back}`)}${handle(last - 20, base - 10, 12)}`;
}

/** Lips around the wheel arches, in black or in the paint's light. */
export function lipped(wheels: Profile["wheels"], arch: number, kind: "body" | "black", sill: number): string {
  const [front, rear, radius, rearRadius = radius] = wheels;
  return (
    [
      [front, radius],
      [rear, rearRadius],
    ] as const
  )
    .map(([x, r]) => {
      const R = r + arch + 2;
      const drop = Math.max(-R, Math.min(R, sill - r));
      const dx = Math.sqrt(R * R - drop * drop);
      const d = `M${x - dx} ${r + drop}A${R} ${R} 0 ${drop < 0 ? 1 : 0} 0 ${x + dx} ${r + drop}`;
      return kind === "black"
        ? `<path d="${d}" fill="none" stroke="#17191d" stroke-width="6"/><path d="M${x - R * 0.7} ${r + R * 0.78}A${R + 2} ${R + 2} 0 0 0 ${x + R * 0.2} ${r + R * 1.04}" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="1"/>`
        : `<path d="${d}" fill="none" stroke="#000" stroke-opacity=".28" stroke-width="5"/><path d="${d}" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="1.6" transform="translate(0 1.6)"/>`;
    })
    .join("");
}
