import type { MapPoint as MapPixel } from "~/lib/geo";
import { VIEWPORT } from "../viewport";

/** Coordinates in px of the map. */
interface GestureHandlers {
  move(dx: number, dy: number): void;
  /** @param fixedPoint default: the middle */
  zoom(steps: number, fixedPoint?: MapPixel): void;
  settle(): void;
  /** After a wheel or key step; others may follow. */
  settleSoon(): void;
}

/** px of the screen; a smaller movement is a click. */
const DRAG_THRESHOLD_PX = 4;
const KEYS = "Arrow keys move the map; plus and minus zoom.";
const MOVES: Record<string, [x: number, y: number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const ZOOMS: Record<string, number> = { "+": 1, "=": 1, "-": -1 };

const midpoint = (a: MapPixel, b: MapPixel): MapPixel => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: MapPixel, b: MapPixel) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * One finger and a plain wheel still scroll the page; two fingers, and the wheel with Ctrl (or with the focus on the
 * map), move and zoom the map.
 */
export function listenToGestures(svg: SVGSVGElement, handlers: GestureHandlers): { stop(): void } {
  const controller = new AbortController();
  const { signal } = controller;
  const toMapPixel: Listening["toMapPixel"] = ({ clientX, clientY }) => {
    const { left, top, width } = svg.getBoundingClientRect();
    const scale = VIEWPORT.width / width;
    return { x: (clientX - left) * scale, y: (clientY - top) * scale };
  };
  svg.setAttribute("tabindex", "0");
  svg.setAttribute("aria-description", KEYS);
  listenToMouse({ svg, handlers, toMapPixel, signal });
  listenToTouch({ svg, handlers, toMapPixel, signal });

  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== svg) {
      showHint(svg, "Hold Ctrl or ⌘ and scroll to zoom");
      return;
    }
    event.preventDefault();
    // One notch is one step, in every delta mode.
    const notch = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 100 : 3;
    // A fast wheel sends several notches at once.
    handlers.zoom(Math.min(Math.max(-event.deltaY / notch, -1), 1), toMapPixel(event));
    handlers.settleSoon();
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = MOVES[event.key] ?? [0, 0];
    const steps = ZOOMS[event.key] ?? 0;
    if (x === 0 && y === 0 && steps === 0) return;
    event.preventDefault();
    if (steps === 0) handlers.move((x * VIEWPORT.width) / 5, (y * VIEWPORT.height) / 5);
    else handlers.zoom(steps);
    handlers.settleSoon();
  };
  svg.addEventListener("wheel", wheel, { signal, passive: false });
  svg.addEventListener("keydown", key, { signal });
  return {
    stop: () => {
      controller.abort();
      svg.removeAttribute("tabindex");
      svg.removeAttribute("aria-description");
    },
  };
}

interface Listening {
  svg: SVGSVGElement;
  handlers: GestureHandlers;
  toMapPixel: (event: { clientX: number; clientY: number }) => MapPixel;
  signal: AbortSignal;
}

function listenToMouse({ svg, handlers, toMapPixel, signal }: Listening): void {
  let last: MapPixel | undefined;
  let from: MapPixel | undefined;
  let isDragged = false;

  const onPointerDown = (event: PointerEvent) => {
    isDragged = false;
    if (event.pointerType === "touch" || event.button !== 0 || !event.isPrimary) return;
    last = toMapPixel(event);
    from = { x: event.clientX, y: event.clientY };
  };
  const move = (event: PointerEvent) => {
    if (!last || !from) return;
    if (!isDragged && distance(from, { x: event.clientX, y: event.clientY }) < DRAG_THRESHOLD_PX) return;
    if (!isDragged) {
      isDragged = true;
      // Only for a drag: capturing on pointerdown would suppress clicks on links.
      svg.setPointerCapture(event.pointerId);
    }
    const spot = toMapPixel(event);
    handlers.move(spot.x - last.x, spot.y - last.y);
    last = spot;
  };
  const onPointerUp = () => {
    if (last && isDragged) handlers.settle();
    last = undefined;
  };
  const click = (event: MouseEvent) => {
    if (!isDragged) return;
    // The end of a drag is no click on the mark under it.
    isDragged = false;
    event.preventDefault();
    event.stopPropagation();
  };
  const doubleClick = (event: MouseEvent) => {
    if ((event.target as Element).closest("a")) return;
    handlers.zoom(event.shiftKey ? -1 : 1, toMapPixel(event));
    handlers.settle();
  };
  svg.addEventListener("pointerdown", onPointerDown, { signal });
  svg.addEventListener("pointermove", move, { signal });
  svg.addEventListener("pointerup", onPointerUp, { signal });
  svg.addEventListener("pointercancel", onPointerUp, { signal });
  svg.addEventListener("click", click, { signal, capture: true });
  svg.addEventListener("dblclick", doubleClick, { signal });
  svg.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
}

function listenToTouch({ svg, handlers, toMapPixel, signal }: Listening): void {
  let pair: [MapPixel, MapPixel] | undefined;
  let single: MapPixel | undefined;

  const pairOf = ({ touches }: TouchEvent): [MapPixel, MapPixel] | undefined => {
    const [firstTouch, secondTouch] = touches;
    return touches.length === 2 && firstTouch && secondTouch
      ? [toMapPixel(firstTouch), toMapPixel(secondTouch)]
      : undefined;
  };
  const onTouchStart = (event: TouchEvent) => {
    pair = pairOf(event);
    const [touch] = event.touches;
    single = pair || !touch ? undefined : toMapPixel(touch);
    if (pair) event.preventDefault();
  };
  const move = (event: TouchEvent) => {
    const next = pairOf(event);
    if (!pair || !next) {
      const [touch] = event.touches;
      if (single && touch && Math.abs(toMapPixel(touch).x - single.x) > 30)
        showHint(svg, "Use two fingers to move the map");
      return;
    }
    event.preventDefault();
    const [before, after] = [midpoint(...pair), midpoint(...next)];
    handlers.move(after.x - before.x, after.y - before.y);
    handlers.zoom(Math.log2(distance(...next) / Math.max(distance(...pair), 1)), after);
    pair = next;
  };
  const end = () => {
    if (pair) handlers.settle();
    pair = undefined;
    single = undefined;
  };
  svg.addEventListener("touchstart", onTouchStart, { signal, passive: false });
  svg.addEventListener("touchmove", move, { signal, passive: false });
  svg.addEventListener("touchend", end, { signal });
  svg.addEventListener("touchcancel", end, { signal });
}

/** ms. */
const HINT_DURATION_MS = 1_600;

const timers = new WeakMap<Element, number>();

/** Hidden from screen readers, which have the description. */
function showHint(map: Element, text: string): void {
  const paper = map.closest(".map-paper");
  if (!paper) return;
  let hint = paper.querySelector<HTMLElement>(".map-hint");
  if (!hint) {
    hint = document.createElement("p");
    hint.className = "map-hint";
    hint.setAttribute("aria-hidden", "true");
    paper.append(hint);
  }
  hint.textContent = text;
  hint.toggleAttribute("data-shown", true);
  window.clearTimeout(timers.get(paper));
  const visibleHint = hint;
  const hide = () => visibleHint.removeAttribute("data-shown");
  timers.set(paper, window.setTimeout(hide, HINT_DURATION_MS));
}
