import {
  circle,
  control,
  divIcon,
  type Map as LeafletMap,
  layerGroup,
  map as makeMap,
  marker,
  tileLayer,
} from "leaflet";
import { MAX_ZOOM, MIN_ZOOM } from "~/lib/map-tiles";
import "leaflet/dist/leaflet.css";
import { fromMap, toMap } from "~/lib/geo";
import { formatViewport, unitsPerPx, VIEWPORT, type Viewport } from "../viewport";
import { linkHighlights } from "./link-highlights";
import { showHint } from "./map-hint";
import type { LiveMap, LiveMapOptions } from "./use-live-map";

/**
 * A Leaflet map of a tile server (MAP_TILE_URL) in place of the drawn one. Its marks are copied from the server's
 * drawing, which is still rendered, hidden.
 */
export function start(root: HTMLElement, options: LiveMapOptions): LiveMap {
  const paper = root.querySelector<HTMLElement>(".map-paper");
  const svg = paper?.querySelector<SVGSVGElement>("svg.map");
  if (!paper || !svg) return { show: () => undefined, stop: () => undefined };
  let viewport = options.viewport;
  const box = document.createElement("div");
  box.className = "map-leaflet";
  paper.append(box);
  svg.style.visibility = "hidden";
  const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = makeMap(box, {
    attributionControl: false,
    // The links below the map do that.
    zoomControl: false,
    // Fractional zoom, so that the viewport fits the width of the box.
    zoomSnap: 0,
    minZoom: MIN_ZOOM - 3,
    maxZoom: MAX_ZOOM + 1,
    scrollWheelZoom: false,
    dragging: !window.matchMedia("(pointer: coarse)").matches,
    zoomAnimation: !reducedMotion,
    fadeAnimation: !reducedMotion,
    worldCopyJump: true,
  });
  const marks = layerGroup().addTo(map);
  const miles = new URLSearchParams(window.location.search).get("units") === "mi";
  control.scale({ metric: !miles, imperial: miles }).addTo(map);
  tileLayer(options.tiles, { maxNativeZoom: MAX_ZOOM, minNativeZoom: MIN_ZOOM }).addTo(map);

  const offset = () => Math.log2(box.clientWidth / VIEWPORT.width);
  let dragging = false;
  const render = () => {
    // A response does not move the map during a drag.
    if (!dragging) map.setView([viewport.lat, viewport.lng], viewport.zoom + offset(), { animate: false });
    marks.clearLayers();
    for (const layer of [...readRing(svg, viewport), ...readMarks(svg, viewport)]) marks.addLayer(layer);
  };
  let rendering = false;
  const show = (next: Viewport) => {
    viewport = next;
    rendering = true;
    render();
    rendering = false;
  };
  show(viewport);
  map.on("moveend", () => {
    if (rendering) return;
    const next = shownViewport(map, offset());
    if (formatViewport(next) !== formatViewport(viewport)) options.onMove(formatViewport(next));
    // Rounded, it is the same viewport: restore the exact zoom.
    else show(viewport);
  });
  const stopWheel = guardWheel(map, box);
  let dragged = false;
  map.on("dragstart", () => {
    dragged = true;
    dragging = true;
  });
  map.on("dragend", () => {
    dragging = false;
  });
  box.addEventListener("pointerdown", () => {
    dragged = false;
  });
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const { pathname, search } = new URL(link.href, window.location.href);
    if (!dragged) options.onFollow(pathname + search);
  };
  box.addEventListener("click", follow);
  const unlinkHighlights = linkHighlights(root);
  return {
    show,
    stop: () => {
      unlinkHighlights();
      stopWheel();
      map.remove();
      box.remove();
      svg.style.visibility = "";
    },
  };
}

function shownViewport(map: LeafletMap, offset: number): Viewport {
  const { lat, lng } = map.getCenter().wrap();
  const zoom = Math.min(Math.max(Math.round(map.getZoom() - offset), MIN_ZOOM), MAX_ZOOM);
  return { zoom, lat: Math.min(Math.max(lat, -85), 85), lng };
}

/** The coordinates of a point of the drawing. */
function toLatLng(viewport: Viewport, x: number, y: number): [lat: number, lng: number] {
  const units = unitsPerPx(viewport.zoom);
  const middle = toMap(viewport);
  const point = { x: middle.x + (x - VIEWPORT.width / 2) * units, y: middle.y + (y - VIEWPORT.height / 2) * units };
  const { lat, lng } = fromMap(point);
  return [lat, lng];
}

const EQUATOR = 40_075_017;

/** The circle of the search radius, copied from the drawing. */
function readRing(svg: SVGSVGElement, viewport: Viewport) {
  const ring = svg.querySelector(".map-ring");
  if (!ring) return [];
  const [x = 0, y = 0, r = 0] = ["cx", "cy", "r"].map((name) => Number(ring.getAttribute(name)));
  const at = toLatLng(viewport, x, y);
  const radius = (r * EQUATOR * Math.cos((at[0] * Math.PI) / 180)) / (256 * 2 ** viewport.zoom);
  const look = { color: "currentColor", weight: 1.5, dashArray: "6 5", opacity: 0.6, fill: false };
  return [circle(at, { ...look, radius, interactive: false })];
}

/** The drawing's marks as Leaflet markers. */
function readMarks(svg: SVGSVGElement, viewport: Viewport) {
  return [...svg.querySelectorAll<SVGAElement>(".map-mark")].flatMap((link) => {
    const place = link.parentElement?.getAttribute("transform") ?? "";
    const [, x = "", y = ""] = /translate\((-?\d+) (-?\d+)\)/.exec(place) ?? [];
    if (x === "" || y === "") return [];
    const icon = divIcon({ className: "map-pin", html: pinOf(link), iconSize: [0, 0] });
    // The link inside receives clicks and focus.
    return [marker(toLatLng(viewport, Number(x), Number(y)), { icon, interactive: false, keyboard: false })];
  });
}

/** An HTML link with a copy of the mark's shape. */
function pinOf(link: SVGAElement): HTMLElement {
  const pin = document.createElement("a");
  pin.href = link.getAttribute("href") ?? "";
  pin.className = "map-mark";
  for (const name of ["aria-label", "data-towns", "rel"]) {
    const value = link.getAttribute(name);
    if (value !== null) pin.setAttribute(name, value);
  }
  pin.title = link.getAttribute("aria-label") ?? "";
  const shape = link.querySelector(".map-shape")?.cloneNode(true);
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("viewBox", "-40 -22 80 44");
  drawing.setAttribute("class", "map");
  drawing.setAttribute("aria-hidden", "true");
  if (shape) drawing.append(shape);
  pin.append(drawing);
  return pin;
}

/** A plain wheel scrolls the page, unless the map has the focus. @returns how to stop it */
function guardWheel(map: LeafletMap, box: HTMLElement): () => void {
  const guard = (event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey || document.activeElement === box) {
      map.scrollWheelZoom.enable();
      return;
    }
    map.scrollWheelZoom.disable();
    showHint(box, "Hold Ctrl or ⌘ and scroll to zoom");
  };
  const paper = box.parentElement;
  paper?.addEventListener("wheel", guard, { capture: true, passive: true });
  return () => paper?.removeEventListener("wheel", guard, { capture: true });
}
