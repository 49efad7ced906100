import { MAX_ZOOM, MIN_ZOOM } from "~/lib/map-tiles";
import { formatViewport, moved, VIEWPORT, type Viewport, zoomed } from "../viewport";
import { linkHighlights } from "./link-highlights";
import { listenToGestures } from "./map-gestures";
import type { LiveMap, LiveMapOptions } from "./use-live-map";

/** How far the drawing has been taken from where the server drew it: px of the map, and steps of zoom. */
export interface Shift {
  x: number;
  y: number;
  steps: number;
}

const STILL: Shift = { x: 0, y: 0, steps: 0 };
const MIDDLE = { x: VIEWPORT.width / 2, y: VIEWPORT.height / 2 };
/** After the last turn of the wheel or press of a key, ms. */
const PAUSE = 250;

/** The shift that also comes nearer by `steps` around a point, px of the map. */
export function nearer({ x, y, steps: before }: Shift, steps: number, around: { x: number; y: number }): Shift {
  const by = 2 ** steps;
  return { x: around.x - (around.x - x) * by, y: around.y - (around.y - y) * by, steps: before + steps };
}

/** What a hand leaves between two steps goes on to the next one, where it was meant at all. */
function wholeSteps(steps: number): number {
  const whole = Math.round(steps);
  return whole === 0 && Math.abs(steps) > 0.3 ? Math.sign(steps) : whole;
}

/** The viewport that a shifted drawing shows, and the shift that it has exactly. */
export function viewportAfter(viewport: Viewport, shift: Shift): { viewport: Viewport; shift: Shift } {
  const zoom = Math.min(Math.max(viewport.zoom + wholeSteps(shift.steps), MIN_ZOOM), MAX_ZOOM);
  const whole = nearer(shift, zoom - viewport.zoom - shift.steps, MIDDLE);
  const scale = 2 ** whole.steps;
  const there = moved(viewport, (MIDDLE.x - whole.x) / scale - MIDDLE.x, (MIDDLE.y - whole.y) / scale - MIDDLE.y);
  return { viewport: zoomed(there, whole.steps) ?? there, shift: whole };
}

/** What hands have done since a shift that is now the drawing itself. */
export function since(asked: Shift, { x, y, steps }: Shift): Shift {
  const scale = 2 ** (steps - asked.steps);
  return { x: x - asked.x * scale, y: y - asked.y * scale, steps: steps - asked.steps };
}

/**
 * Lets people drag and zoom the drawn map. What they see moves at once; when they let go, the address follows, and the
 * server's next drawing takes the place of the moved one.
 */
export function start(root: HTMLElement, { viewport: first, onMove }: LiveMapOptions): LiveMap {
  const svg = root.querySelector<SVGSVGElement>("svg.map");
  const drawing = svg?.querySelector<SVGGElement>(".map-moving");
  if (!svg || !drawing) return { show: () => undefined, stop: () => undefined };
  let viewport = first;
  let shift = STILL;
  let timer = 0;
  /** What the server was asked for, and the shift that this is. */
  let asked = { address: "", shift: STILL };

  const draw = (next: Shift) => {
    shift = next;
    const { x, y, steps } = next;
    drawing.style.transform = next === STILL ? "" : `translate(${x}px, ${y}px) scale(${2 ** steps})`;
  };
  const settle = () => {
    window.clearTimeout(timer);
    const after = viewportAfter(viewport, shift);
    const address = formatViewport(after.viewport);
    if (address === formatViewport(viewport)) return draw(STILL);
    draw(after.shift);
    asked = { address, shift: after.shift };
    onMove(address);
  };
  const hands = listenToGestures(svg, {
    move: (dx, dy) => draw({ ...shift, x: shift.x + dx, y: shift.y + dy }),
    zoom: (steps, around) => {
      const least = MIN_ZOOM - viewport.zoom - shift.steps;
      const most = MAX_ZOOM - viewport.zoom - shift.steps;
      draw(nearer(shift, Math.min(Math.max(steps, least), most), around ?? MIDDLE));
    },
    settle,
    settleSoon: () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(settle, PAUSE);
    },
  });
  const unlinkHighlights = linkHighlights(root);
  return {
    show: (next) => {
      viewport = next;
      // Hands need not wait for an answer; what they did meanwhile goes on from there.
      if (formatViewport(next) === asked.address && shift !== asked.shift) draw(since(asked.shift, shift));
      else draw(STILL);
    },
    stop: () => {
      window.clearTimeout(timer);
      draw(STILL);
      hands.stop();
      unlinkHighlights();
    },
  };
}
