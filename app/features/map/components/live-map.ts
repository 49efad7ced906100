import type { MapPoint } from "~/lib/geo";
import { MAX_ZOOM, MIN_ZOOM } from "~/lib/map-tiles";
import { formatViewport, panViewport, VIEWPORT, type Viewport, zoomViewport } from "../viewport";
import { listenToGestures } from "./map-gestures";

export interface LiveMap {
  /** Call it after the server's next drawing is rendered. */
  show(viewport: Viewport): void;
  stop(): void;
}

interface LiveMapOptions {
  viewport: Viewport;
  /** After a gesture. @param viewport as in the address */
  onMove(viewport: string): void;
}

/** From the drawing's original position: px of the map, and zoom steps. */
interface Shift extends MapPoint {
  steps: number;
}

const NO_SHIFT: Shift = { x: 0, y: 0, steps: 0 };
const MIDDLE = { x: VIEWPORT.width / 2, y: VIEWPORT.height / 2 };
/** From the last wheel or key step to the request, ms. */
const SETTLE_DELAY_MS = 250;

/** @param fixedPoint px of the map */
export function zoomShift({ x, y, steps: before }: Shift, steps: number, fixedPoint: MapPoint): Shift {
  const factor = 2 ** steps;
  return {
    x: fixedPoint.x - (fixedPoint.x - x) * factor,
    y: fixedPoint.y - (fixedPoint.y - y) * factor,
    steps: before + steps,
  };
}

/** A pinch of more than 0.3 steps counts as one. */
function wholeSteps(steps: number): number {
  const whole = Math.round(steps);
  return whole === 0 && Math.abs(steps) > 0.3 ? Math.sign(steps) : whole;
}

/** Also its exact shift. */
export function viewportAfter(viewport: Viewport, shift: Shift): { viewport: Viewport; shift: Shift } {
  const zoom = Math.min(Math.max(viewport.zoom + wholeSteps(shift.steps), MIN_ZOOM), MAX_ZOOM);
  const whole = zoomShift(shift, zoom - viewport.zoom - shift.steps, MIDDLE);
  const scale = 2 ** whole.steps;
  const pannedViewport = panViewport(
    viewport,
    (MIDDLE.x - whole.x) / scale - MIDDLE.x,
    (MIDDLE.y - whole.y) / scale - MIDDLE.y,
  );
  return { viewport: zoomViewport(pannedViewport, whole.steps) ?? pannedViewport, shift: whole };
}

/** Without `requested`, which the new drawing contains. */
export function remainingShift(requested: Shift, { x, y, steps }: Shift): Shift {
  const scale = 2 ** (steps - requested.steps);
  return { x: x - requested.x * scale, y: y - requested.y * scale, steps: steps - requested.steps };
}

/**
 * The drawing is transformed at once; after the gesture the address changes, and the server's next drawing replaces it.
 */
export function startLiveMap(root: HTMLElement, { viewport: first, onMove }: LiveMapOptions): LiveMap {
  const svg = root.querySelector<SVGSVGElement>("svg.map");
  const drawing = svg?.querySelector<SVGGElement>(".map-moving");
  if (!svg || !drawing) return { show: () => undefined, stop: () => undefined };
  let viewport = first;
  let shift = NO_SHIFT;
  let timer = 0;
  /** Last requested from the server. */
  let requested = { address: "", shift: NO_SHIFT };

  const draw = (next: Shift) => {
    shift = next;
    const { x, y, steps } = next;
    drawing.style.transform = next === NO_SHIFT ? "" : `translate(${x}px, ${y}px) scale(${2 ** steps})`;
  };
  const settle = () => {
    window.clearTimeout(timer);
    const after = viewportAfter(viewport, shift);
    const address = formatViewport(after.viewport);
    if (address === formatViewport(viewport)) return draw(NO_SHIFT);
    draw(after.shift);
    requested = { address, shift: after.shift };
    onMove(address);
  };
  const gestures = listenToGestures(svg, {
    move: (dx, dy) => draw({ ...shift, x: shift.x + dx, y: shift.y + dy }),
    zoom: (steps, fixedPoint) => {
      const least = MIN_ZOOM - viewport.zoom - shift.steps;
      const most = MAX_ZOOM - viewport.zoom - shift.steps;
      draw(zoomShift(shift, Math.min(Math.max(steps, least), most), fixedPoint ?? MIDDLE));
    },
    settle,
    settleSoon: () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(settle, SETTLE_DELAY_MS);
    },
  });
  const unlinkHighlights = linkHighlights(root);
  return {
    show: (next) => {
      viewport = next;
      // Gestures during the request continue on the new drawing.
      if (formatViewport(next) === requested.address && shift !== requested.shift)
        draw(remainingShift(requested.shift, shift));
      else draw(NO_SHIFT);
    },
    stop: () => {
      window.clearTimeout(timer);
      draw(NO_SHIFT);
      gestures.stop();
      unlinkHighlights();
    },
  };
}

const TOWN = "[data-towns]";

const townsOf = (element: Element) => element.getAttribute("data-towns")?.split(" ") ?? [];

/**
 * Highlights rows and marks of a town together, on hover and focus. Decorative only.
 * @returns stops it
 */
function linkHighlights(root: HTMLElement): () => void {
  const highlight = (towns: readonly string[]) => {
    for (const element of root.querySelectorAll(TOWN)) {
      element.toggleAttribute("data-lit", towns.length > 0 && townsOf(element).some((town) => towns.includes(town)));
    }
  };
  const highlightTarget = ({ target }: Event) => {
    const element = target instanceof Element ? target.closest(TOWN) : null;
    highlight(element ? townsOf(element) : []);
  };
  const clear = () => highlight([]);
  const controller = new AbortController();
  const { signal } = controller;
  root.addEventListener("pointerover", highlightTarget, { signal });
  root.addEventListener("focusin", highlightTarget, { signal });
  root.addEventListener("pointerleave", clear, { signal });
  root.addEventListener("focusout", clear, { signal });
  return () => {
    controller.abort();
    clear();
  };
}
