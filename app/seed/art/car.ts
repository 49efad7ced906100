import { darken, lighten, mix } from "./color";
import type { Paint } from "./palette";
import type { CarSpec, Figure } from "./spec";
import { drawWheel } from "./wheels";

const stop = (at: number, color: string, opacity = 1) =>
  `<stop offset="${at.toFixed(3)}" stop-color="${color}"${opacity < 1 ? ` stop-opacity="${opacity}"` : ""}/>`;

/** Body paint as a gradient: lit roof, bright shoulder, shaded sill with some reflected light. */
function paintGradient(id: string, base: string, spec: CarSpec): string {
  const top = spec.height;
  const span = top - spec.sill;
  const at = (y: number) => Math.min(1, Math.max(0, (top - y) / span));
  const mid = spec.sill + (spec.belt - spec.sill) * 0.46;
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="${top}" x2="0" y2="${spec.sill}">${stop(0, lighten(base, 0.5))}
    ${stop(at(top - 7), lighten(base, 0.2))}${stop(at(spec.belt + 9), base)}${stop(at(spec.belt + 3), lighten(base, 0.1))}
    ${stop(at(spec.belt - 1), lighten(base, 0.4))}${stop(at(spec.belt - 7), lighten(base, 0.16))}
    ${stop(at(mid + 7), base)}${stop(at(mid), darken(base, 0.24))}${stop(at(mid - 3), darken(base, 0.16))}
    ${stop(at(spec.sill + 7), darken(base, 0.42))}${stop(1, darken(base, 0.6))}</linearGradient>`;
}

/** Light and shade that follow the outline, laid on in thin strokes rather than blurred. */
function modelling(spec: CarSpec): string {
  const rings = [16, 12, 8.5, 5.5, 3]
    .map((width) => `<path d="${spec.outline}" fill="none" stroke="url(#edge)" stroke-width="${width}"/>`)
    .join("");
  return `<g clip-path="url(#body)">${rings}<rect x="-20" y="0" width="${spec.length + 60}" height="${spec.height + 20}" fill="url(#ends)"/></g>`;
}

function glass(spec: CarSpec, paint: Paint): string {
  if (!spec.glass?.length) return "";
  const d = spec.glass.join("");
  const streak = (x: number, width: number, opacity: number) =>
    `<path d="M${x} 0l${spec.height * 0.75} ${spec.height * 1.2}h${width}l${-spec.height * 0.75} ${-spec.height * 1.2}z" fill="#fff" opacity="${opacity}"/>`;
  return `<clipPath id="glass"><path d="${d}"/></clipPath><path d="${d}" fill="#0b0d10" stroke="#0b0d10" stroke-width="2.6" stroke-linejoin="round"/>
    <g clip-path="url(#glass)"><rect x="0" y="0" width="${spec.length}" height="${spec.height}" fill="url(#glassfill)"/>
    ${spec.inside?.(paint) ?? ""}${streak(spec.length * 0.2, 26, 0.16)}${streak(spec.length * 0.29, 9, 0.12)}
    ${streak(spec.length * 0.47, 40, 0.12)}<path d="${d}" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="1.2" transform="translate(0 -.8)"/>
    </g>`;
}

function arches(spec: CarSpec): string {
  return spec.wheels
    .filter((wheel) => wheel.arch !== undefined)
    .map(({ x, r, arch = 0 }) => {
      const R = r + arch;
      return `<g clip-path="url(#body)"><circle cx="${x}" cy="${r + 1}" r="${R + 1.8}" fill="#fff" opacity=".2"/>
        <circle cx="${x}" cy="${r + 1}" r="${R + 1}" fill="#000" opacity=".35"/><circle cx="${x}" cy="${r + 1}" r="${R}" fill="#0d0e11"/>
        </g>`;
    })
    .join("");
}

/** Turns a car's measurements and paths into a figure that draws itself in any paint. */
export function car(spec: CarSpec): Figure {
  const draw = (paint: Paint) => {
    const second = spec.secondColor?.(paint) ?? paint.second;
    const first = spec.wheels[0]?.x ?? 0;
    const last = spec.wheels.at(-1)?.x ?? spec.length;
    const defs = `<defs>${paintGradient("paint", paint.base, spec)}${paintGradient("second", second, spec)}
      <clipPath id="body"><path d="${spec.outline}"/></clipPath><linearGradient id="edge" gradientUnits="userSpaceOnUse" x1="0" y1="${spec.height}" x2="0" y2="${spec.sill}">${stop(0, "#fff", 0.13)}
      ${stop(0.5, "#fff", 0.045)}${stop(0.7, "#000", 0.02)}${stop(1, "#000", 0.13)}</linearGradient><linearGradient id="ends" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="${spec.length}" y2="0">${stop(0, "#000", 0.2)}
      ${stop(0.05, "#000", 0.02)}${stop(0.12, "#fff", 0.1)}${stop(0.3, "#fff", 0)}${stop(0.8, "#000", 0.02)}
      ${stop(0.94, "#000", 0.18)}${stop(1, "#000", 0.42)}</linearGradient><linearGradient id="glassfill" gradientUnits="userSpaceOnUse" x1="0" y1="${spec.height}" x2="0" y2="${spec.belt}">${stop(0, "#2a3339")}
      ${stop(0.5, "#46545b")}${stop(1, "#6b7a7f")}</linearGradient></defs>`;
    const open = spec.wheels.every((wheel) => wheel.arch === undefined);
    const under = open
      ? ""
      : `<path d="M${first} ${spec.sill - 6}L${last} ${spec.sill - 6}L${last + 40} ${spec.sill + 8}L${first - 40} ${spec.sill + 8}Z" fill="#08090b"/>`;
    const twoTone = spec.second ? `<path d="${spec.second}" fill="url(#second)" clip-path="url(#body)"/>` : "";
    const rimColor = spec.rim === "hubcap" || spec.rim === "steel" ? mix(paint.second, "#e8e2d4", 0.5) : paint.base;
    const wheels = spec.wheels.map((w) => drawWheel(w.x, w.r, w.rim ?? spec.rim, rimColor, 0.68, w.whitewall)).join("");
    return `${defs}${under}${spec.behind?.(paint) ?? ""}<path d="${spec.outline}" fill="url(#paint)"/>
      ${twoTone}${modelling(spec)}${glass(spec, paint)}${spec.over(paint)}${arches(spec)}${wheels}${spec.last?.(paint) ?? ""}`;
  };
  return { ...spec, draw };
}
