import { VIEWPORT } from "../viewport";
import { showHint } from "./map-hint";

interface Spot {
  x: number;
  y: number;
}

/** What hands can do with a map, in px of the map. */
export interface MapActs {
  move(dx: number, dy: number): void;
  /** @param around what stays where it is; the middle where nothing is said */
  zoom(steps: number, around?: Spot): void;
  /** They let go. */
  settle(): void;
  /** They may go on. */
  settleSoon(): void;
}

/** Less than this is a press and no drag, px of the screen. */
const SLACK = 4;
const KEYS = "Arrow keys move the map, plus and minus zoom.";
const MOVES: Record<string, [x: number, y: number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const ZOOMS: Record<string, number> = { "+": 1, "=": 1, "-": -1 };

const between = (a: Spot, b: Spot): Spot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const apart = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * Listens to mouse, wheel, fingers and keys on a map. The page stays the page's: one finger and a plain wheel scroll it,
 * two fingers and the wheel with Ctrl (or with the focus on the map) are the map's.
 */
export function listenToGestures(svg: SVGSVGElement, acts: MapActs): { stop(): void } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const spotOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Spot => {
    const { left, top, width } = svg.getBoundingClientRect();
    const scale = VIEWPORT.width / width;
    return { x: (clientX - left) * scale, y: (clientY - top) * scale };
  };
  svg.setAttribute("tabindex", "0");
  svg.setAttribute("aria-description", KEYS);
  listenToMouse(svg, acts, spotOf, signal);
  listenToFingers(svg, acts, spotOf, signal);

  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== svg) {
      showHint(svg, "Hold Ctrl or ⌘ and scroll to zoom");
      return;
    }
    event.preventDefault();
    // A notch is a step, whatever it is measured in.
    const notch = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 100 : 3;
    acts.zoom(-event.deltaY / notch, spotOf(event));
    acts.settleSoon();
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = MOVES[event.key] ?? [0, 0];
    const steps = ZOOMS[event.key] ?? 0;
    if (x === 0 && y === 0 && steps === 0) return;
    event.preventDefault();
    if (steps === 0) acts.move((x * VIEWPORT.width) / 5, (y * VIEWPORT.height) / 5);
    else acts.zoom(steps);
    acts.settleSoon();
  };
  svg.addEventListener("wheel", wheel, { signal, passive: false });
  svg.addEventListener("keydown", key, { signal });
  return {
    stop: () => {
      stopping.abort();
      svg.removeAttribute("tabindex");
      svg.removeAttribute("aria-description");
    },
  };
}

type SpotOf = (event: { clientX: number; clientY: number }) => Spot;

function listenToMouse(svg: SVGSVGElement, acts: MapActs, spotOf: SpotOf, signal: AbortSignal): void {
  let last: Spot | undefined;
  let from: Spot | undefined;
  let dragged = false;

  const down = (event: PointerEvent) => {
    dragged = false;
    if (event.pointerType === "touch" || event.button !== 0 || !event.isPrimary) return;
    last = spotOf(event);
    from = { x: event.clientX, y: event.clientY };
  };
  const move = (event: PointerEvent) => {
    if (!last || !from) return;
    if (!dragged && apart(from, { x: event.clientX, y: event.clientY }) < SLACK) return;
    if (!dragged) {
      dragged = true;
      // Only now: a captured press would be no press on a link any more.
      svg.setPointerCapture(event.pointerId);
    }
    const spot = spotOf(event);
    acts.move(spot.x - last.x, spot.y - last.y);
    last = spot;
  };
  const up = () => {
    if (last && dragged) acts.settle();
    last = undefined;
  };
  const click = (event: MouseEvent) => {
    if (!dragged) return;
    // The end of a drag is no press on what lies under it.
    dragged = false;
    event.preventDefault();
    event.stopPropagation();
  };
  const twice = (event: MouseEvent) => {
    if ((event.target as Element).closest("a")) return;
    acts.zoom(event.shiftKey ? -1 : 1, spotOf(event));
    acts.settle();
  };
  svg.addEventListener("pointerdown", down, { signal });
  svg.addEventListener("pointermove", move, { signal });
  svg.addEventListener("pointerup", up, { signal });
  svg.addEventListener("pointercancel", up, { signal });
  svg.addEventListener("click", click, { signal, capture: true });
  svg.addEventListener("dblclick", twice, { signal });
  svg.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
}

function listenToFingers(svg: SVGSVGElement, acts: MapActs, spotOf: SpotOf, signal: AbortSignal): void {
  let pair: [Spot, Spot] | undefined;
  let alone: Spot | undefined;

  const pairOf = ({ touches }: TouchEvent): [Spot, Spot] | undefined => {
    const [one, two] = touches;
    return touches.length === 2 && one && two ? [spotOf(one), spotOf(two)] : undefined;
  };
  const begin = (event: TouchEvent) => {
    pair = pairOf(event);
    const [only] = event.touches;
    alone = pair || !only ? undefined : spotOf(only);
    if (pair) event.preventDefault();
  };
  const move = (event: TouchEvent) => {
    const next = pairOf(event);
    if (!pair || !next) {
      const [only] = event.touches;
      if (alone && only && Math.abs(spotOf(only).x - alone.x) > 30) showHint(svg, "Use two fingers to move the map");
      return;
    }
    event.preventDefault();
    const [before, after] = [between(...pair), between(...next)];
    acts.move(after.x - before.x, after.y - before.y);
    acts.zoom(Math.log2(apart(...next) / Math.max(apart(...pair), 1)), after);
    pair = next;
  };
  const end = () => {
    if (pair) acts.settle();
    pair = undefined;
    alone = undefined;
  };
  svg.addEventListener("touchstart", begin, { signal, passive: false });
  svg.addEventListener("touchmove", move, { signal, passive: false });
  svg.addEventListener("touchend", end, { signal });
  svg.addEventListener("touchcancel", end, { signal });
}
