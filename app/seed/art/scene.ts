import { darken, lighten, mix } from "./color";
import type { Backdrop, Paint } from "./palette";
import { PART_DEFS } from "./parts";
import type { Figure } from "./spec";
import { WHEEL_DEFS } from "./wheels";

export const WIDTH = 1600;
export const HEIGHT = 1067;
/** Where the wheels touch the floor, and where floor meets wall, in pixels. */
const GROUND = 826;
const HORIZON = 706;

const linear = (
  id: string,
  stops: readonly (readonly [number, string, number?])[],
  attrs = 'x1="0" y1="0" x2="0" y2="1"',
) =>
  `<linearGradient id="${id}" ${attrs}>${stops
    .map(([at, color, opacity = 1]) => `<stop offset="${at}" stop-color="${color}" stop-opacity="${opacity}"/>`)
    .join("")}</linearGradient>`;

function behind(backdrop: Backdrop): string {
  const { shape, wall } = backdrop;
  switch (backdrop.kind) {
    case "disc":
      return `<circle cx="800" cy="500" r="392" fill="${shape}"/><circle cx="800" cy="500" r="392" fill="url(#sheen)"/>`;
    case "arch":
      return `<path d="M210 ${HORIZON}V560A590 500 0 0 1 1390 560V${HORIZON}Z" fill="${darken(wall, 0.14)}"/>
        <path d="M228 ${HORIZON}V562A572 480 0 0 1 1372 562V${HORIZON}Z" fill="${shape}"/>
        <path d="M228 ${HORIZON}V562A572 480 0 0 1 1372 562V${HORIZON}Z" fill="url(#sheen)"/>`;
    case "door":
      return `<rect x="150" y="120" width="1300" height="600" fill="${darken(wall, 0.2)}"/>${Array.from(
        { length: 5 },
        (_, row) =>
          Array.from(
            { length: 4 },
            (_, col) =>
              `<rect x="${162 + col * 320.5}" y="${132 + row * 118}" width="314" height="112" fill="${row === 1 ? lighten(shape, 0.42) : shape}"/>
                <path d="M${162 + col * 320.5} ${133 + row * 118}h314" stroke="${lighten(shape, 0.35)}" stroke-width="2.500"/>`,
          ).join(""),
      ).join("")}<rect x="150" y="120" width="1300" height="600" fill="url(#sheen)"/>`;
    case "window":
      return `<g fill="${shape}" opacity=".75">${[0, 1, 2]
        .map(
          (i) =>
            `<path d="M${330 + i * 300} 96h262l120 ${i === 1 ? 260 : 260}h-262zM${462 + i * 300} 382h262l142 338h-262z"/>`,
        )
        .join("")}</g>`;
    case "hills":
      return `<circle cx="1180" cy="330" r="112" fill="${lighten(wall, 0.55)}"/><path d="M0 560C180 470 330 440 520 500C700 556 860 430 1060 420C1260 412 1420 480 1600 450V${HORIZON + 4}H0Z" fill="${mix(wall, shape, 0.45)}"/>
        <path d="M0 640C220 560 420 590 640 610C880 630 1060 540 1280 540C1420 540 1520 560 1600 580V${HORIZON + 4}H0Z" fill="${shape}"/>
        <path d="M0 ${HORIZON - 40}C300 ${HORIZON - 84} 560 ${HORIZON - 36} 800 ${HORIZON - 48}C1080 ${HORIZON - 62} 1340 ${HORIZON - 86} 1600 ${HORIZON - 52}V${HORIZON + 4}H0Z" fill="${darken(shape, 0.2)}"/>`;
    case "pines":
      return `<path d="M0 600C300 540 620 570 900 560S1400 520 1600 560V${HORIZON + 4}H0Z" fill="${mix(wall, shape, 0.3)}"/>${[
        70, 190, 280, 1290, 1385, 1500, 420, 1180,
      ]
        .map((x, i) => {
          const [h, w] = [300 + ((i * 67) % 150), 62 + ((i * 29) % 34)];
          return `<path d="M${x - 6} ${HORIZON}V${HORIZON - 60}h12V${HORIZON}Z" fill="${darken(shape, 0.5)}"/><path d="M${x} ${HORIZON - h}L${x + w} ${HORIZON - 40}H${x - w}Z" fill="${i > 5 ? mix(shape, wall, 0.45) : shape}"/><path d="M${x} ${HORIZON - h}L${x + w} ${HORIZON - 40}H${x}Z" fill="#000" opacity=".1"/>`;
        })
        .join("")}`;
    case "town":
      return `<circle cx="420" cy="270" r="86" fill="${lighten(wall, 0.6)}"/>${Array.from({ length: 9 }, (_, i) => {
        const [x, h] = [i * 182 - 20, 250 + ((i * 83) % 170)];
        const tone = i % 2 ? mix(shape, wall, 0.28) : shape;
        const panes = Array.from(
          { length: 6 },
          (__, n) =>
            `<rect x="${x + 34 + (n % 2) * 70}" y="${HORIZON - h + 50 + Math.floor(n / 2) * 84}" width="34" height="46" fill="${lighten(tone, 0.45)}"/>`,
        ).join("");
        return `<path d="M${x} ${HORIZON}V${HORIZON - h}L${x + 91} ${HORIZON - h - (i % 3) * 46}L${x + 182} ${HORIZON - h}V${HORIZON}Z" fill="${tone}"/>${panes}`;
      }).join("")}`;
    case "bands":
      return [0.1, 0.35, 0.6]
        .map(
          (t, i) =>
            `<path d="M-20 ${360 + i * 74}C360 ${360 + i * 74} 560 ${210 + i * 74} 900 ${210 + i * 74}H1640V${284 + i * 74}H900C590 ${284 + i * 74} 380 ${434 + i * 74} -20 ${434 + i * 74}Z" fill="${mix(shape, wall, t)}"/>`,
        )
        .join("");
    case "cyclorama":
      return `<ellipse cx="640" cy="380" rx="980" ry="520" fill="url(#glow)"/>`;
  }
}

/** Wall, floor and light, without the vehicle. */
export function studio(backdrop: Backdrop): string {
  const { wall, floor, shape, kind } = backdrop;
  const seamless = kind === "cyclorama";
  return `<defs>${linear("wall", [
    [0, lighten(wall, 0.16)],
    [0.68, wall],
    [1, seamless ? floor : darken(wall, 0.05)],
  ])}${linear("floor", [
    [0, seamless ? floor : darken(floor, 0.12)],
    [0.3, floor],
    [1, lighten(floor, 0.12)],
  ])}${linear(
    "sheen",
    [
      [0, "#fff", 0.2],
      [0.5, "#fff", 0],
      [1, "#000", 0.14],
    ],
    'x1="0" y1="0" x2=".6" y2="1"',
  )}<radialGradient id="glow"><stop offset="0" stop-color="${lighten(shape, 0.15)}" stop-opacity=".95"/><stop offset="1" stop-color="${shape}" stop-opacity="0"/></radialGradient><radialGradient id="vignette" cx=".42" cy=".42" r=".8"><stop offset=".55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#0b0d12" stop-opacity=".26"/></radialGradient></defs><rect width="${WIDTH}" height="${HORIZON + 4}" fill="url(#wall)"/>${behind(backdrop)}<rect y="${HORIZON}" width="${WIDTH}" height="${HEIGHT - HORIZON}" fill="url(#floor)"/>${
    seamless
      ? `<rect y="${HORIZON - 60}" width="${WIDTH}" height="120" fill="url(#wallfade)"/>`
      : `<rect y="${HORIZON}" width="${WIDTH}" height="3" fill="${lighten(floor, 0.3)}" opacity=".55"/>
        <rect y="${HORIZON - 12}" width="${WIDTH}" height="12" fill="${darken(wall, 0.22)}" opacity="${kind === "hills" ? 0 : 0.5}"/>`
  }`;
}

/** A closed svg document. `view` is the part of the 1600 x 1067 scene that is shown. */
export function document(content: string, view: readonly [number, number, number] = [0, 0, WIDTH]): string {
  const [x, y, width] = view.map((v) => Math.round(v)) as [number, number, number];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="${x} ${y} ${width} ${((width * HEIGHT) / WIDTH).toFixed(1)}" preserveAspectRatio="xMidYMid slice">${content}</svg>`;
}

/** Pixels per centimetre at which the figure fills the studio well. */
export const scaleOf = (figure: Figure): number =>
  Math.min(1270 / figure.length, 600 / figure.height, figure.length > 250 ? 3.75 : 9);

/** A point of the figure (cm) in scene pixels. */
export function toScene(figure: Figure, [x, y]: readonly [number, number], mirrored = false): [number, number] {
  const s = scaleOf(figure);
  const dx = (x - figure.length / 2) * s;
  return [WIDTH / 2 + (mirrored ? -dx : dx), GROUND - y * s];
}

/** The figure in its studio: shadow, reflection in the floor, the drawing itself. */
export function stage(figure: Figure, paint: Paint, backdrop: Backdrop, mirrored = false): string {
  const s = scaleOf(figure);
  const half = (figure.length / 2) * s;
  const placed = `translate(800 ${GROUND}) scale(${mirrored ? -s : s} ${-s}) translate(${-figure.length / 2} 0)`;
  const reflected = `translate(800 ${GROUND}) scale(${mirrored ? -s : s} ${s}) translate(${-figure.length / 2} 0)`;
  const contact = figure.wheels
    .map(({ x, r }) => `<ellipse cx="${x}" cy="-1" rx="${r * 0.95}" ry="3.400" fill="url(#contact)"/>`)
    .join("");
  const pools = figure.wheels.map(({ x, r }) => `<circle cx="${x}" cy="${r}" r="${r}" fill="url(#pool)"/>`).join("");
  return `${studio(backdrop)}<defs>${linear("pool", [
    [0, "#101114", 0.34],
    [0.6, "#101114", 0],
  ])}${WHEEL_DEFS}${PART_DEFS}<radialGradient id="shadow"><stop offset="0" stop-color="#07080b" stop-opacity=".62"/><stop offset=".55" stop-color="#07080b" stop-opacity=".34"/><stop offset="1" stop-color="#07080b" stop-opacity="0"/></radialGradient><radialGradient id="contact"><stop offset="0" stop-color="#000" stop-opacity=".85"/><stop offset=".6" stop-color="#000" stop-opacity=".5"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>${linear(
    "mirror",
    [
      [0, paint.base, 0],
      [0.6, mix(paint.base, backdrop.floor, 0.35), 0.06],
      [1, mix(paint.base, backdrop.floor, 0.35), 0.3],
    ],
    `gradientUnits="userSpaceOnUse" x1="0" y1="${figure.height * 0.62}" x2="0" y2="12"`,
  )}</defs><g transform="${reflected}"><path d="${figure.outline}" fill="url(#mirror)"/>${pools}</g><ellipse cx="815" cy="${GROUND + 6}" rx="${half * 1.12}" ry="50" fill="url(#shadow)"/><ellipse cx="806" cy="${GROUND - 8}" rx="${half * 0.96}" ry="24" fill="url(#shadow)"/><g transform="${placed}">${contact}${figure.draw(paint)}</g><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#vignette)"/>`;
}
