import { darken, lighten } from "../color";
import type { Paint } from "../palette";
import { seam, seat, steering, strip, tube } from "../parts";

/** A wing that stands out around a wheel at `x`; `reach` is its half width. */
export const wing = (x: number, r: number, reach: number): string => {
  const top = r * 2 + 14;
  const d = `M${x - reach} ${r + 2}C${x - reach + 2} ${top - 8} ${x - 24} ${top + 2} ${x + 2} ${top}C${x + 28} ${top - 2} ${x + reach - 8} ${r + 26} ${x + reach} ${r - 4}L${x - reach + 6} ${r - 6}Z`;
  return `<path d="${d}" fill="url(#paint)" stroke="#07080b" stroke-opacity=".4" stroke-width=".8"/>
    <path d="M${x - reach + 4} ${r + 12}C${x - reach + 10} ${top - 10} ${x - 20} ${top - 3} ${x + 2} ${top - 4}C${x + 22} ${top - 5} ${x + reach - 16} ${r + 26} ${x + reach - 8} ${r + 6}" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="2"/>`;
};

/** A black step between the wings. */
export const runningBoard = (from: number, to: number, y: number): string =>
  `<path d="M${from} ${y + 3}H${to}V${y - 4}H${from}Z" fill="#17191d"/>${strip(`M${from} ${y + 2}H${to}`, 1.2)}`;

/** A thick line along the side. */
export const rubStrip = (from: number, to: number, y: number, color: string, width: number): string =>
  `<path d="M${from} ${y}L${to} ${y}" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/>`;

/** A fabric roof along a line. */
export const fabricRoof = (d: string, color: string): string =>
  `<path d="${d}" fill="none" stroke="${darken(color, 0.4)}" stroke-width="7" stroke-linecap="round"/><path d="${d}" fill="none" stroke="${lighten(color, 0.3)}" stroke-opacity=".7" stroke-width="1.4" transform="translate(0 2)"/>`;

/** A small wing at the upper edge of a tailgate. */
export const hatchSpoiler = (x: number, y: number, color: string): string =>
  `<path d="M${x - 14} ${y + 4}C${x} ${y + 5} ${x + 12} ${y + 3} ${x + 22} ${y - 2}C${x + 16} ${y - 6} ${x + 8} ${y - 9} ${x - 2} ${y - 8}Z" fill="${color}" stroke="#07080b" stroke-opacity=".5" stroke-width=".6"/>`;

/** What is seen above the flanks of an open car: seats, wheel and screen; the cockpit runs from `from` to `to`. */
export const openCockpit = (paint: Paint, from: number, to: number, y: number, screen = 34): string => {
  const at = to - 62;
  return `<path d="M${from + 20} ${y - 6}H${to + 4}V${y + 4}H${from + 24}Z" fill="${darken(paint.leather, 0.6)}"/>
    ${seat(at, y - 8, paint.leather, 46)}${steering(at - 10, y + 12, 13, "#3a2517")}
    <path d="M${to - 8} ${y - 6}C${to - 4} ${y + 12} ${to + 26} ${y + 14} ${to + 40} ${y - 4}Z" fill="${darken(paint.leather, 0.7)}"/>
    <path d="M${from} ${y}L${from + screen * 0.72} ${y + screen}L${from + screen * 0.72 + 5} ${y + screen - 1}L${from + 15} ${y - 2}Z" fill="#dfeaee" opacity=".55"/>
    ${strip(`M${from} ${y}L${from + screen * 0.74} ${y + screen}`, 2.6)}${strip(`M${from + 15} ${y - 2}L${from + screen * 0.74 + 4} ${y + screen - 1}`, 1.3)}`;
};

/** A folded hood behind the seats. */
export const foldedHood = (x: number, y: number): string =>
  `<path d="M${x} ${y - 4}C${x + 4} ${y + 12} ${x + 40} ${y + 12} ${x + 52} ${y - 6}Z" fill="#26241f"/><path d="M${x + 6} ${y + 4}C${x + 16} ${y + 9} ${x + 34} ${y + 8} ${x + 44} ${y}" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="1.2"/>`;

/** Rails with boards on a roof. */
export const roofRack = (from: number, to: number, y: number, load = ""): string =>
  `${tube(`M${from} ${y + 8}H${to}`, 2.8, "#8d9398")}${Array.from({ length: 4 }, (_, i) => tube(`M${from + 8 + ((to - from - 16) * i) / 3} ${y}V${y + 8}`, 2.2, "#5d646b")).join("")}${load}`;

/** A suitcase on a rack. */
export const suitcase = (x: number, y: number, width: number, height: number, color: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="${color}"/><path d="M${x + width * 0.22} ${y}v${height}M${x + width * 0.78} ${y}v${height}" stroke="${lighten(color, 0.4)}" stroke-width="2.4"/><path d="M${x} ${y + height * 0.55}h${width}" stroke="#000" stroke-opacity=".35" stroke-width="1"/>`;

/** A spare wheel behind the tail, seen edge on. */
export const spareBehind = (x: number, y: number, r: number): string =>
  `<rect x="${x - 8}" y="${y - 8}" width="12" height="16" fill="#0e0f12"/><rect x="${x}" y="${y - r}" width="20" height="${r * 2}" rx="8" fill="#202226"/><path d="M${x + 5} ${y - r + 6}V${y + r - 6}M${x + 13} ${y - r + 6}V${y + r - 6}" stroke="#fff" stroke-opacity=".12" stroke-width="2"/>`;

/** A number on a white disc. */
export const roundel = (x: number, y: number, r: number): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="#f4f0e6"/><circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#000" stroke-opacity=".2" stroke-width=".8"/>${seam(`M${x} ${y - r}v1`, 0.2)}`;
