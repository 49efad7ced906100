import { darken, lighten } from "./color";

const RIMS = ["wire", "five", "minilite", "mesh", "hubcap", "steel", "torque", "turbine", "moto", "dish"] as const;
export type Rim = (typeof RIMS)[number];

const around = (count: number, draw: (angle: number) => string) =>
  Array.from({ length: count }, (_, i) => draw((i * 360) / count)).join("");

const spoke = (count: number, d: string, fill: string, extra = "") =>
  around(count, (angle) => `<path d="${d}" fill="${fill}" transform="rotate(${angle})" ${extra}/>`);

const METAL = "url(#rim)";
const DARK = "#15171b";

/** The face inside the tyre; drawn for a rim of radius 100. */
function face(rim: Rim, color: string): string {
  const disc = `<circle r="92" fill="${DARK}"/><circle r="62" fill="#54595f"/><circle r="60" fill="#73787d"/><circle r="34" fill="#3b3f45"/>`;
  const lip = `<circle r="95" fill="none" stroke="${METAL}" stroke-width="9"/><circle r="90" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="2"/>`;
  const cap = (r: number, fill = METAL) =>
    `<circle r="${r}" fill="${fill}" stroke="#000" stroke-opacity=".3" stroke-width="2"/><ellipse cx="${-r * 0.25}" cy="${-r * 0.3}" rx="${r * 0.45}" ry="${r * 0.3}" fill="#fff" opacity=".35"/>`;
  const nuts = (count: number, at: number, r = 4) =>
    around(
      count,
      (angle) => `<circle cy="${-at}" r="${r}" fill="#23262b" transform="rotate(${angle + 360 / count / 2})"/>`,
    );
  switch (rim) {
    case "wire":
      return `<circle r="92" fill="#1c1e22"/><circle r="70" fill="#2b2e33"/>${around(
        36,
        (a) =>
          `<path d="M-7 -16L${a % 20 ? 6 : -10} -90" stroke="${a % 20 ? "#d9dde0" : "#9aa1a7"}" stroke-width="2.6" transform="rotate(${a})"/>`,
      )}${lip}${cap(21)}<path d="M-34 -5L-12 -8L12 8L34 5L12 -8L-12 8Z" fill="${METAL}" transform="rotate(28)"/>${cap(11)}`;
    case "five":
      return `${disc}${spoke(5, "M-13 -20C-17 -45 -27 -70 -31 -92L31 -92C27 -70 17 -45 13 -20Z", METAL)}
        ${spoke(5, "M-6 -30C-7 -50 -11 -68 -14 -82L14 -82C11 -68 7 -50 6 -30Z", DARK, 'opacity=".82"')}
        ${lip}${cap(24)}${nuts(5, 32)}`;
    case "minilite":
      return `${disc}${spoke(8, "M-10 -20L-8 -70L-16 -92L16 -92L8 -70L10 -20Z", METAL)}${lip}${cap(30)}${nuts(4, 22, 3.6)}${cap(11, "#2a2d32")}`;
    case "mesh":
      return `<circle r="92" fill="${DARK}"/>${around(
        16,
        (a) =>
          `<path d="M0 -26L16 -58L0 -90M0 -26L-16 -58L0 -90" fill="none" stroke="${METAL}" stroke-width="5.4" transform="rotate(${a})"/>`,
      )}<circle r="95" fill="none" stroke="${METAL}" stroke-width="15"/><circle r="87" fill="none" stroke="#000" stroke-opacity=".4" stroke-width="2"/>${cap(30)}${nuts(5, 20, 3.4)}`;
    case "hubcap":
      return `<circle r="95" fill="${color}"/><circle r="95" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="5"/>
        <circle r="84" fill="${darken(color, 0.25)}"/><circle r="80" fill="${color}"/>${around(12, (a) => `<ellipse cy="-72" rx="9" ry="4.5" fill="${DARK}" transform="rotate(${a})"/>`)}
        <circle r="58" fill="url(#dome)" stroke="#000" stroke-opacity=".35" stroke-width="2"/>
        <circle r="40" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="3"/><circle r="14" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="3"/>`;
    case "steel":
      return `<circle r="95" fill="${color}"/><circle r="95" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="6"/>
        <circle r="80" fill="${darken(color, 0.22)}"/><circle r="76" fill="${lighten(color, 0.08)}"/>
        ${around(8, (a) => `<ellipse cy="-60" rx="11" ry="8" fill="${DARK}" transform="rotate(${a})"/>`)}
        <circle r="40" fill="${darken(color, 0.16)}"/><circle r="37" fill="${color}"/>${nuts(5, 26, 5)}
        ${cap(15)}`;
    case "torque":
      return `${disc}${spoke(5, "M-16 -16L-21 -92L21 -92L16 -16Z", "url(#rimdark)")}${spoke(5, "M-9 -26L-13 -92L13 -92L9 -26Z", METAL)}
        <circle r="95" fill="none" stroke="${METAL}" stroke-width="14"/><circle r="88" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="2"/>
        ${cap(26)}${nuts(5, 35, 4.4)}`;
    case "turbine":
      return `${disc}${spoke(10, "M-9 -22C-15 -48 -8 -74 6 -92L22 -88C10 -70 4 -46 8 -22Z", METAL)}${lip}${cap(27)}${nuts(5, 36, 3.6)}`;
    case "moto":
      return `<g fill="none">${around(
        32,
        (a) =>
          `<path d="M${a % 45 ? -9 : 9} -12L${a % 45 ? 5 : -5} -92" stroke="${a % 45 ? "#c9ced2" : "#8f959b"}" stroke-width="1.5" transform="rotate(${a})"/>`,
      )}<circle r="94" stroke="${METAL}" stroke-width="8"/></g><circle r="44" fill="none" stroke="#8c9298" stroke-width="13"/>${around(20, (a) => `<circle cy="-44" r="2.2" fill="#2a2d32" transform="rotate(${a})"/>`)}
        <circle r="44" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="1.5"/>
        ${cap(17)}`;
    case "dish":
      return `<circle r="94" fill="url(#dome)"/><circle r="94" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="4"/>
        <circle r="78" fill="${darken(color, 0.12)}"/><circle r="74" fill="${color}"/><path d="M-74 0A74 74 0 0 1 0 -74L0 0Z" fill="#fff" opacity=".12"/>
        ${nuts(6, 46, 4.4)}${cap(26)}`;
  }
}

/** Gradients that wheels (and chrome) refer to; once per picture. */
export const WHEEL_DEFS = `<linearGradient id="rim" gradientUnits="userSpaceOnUse" x1="-70" y1="-80" x2="60" y2="80"><stop offset="0" stop-color="#fbfbf8"/>
  <stop offset=".45" stop-color="#c3c8cc"/><stop offset=".75" stop-color="#878e95"/><stop offset="1" stop-color="#b9bfc4"/>
  </linearGradient><linearGradient id="rimdark" gradientUnits="userSpaceOnUse" x1="-70" y1="-80" x2="60" y2="80"><stop offset="0" stop-color="#8b9096"/>
  <stop offset="1" stop-color="#44494f"/></linearGradient><linearGradient id="dome" x1="0.1" y1="0" x2=".75" y2="1"><stop offset="0" stop-color="#fff"/>
  <stop offset=".42" stop-color="#cfd4d8"/><stop offset=".52" stop-color="#7b838a"/><stop offset=".7" stop-color="#a9b0b6"/>
  <stop offset="1" stop-color="#e2e5e7"/></linearGradient><radialGradient id="tyre"><stop offset=".6" stop-color="#202226"/>
  <stop offset=".8" stop-color="#34373c"/><stop offset=".93" stop-color="#26282c"/><stop offset="1" stop-color="#141518"/>
  </radialGradient><linearGradient id="tyrelit" x1="0" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".22"/>
  <stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".4"/>
  </linearGradient>`;

/**
 * A wheel with its tyre, centred on (x, r) in figure space.
 * @param ratio the rim's share of the tyre's radius
 */
export function drawWheel(x: number, r: number, rim: Rim, color: string, ratio = 0.68, whitewall = false): string {
  const s = (r * ratio) / 100;
  const wall = whitewall
    ? `<circle r="${r * (ratio + 0.09)}" fill="none" stroke="#efe8d8" stroke-width="${r * 0.13}"/>`
    : `<circle r="${r * (ratio + (1 - ratio) * 0.55)}" fill="none" stroke="#fff" stroke-opacity=".09" stroke-width="${r * 0.02}"/>`;
  const tyre =
    rim === "moto"
      ? `<circle r="${r * 0.88}" fill="none" stroke="#1d1f23" stroke-width="${r * 0.24}"/>
        <circle r="${r * 0.86}" fill="none" stroke="#3a3d42" stroke-width="${r * 0.05}"/><circle r="${r * 0.88}" fill="none" stroke="url(#tyrelit)" stroke-width="${r * 0.24}"/>`
      : `<circle r="${r}" fill="url(#tyre)"/><circle r="${r}" fill="url(#tyrelit)"/>`;
  return `<g transform="translate(${x} ${r})scale(1 -1)">${tyre}${wall}<g transform="scale(${s})">${face(rim, color)}</g></g>`;
}
