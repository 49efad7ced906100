import { darken, lighten } from "./color";

/** A shut line: a dark groove with a light lower edge. */
export const seam = (d: string, width = 0.7): string =>
  `<path d="${d}" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="${width}" transform="translate(.6 -.5)"/>
    <path d="${d}" fill="none" stroke="#07080b" stroke-opacity=".6" stroke-width="${width}" stroke-linejoin="round"/>`;

/** A crease pressed into the sheet: light above, shade below. */
export const crease = (d: string, width = 1.6): string =>
  `<path d="${d}" fill="none" stroke="#000" stroke-opacity=".26" stroke-width="${width}" stroke-linecap="round" transform="translate(0 ${-width})"/>
    <path d="${d}" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="${width * 0.7}" stroke-linecap="round"/>`;

/** A filled chrome shape. */
export const chrome = (d: string): string =>
  `<path d="${d}" fill="url(#chrome)" stroke="#23262b" stroke-opacity=".55" stroke-width=".5"/>`;

/** A chrome strip along a line. */
export const strip = (d: string, width = 1.8): string =>
  `<path d="${d}" fill="none" stroke="#4a5056" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>
    <path d="${d}" fill="none" stroke="#eef0f0" stroke-width="${width * 0.5}" stroke-linecap="round" stroke-linejoin="round" transform="translate(0 ${width * 0.14})"/>`;

/** A dark shape: rubber, grille, vent. */
export const dark = (d: string, fill = "#1a1c20"): string => `<path d="${d}" fill="${fill}"/>`;

/** A tube or pipe: a wide stroke with a lit top. */
export const tube = (d: string, width: number, color: string): string =>
  `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${d}" stroke="${darken(color, 0.55)}" stroke-width="${width}"/>
    <path d="${d}" stroke="${color}" stroke-width="${width * 0.72}"/><path d="${d}" stroke="${lighten(color, 0.6)}" stroke-width="${width * 0.24}" transform="translate(${-width * 0.06} ${width * 0.15})"/>
    </g>`;

/** A round lamp seen from the side; `lean` turns it, in degrees. */
export const lamp = (x: number, y: number, rx: number, ry: number, lean = 0): string =>
  `<g transform="translate(${x} ${y})rotate(${lean})"><ellipse rx="${rx + 1.3}" ry="${ry + 1.3}" fill="url(#chrome)" stroke="#23262b" stroke-opacity=".5" stroke-width=".5"/>
    <ellipse rx="${rx}" ry="${ry}" fill="url(#lens)"/><ellipse cx="${-rx * 0.2}" cy="${ry * 0.4}" rx="${rx * 0.4}" ry="${ry * 0.3}" fill="#fff" opacity=".8"/>
    </g>`;

const lens = (fill: string) => (d: string) =>
  `<path d="${d}" fill="${fill}" stroke="#1b0d0c" stroke-opacity=".55" stroke-width=".6"/><path d="${d}" fill="url(#gloss)"/>`;

/** Red, amber and clear lenses of any shape. */
export const red = lens("#b0160f");
export const amber = lens("#e08318");
export const clear = lens("#dfe6ea");

/** A door handle in chrome. */
export const handle = (x: number, y: number, width = 12): string =>
  `<path d="M${x} ${y - 0.8}h${width}" stroke="#000" stroke-opacity=".35" stroke-width="2.4" stroke-linecap="round"/>
    ${strip(`M${x} ${y}h${width}`, 2.2)}`;

/** A seat with a headrest, seen from the side: the cushion's front at (x, y), `height` to the top of the headrest. */
export const seat = (x: number, y: number, color: string, height = 40): string => {
  const back = `M${x + 26} ${y + 2}C${x + 27} ${y + height * 0.3} ${x + 31} ${y + height * 0.5} ${x + 34} ${y + height * 0.66}`;
  const head = `M${x + 36} ${y + height * 0.84}L${x + 37} ${y + height * 0.92}`;
  const tone = darken(color, 0.5);
  return `<g fill="none" stroke-linecap="round"><path d="M${x} ${y}L${x + 24} ${y}" stroke="${tone}" stroke-width="13"/>
    <path d="${back}" stroke="${tone}" stroke-width="13"/><path d="${head}" stroke="${tone}" stroke-width="8.500"/>
    <path d="${back}" stroke="${darken(color, 0.25)}" stroke-width="6" transform="translate(-2 0)"/>
    </g>`;
};

/** A steering wheel seen from the side. */
export const steering = (x: number, y: number, size = 15, color = "#1a1613"): string =>
  `<ellipse cx="${x}" cy="${y}" rx="2.4" ry="${size}" fill="none" stroke="${color}" stroke-width="1.9" transform="rotate(-24 ${x} ${y})"/>
    <path d="M${x} ${y}l-12 -6" stroke="${color}" stroke-width="2"/>`;

/** A door mirror on a stalk. */
export const mirror = (x: number, y: number, color: string): string =>
  `<path d="M${x + 5} ${y - 5}l3 4" stroke="#1a1c20" stroke-width="2"/><path d="M${x} ${y}c0 -3 2 -4 6 -4l7 1c2 1 2 7 0 8c-5 2 -13 1 -13 -5z" fill="${color}"/>
    <path d="M${x + 1} ${y + 1}c2 3 7 3 11 2" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width=".9"/>`;

/** Rectangular slats, for louvres: `count` strokes from (x, y), `step` apart. */
export const slats = (x: number, y: number, dx: number, dy: number, count: number, step: number, width = 1.6): string =>
  Array.from({ length: count }, (_, i) => `M${x + i * step} ${y}l${dx} ${dy}`)
    .map(
      (d) =>
        `<path d="${d}" stroke="#000" stroke-opacity=".55" stroke-width="${width}" stroke-linecap="round"/>
          <path d="${d}" stroke="#fff" stroke-opacity=".3" stroke-width="${width * 0.4}" transform="translate(${width * 0.6} 0)"/>`,
    )
    .join("");

/** Gradients that the parts refer to; once per picture. Figure space is upside down, so y2 is up. */
export const PART_DEFS = `<linearGradient id="chrome" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="#fff"/>
  <stop offset=".3" stop-color="#dfe4e6"/><stop offset=".5" stop-color="#6c757c"/><stop offset=".62" stop-color="#aeb6bc"/>
  <stop offset=".85" stop-color="#e9e6df"/><stop offset="1" stop-color="#7f858a"/></linearGradient><linearGradient id="lens" x1="0" y1="1" x2="1" y2="0"><stop offset="0" stop-color="#fff"/>
  <stop offset=".5" stop-color="#d5dde2"/><stop offset="1" stop-color="#7e8b94"/></linearGradient><linearGradient id="gloss" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="#fff" stop-opacity=".5"/>
  <stop offset=".4" stop-color="#fff" stop-opacity=".05"/><stop offset="1" stop-color="#000" stop-opacity=".3"/>
  </linearGradient>`;
