import { Link, useNavigate } from "@remix-run/react";
import { formatCount } from "~/lib/text";
import { Pagination } from "~/ui/pagination";
import { mapAddress, movedAddress, type TypedMapSearch } from "../address";
import { DEFAULT_RADIUS } from "../default-radius";
import { lengthText, thingsText, type Units } from "../format";
import type { MapView } from "../views.server";
import { type AdjacentViewports, MapControls } from "./map-controls";
import { MapCredits } from "./map-credits";
import { MapDrawing } from "./map-drawing";
import { MapEmpty } from "./map-empty";
import { MAP_ID, MapLink } from "./map-link";
import { ResultList, UnplacedList } from "./result-list";
import { useLiveMap } from "./use-live-map";

interface MapResultsProps {
  view: MapView;
  adjacent: AdjacentViewports;
  typed: TypedMapSearch;
  units: Units;
  kind: "" | "events" | "garages";
  /** Whether the viewer is logged in, and so may submit an event. */
  member: boolean;
  /** The next page state is loading. */
  busy: boolean;
}

/** The results: the list, first in the DOM for screen readers, and the map beside it. */
export function MapResults({ view, adjacent, typed, units, kind, member, busy }: MapResultsProps) {
  const { total, results, listed, unplaced } = view;
  const area = areaText(view, units);
  const navigate = useNavigate();
  const root = useLiveMap(view, {
    onMove: (viewport) => navigate(movedAddress(typed, viewport), { replace: true, preventScrollReset: true }),
    onFollow: (address) => navigate(address, { preventScrollReset: true }),
  });
  return (
    <div ref={root} className="map-results" aria-busy={busy || undefined}>
      <div className="map-head">
        <div aria-live="polite">
          <h2 className="text-lg tabular-nums">
            {view.garagesOf ? garagesText(total, view.garagesOf.somewhere) : headText(total, kind, area)}
          </h2>
        </div>
        <Alternatives view={view} typed={typed} />
        <BackToSearch view={view} typed={typed} units={units} />
      </div>
      <div className="map-list">
        {view.center === null && view.radius === null && typed.map === "" && results.length > 0 ? (
          <p className="mb-1 text-sm text-grey">Coming up anywhere:</p>
        ) : null}
        {results.length > 0 ? (
          <ResultList results={results} units={units} />
        ) : (
          <MapEmpty view={view} typed={typed} units={units} member={member} />
        )}
        {listed > 0 ? <Pagination page={view.page} limit={view.limit} total={listed} /> : null}
        {listed > 0 && listed < total ? (
          <p className="mt-3 text-sm text-grey">
            The nearest {formatCount(listed)} are listed. A smaller distance shows the rest.
          </p>
        ) : null}
        {unplaced === null ? null : <UnplacedList unplaced={unplaced} typed={typed} near={view.center?.label ?? ""} />}
      </div>
      <figure id={MAP_ID} className="map-side">
        <div className="map-paper">
          <MapDrawing view={view} typed={typed} units={units} label={`Map, ${area}`} />
        </div>
        <MapControls adjacent={adjacent} typed={typed} units={units} />
        <MapCredits server={view.tileServer} />
      </figure>
    </div>
  );
}

const headText = (total: number, kind: MapResultsProps["kind"], area: string) =>
  total === 0 ? `Nothing ${area} yet` : `${thingsText(total, kind)} ${area}`;

/** "12 garages without a map position, somewhere in England, United Kingdom, or elsewhere in the country". */
const garagesText = (total: number, somewhere: string) =>
  [`${thingsText(total, "garages")} without a map position`, somewhere].filter(Boolean).join(", ");

/** "within 100 km of Birmingham, United Kingdom". Of a region or a country distances are from the middle. */
export function areaText({ center, radius }: Pick<MapView, "center" | "radius">, units: Units): string {
  if (center === null || radius === null) return "on this map";
  const where = center.kind === "town" ? center.label : `the middle of ${center.label}`;
  return `within ${lengthText(radius, units)} of ${where}`;
}

interface PartProps {
  view: MapView;
  typed: TypedMapSearch;
}

/** With more places of a name, people are asked to add the region. */
const MAX_ALTERNATIVES = 4;

/** Links to other places of the centre's name. */
function Alternatives({ view: { center, alternatives }, typed }: PartProps) {
  if (center === null || alternatives.length === 0) return null;
  return (
    <div className="text-sm">
      <p>This is {center.label}. Did you mean another place?</p>
      <ul className="flex flex-wrap gap-x-4">
        {alternatives.slice(0, MAX_ALTERNATIVES).map((label) => (
          <li key={label}>
            <Link to={mapAddress({ ...typed, place: label, map: "", page: "" })} className="link inline-block py-2">
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {alternatives.length > MAX_ALTERNATIVES ? (
        <p className="text-grey">There are more places with this name: add the region.</p>
      ) : null}
    </div>
  );
}

/** After the map was moved: what distances are measured from, and a link back to the search's own map. */
function BackToSearch({ view: { center, fromMiddle }, typed, units }: PartProps & { units: Units }) {
  if (typed.map === "" && typed.unplaced === "") return null;
  const km = Number(typed.radius) || (center === null ? 0 : DEFAULT_RADIUS[center.kind]);
  return (
    <p className="mt-1">
      {fromMiddle ? <span className="text-grey">Distances are from the middle of the map. </span> : null}
      <MapLink to={movedAddress(typed, "")} className="link inline-block py-1">
        {center === null ? "Back to the whole map" : `Back to ${lengthText(km, units)} around ${center.label}`}
      </MapLink>
    </p>
  );
}
