import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatCount } from "~/lib/text";
import { mapAddress, movedAddress, type TypedMapSearch } from "../address";
import type { MarkView } from "../views.server";
import { MapLink } from "./map-link";

/** The shapes of events and garages, centred; they differ not only by colour. */
export function EventShape() {
  return <circle r="8" className="map-event" />;
}

export function GarageShape() {
  return <path d="M-8 8V-3l8-6.500 8 6.500V8Z" className="map-garage" />;
}

/** A decorative symbol beside text. */
export function MarkSymbol({ kind }: { kind: "event" | "garage" }) {
  return (
    <svg viewBox="-11 -11 22 22" aria-hidden="true" className="map-symbol">
      {kind === "event" ? <EventShape /> : <GarageShape />}
    </svg>
  );
}

/** Several things: a plate with their number and a band in the colours of their kinds. */
function PlateShape({ events, garages }: Pick<MarkView, "events" | "garages">) {
  const text = formatCount(events + garages);
  const width = 21 + 8 * text.length;
  const left = -width / 2;
  const band = { x: left + 1, width: 6 };
  const half = events > 0 && garages > 0 ? 10 : 20;
  return (
    <>
      <rect x={left} y="-11" width={width} height="22" rx="4" className="map-plate" />
      {events > 0 ? <rect {...band} y="-10" height={half} className="map-event-band" /> : null}
      {garages > 0 ? <rect {...band} y={10 - half} height={half} className="map-garage-band" /> : null}
      <text x="3" y="5" className="map-count">
        {text}
      </text>
    </>
  );
}

/** Radius of a mark's touch target, px of the map: half the distance to the next mark, within these limits. */
const MAX_TARGET = 36;
const MIN_TARGET = 14;

function targetRadius(mark: MarkView, marks: readonly MarkView[]): number {
  const nearest = marks.reduce(
    (least, other) => (other === mark ? least : Math.min(least, Math.hypot(other.x - mark.x, other.y - mark.y))),
    2 * MAX_TARGET,
  );
  return Math.max(MIN_TARGET, Math.floor(nearest / 2));
}

/** The marks as links: to the page of a single thing, to a higher zoom or a search for several. */
export function MapMarks({ marks, typed }: { marks: readonly MarkView[]; typed: TypedMapSearch }) {
  return marks.map((mark) => (
    <g key={`${mark.x}/${mark.y}`} transform={`translate(${mark.x} ${mark.y})`}>
      <MarkLink mark={mark} typed={typed}>
        <title>{nameOf(mark)}</title>
        <circle r={targetRadius(mark, marks)} className="map-room" />
        <g className="map-shape">
          {mark.events + mark.garages > 1 ? <PlateShape {...mark} /> : mark.events ? <EventShape /> : <GarageShape />}
        </g>
      </MarkLink>
    </g>
  ));
}

/** The accessible name begins with the visible text, for speech control. */
function nameOf({ events, garages, label }: MarkView): string {
  return events + garages > 1 ? `${formatCount(events + garages)}: ${label}` : label;
}

function MarkLink({ mark, typed, children }: { mark: MarkView; typed: TypedMapSearch; children: ReactNode }) {
  const link = {
    className: "map-mark",
    "aria-label": nameOf(mark),
    "data-towns": mark.towns.join(" ") || undefined,
    children,
  };
  if ("path" in mark.to) return <Link {...link} to={mark.to.path} />;
  return <MapLink {...link} to={markAddress(mark.to, typed)} />;
}

/** The address to which a mark of several things links. */
export function markAddress(to: Exclude<MarkView["to"], { path: string }>, typed: TypedMapSearch): string {
  if ("map" in to) return movedAddress(typed, to.map);
  const { place, radius } = to;
  return mapAddress({ ...typed, near: "", at: "", map: "", page: "", place, radius: String(radius) });
}
