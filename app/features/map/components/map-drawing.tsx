import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { TILE_SIZE, tilePicture } from "~/lib/map-tiles";
import { formatCount } from "~/lib/text";
import { mapAddress, pannedUrl, type TypedMapSearch } from "../address";
import type { drawTiles, MarkView } from "../draw.server";
import { scaleBar, type Units } from "../format";
import type { MapView } from "../queries.server";
import type { VIEWPORT } from "../viewport";
import { MapLink } from "./map-controls";

const SIZE: typeof VIEWPORT = { width: 640, height: 640 };
/** Of the biggest towns. */
const LABELS_ON_PHONE = 6;
/** Heading and list have the same information as text. */
const DECORATIVE = { "aria-hidden": true } as const;

interface MapDrawingProps {
  view: MapView;
  searchInput: TypedMapSearch;
  units: Units;
  label: string;
}

export function MapDrawing({ view, searchInput, units, label }: MapDrawingProps) {
  const { viewport, tiles, labels, marks, ring } = view;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing that holds links is a group, and no form's
    <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="group" aria-label={label} className="map">
      <g className="map-moving">
        {tiles.map((tile) => (
          <image key={`${tile.x}/${tile.y}`} href={tile.href} {...tileBounds(tile)} />
        ))}
        {ring === null ? null : (
          <g {...DECORATIVE}>
            <circle cx={ring.x} cy={ring.y} r={ring.r} className="map-ring" />
            <path d={`M${ring.x - 6} ${ring.y}h12m-6-6v12`} className="map-middle" />
          </g>
        )}
        <g {...DECORATIVE}>
          {labels.map(({ name, x, y }, index) => (
            <text
              key={`${name}/${x}/${y}`}
              x={x}
              y={y}
              className={`map-name ${index < LABELS_ON_PHONE ? "" : "map-minor"}`}
            >
              {name}
            </text>
          ))}
        </g>
        <MapMarks marks={marks} searchInput={searchInput} />
      </g>
      <Scale {...scaleBar(viewport, units)} />
    </svg>
  );
}

/** Own tiles overlap, so that a scaled map has no seams; those of a tile server do not. */
function tileBounds({ x, y, side }: ReturnType<typeof drawTiles>[number]) {
  return side === TILE_SIZE ? tilePicture({ x, y }) : { x, y, width: side + 0.5, height: side + 0.5 };
}

function Scale({ px, text }: { px: number; text: string }) {
  return (
    <g transform={`translate(12 ${SIZE.height - 12})`} {...DECORATIVE} className="map-scale">
      <path d={`M0-6v6h${px}v-6`} />
      <text x="5" y="-5">
        {text}
      </text>
    </g>
  );
}

/** Centred; shapes differ not only by colour. */
function EventShape() {
  return <circle r="8" className="map-event" />;
}

function GarageShape() {
  return <path d="M-8 8V-3l8-6.500 8 6.500V8Z" className="map-garage" />;
}

export function MarkSymbol({ kind }: { kind: "event" | "garage" }) {
  return (
    <svg viewBox="-11 -11 22 22" aria-hidden="true" className="map-symbol">
      {kind === "event" ? <EventShape /> : <GarageShape />}
    </svg>
  );
}

function PlateShape({ events, garages }: Pick<MarkView, "events" | "garages">) {
  const text = formatCount(events + garages);
  const width = 21 + 8 * text.length;
  const leftEdge = -width / 2;
  const band = { x: leftEdge + 1, width: 6 };
  const half = events > 0 && garages > 0 ? 10 : 20;
  return (
    <>
      <rect x={leftEdge} y="-11" width={width} height="22" rx="4" className="map-plate" />
      {events > 0 ? <rect {...band} y="-10" height={half} className="map-event-band" /> : null}
      {garages > 0 ? <rect {...band} y={10 - half} height={half} className="map-garage-band" /> : null}
      <text x="3" y="5" className="map-count">
        {text}
      </text>
    </>
  );
}

/** Radius of a touch target, px of the map: half the distance to the next mark, within these limits. */
const MAX_TARGET = 36;
const MIN_TARGET = 14;

function targetRadius(mark: MarkView, marks: readonly MarkView[]): number {
  const nearest = marks.reduce(
    (least, otherMark) =>
      otherMark === mark ? least : Math.min(least, Math.hypot(otherMark.x - mark.x, otherMark.y - mark.y)),
    2 * MAX_TARGET,
  );
  return Math.max(MIN_TARGET, Math.floor(nearest / 2));
}

function MapMarks({ marks, searchInput }: { marks: readonly MarkView[]; searchInput: TypedMapSearch }) {
  return marks.map((mark) => (
    <g key={`${mark.x}/${mark.y}`} transform={`translate(${mark.x} ${mark.y})`}>
      <MarkLink mark={mark} searchInput={searchInput}>
        <title>{nameOf(mark)}</title>
        <circle r={targetRadius(mark, marks)} className="map-room" />
        <g className="map-shape">
          {mark.events + mark.garages > 1 ? <PlateShape {...mark} /> : mark.events ? <EventShape /> : <GarageShape />}
        </g>
      </MarkLink>
    </g>
  ));
}

function nameOf({ events, garages, label }: MarkView): string {
  return events + garages > 1 ? `${formatCount(events + garages)}: ${label}` : label;
}

function MarkLink({
  mark,
  searchInput,
  children,
}: {
  mark: MarkView;
  searchInput: TypedMapSearch;
  children: ReactNode;
}) {
  const link = {
    className: "map-mark",
    "aria-label": nameOf(mark),
    "data-towns": mark.towns.join(" ") || undefined,
    children,
  };
  if ("path" in mark.to) return <Link {...link} to={mark.to.path} />;
  return <MapLink {...link} to={markAddress(mark.to, searchInput)} />;
}

function markAddress(to: Exclude<MarkView["to"], { path: string }>, search: TypedMapSearch): string {
  if ("map" in to) return pannedUrl(search, to.map);
  const { place, radius } = to;
  return mapAddress({ ...search, near: "", at: "", map: "", page: "", place, radius: String(radius) });
}
