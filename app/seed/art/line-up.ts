import { type BodyType, FIGURES } from "./figures";
import type { Backdrop, Paint } from "./palette";
import { PART_DEFS } from "./parts";
import { document, HEIGHT, studio, WIDTH } from "./scene";
import { studioFor } from "./vehicle-art";
import { WHEEL_DEFS } from "./wheels";

export interface LineUpVehicle {
  body: BodyType;
  paint: Paint;
}

/** Ids are known in the whole document: those that a drawing defines get a suffix of its own. */
function scoped(drawing: string, suffix: string): string {
  const ids = new Set([...drawing.matchAll(/\bid="([\w-]+)"/g)].map(([, id]) => id!));
  return drawing.replace(/\bid="([\w-]+)"|url\(#([\w-]+)\)/g, (whole, defined?: string, used?: string) => {
    if (defined) return `id="${defined}-${suffix}"`;
    return ids.has(used!) ? `url(#${used}-${suffix})` : whole;
  });
}

const SHADOW = `<radialGradient id="shadow"><stop offset="0" stop-color="#07080b" stop-opacity=".62"/><stop offset=".55" stop-color="#07080b" stop-opacity=".3"/><stop offset="1" stop-color="#07080b" stop-opacity="0"/></radialGradient>`;

/**
 * Several vehicles side by side in one studio, alternately turned, the outer ones a step behind: what a garage or an
 * event looks like. An SVG document of 1600 x 1067 px.
 * @param parked one to three vehicles
 */
function drawLineUp(parked: readonly LineUpVehicle[], backdrop: Backdrop): string {
  const figures = parked.map(({ body, paint }) => ({ figure: FIGURES[body], paint }));
  const overlap = 0.84;
  const length = figures.reduce((sum, { figure }) => sum + figure.length, 0) * (figures.length > 1 ? overlap : 1);
  const tallest = Math.max(...figures.map(({ figure }) => figure.height));
  const scale = Math.min(1440 / length, 620 / tallest, figures.length > 1 ? 3.4 : 2.9);
  let left = (WIDTH - length * scale) / 2;
  const placed = figures.map(({ figure, paint }, at) => {
    const middle = left + (figure.length * scale * (figures.length > 1 ? overlap : 1)) / 2;
    left = middle * 2 - left;
    const front = figures.length === 1 || at === 1;
    const ground = front ? 866 : 812;
    const size = scale * (front ? 1 : 0.94);
    const way = at % 2 === 0 ? 1 : -1;
    const drawing = `<ellipse cx="${middle}" cy="${ground + 2}" rx="${figure.length * size * 0.55}" ry="34" fill="url(#shadow)"/>
      <g transform="translate(${middle} ${ground}) scale(${way * size} ${-size}) translate(${-figure.length / 2} 0)">${scoped(figure.draw(paint), `v${at}`)}</g>`;
    return { drawing, front };
  });
  const ordered = [...placed.filter(({ front }) => !front), ...placed.filter(({ front }) => front)];
  return document(
    `${studio(backdrop)}<defs>${WHEEL_DEFS}${PART_DEFS}${SHADOW}</defs>${ordered.map(({ drawing }) => drawing).join("")}<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#vignette)"/>`,
  );
}

/** Line-up number `index` (0, 1, 2 ...) of these vehicles, in a studio against which the first stands out. */
export function lineUpArt(parked: readonly LineUpVehicle[], index: number): string {
  return drawLineUp(parked, studioFor(parked[0]!.paint, index * 7 + 2));
}
