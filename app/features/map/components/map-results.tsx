import { Link, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { RADII_KM } from "~/features/places/proximity";
import { formatCount } from "~/lib/text";
import { ButtonLink } from "~/ui/forms/button";
import { EmptyState } from "~/ui/layout/page";
import { Pagination, PastEnd } from "~/ui/layout/pagination";
import { mapAddress, pannedUrl, type TypedMapSearch } from "../address";
import { lengthText, thingsText, type Units } from "../format";
import { DEFAULT_RADIUS } from "../limits";
import type { MapView } from "../queries.server";
import type { LiveMap } from "./live-map";
import { type AdjacentViewports, MAP_ID, MapControls, MapLink } from "./map-controls";
import { MapDrawing } from "./map-drawing";
import { ResultList, UnplacedList } from "./result-list";

interface MapResultsProps {
  view: MapView;
  adjacent: AdjacentViewports;
  searchInput: TypedMapSearch;
  units: Units;
  kind: "" | "events" | "garages";
  isMember: boolean;
  isBusy: boolean;
}

/** The list comes first in the DOM, for screen readers. */
export function MapResults({ view, adjacent, searchInput, units, kind, isMember, isBusy }: MapResultsProps) {
  const { total, results, listed, unplaced } = view;
  const area = areaText(view, units);
  const { here, elsewhere } = splitByMap(view);
  const navigate = useNavigate();
  const root = useLiveMap(view, (viewport) =>
    navigate(pannedUrl(searchInput, viewport), { replace: true, preventScrollReset: true }),
  );
  return (
    <div ref={root} className="map-results" aria-busy={isBusy || undefined}>
      <div className="map-head">
        <div aria-live="polite">
          <h2 className="text-lg tabular-nums">
            {view.garagesOf ? garagesText(total, view.garagesOf.somewhere) : headText(total, kind, area)}
          </h2>
        </div>
        {total > 0 && kind === "" ? (
          <p className="text-sm text-grey">Dot: event. House: garage. Number: several.</p>
        ) : null}
        <Alternatives view={view} searchInput={searchInput} />
        <BackToSearch view={view} searchInput={searchInput} units={units} />
      </div>
      <div className="map-list">
        {results.length > 0 ? (
          <>
            <ResultList results={here} units={units} />
            {elsewhere.length > 0 ? (
              <>
                <h3 className="mt-6 mb-2 text-base">Elsewhere</h3>
                <ResultList results={elsewhere} units={units} />
              </>
            ) : null}
          </>
        ) : (
          <MapEmpty view={view} searchInput={searchInput} units={units} isMember={isMember} />
        )}
        {listed > 0 ? <Pagination page={view.page} limit={view.limit} total={listed} /> : null}
        {listed > 0 && listed < total ? (
          <p className="mt-3 text-sm text-grey">
            The nearest {formatCount(listed)} are listed. Choose a smaller distance to see others.
          </p>
        ) : null}
        {unplaced === null ? null : (
          <UnplacedList unplaced={unplaced} searchInput={searchInput} near={view.center?.label ?? ""} />
        )}
      </div>
      <figure id={MAP_ID} className="map-side">
        <div className="map-paper">
          <MapDrawing view={view} searchInput={searchInput} units={units} label={`Map, ${area}`} />
        </div>
        <MapControls adjacent={adjacent} searchInput={searchInput} units={units} />
        <MapCredits server={view.tileServer} />
      </figure>
    </div>
  );
}

/** Without a centre the list has the soonest of the whole world. */
function splitByMap({ center, marks, results }: Pick<MapView, "center" | "marks" | "results">) {
  const towns = new Set(marks.flatMap((mark) => mark.towns));
  if (center !== null || towns.size === 0) return { here: results, elsewhere: [] };
  return {
    here: results.filter(({ town }) => towns.has(town)),
    elsewhere: results.filter(({ town }) => !towns.has(town)),
  };
}

const headText = (total: number, kind: MapResultsProps["kind"], area: string) =>
  total === 0 ? `Nothing ${area} yet` : `${thingsText(total, kind)} ${area}`;

const garagesText = (total: number, area: string) =>
  [`${thingsText(total, "garages")} without a map position`, area].filter(Boolean).join(", ");

/** "within 100 km of Birmingham, United Kingdom"; for a region or country, from its middle. */
function areaText({ center, radius }: Pick<MapView, "center" | "radius">, units: Units): string {
  if (center === null || radius === null) return "on this map";
  const centerText = center.kind === "town" ? center.label : `the centre of ${center.label}`;
  return `within ${lengthText(radius, units)} of ${centerText}`;
}

/** Beyond it, the page suggests adding the region. */
const MAX_ALTERNATIVES = 4;

function Alternatives({ view: { center, alternatives }, searchInput }: Pick<MapResultsProps, "view" | "searchInput">) {
  if (center === null || alternatives.length === 0) return null;
  return (
    <div className="text-sm">
      <p>This is {center.label}. Did you mean another place?</p>
      <ul className="flex flex-wrap gap-x-4">
        {alternatives.slice(0, MAX_ALTERNATIVES).map((label) => (
          <li key={label}>
            <Link
              to={mapAddress({ ...searchInput, place: label, map: "", page: "" })}
              className="link inline-block py-2"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {alternatives.length > MAX_ALTERNATIVES ? (
        <p className="text-grey">There are more places with this name: add a region to narrow it down.</p>
      ) : null}
    </div>
  );
}

/** After a move: the origin of distances, and a link back. */
function BackToSearch({ view, searchInput, units }: Pick<MapResultsProps, "view" | "searchInput" | "units">) {
  const { center, fromMiddle } = view;
  if (searchInput.map === "" && searchInput.unplaced === "") return null;
  const km = Number(searchInput.radius) || (center === null ? 0 : DEFAULT_RADIUS[center.kind]);
  return (
    <p className="mt-1">
      {fromMiddle ? <span className="text-grey">Distances are from the map's centre. </span> : null}
      <MapLink to={pannedUrl(searchInput, "")} className="link inline-block py-1">
        {center === null ? "Reset map" : `Back to ${lengthText(km, units)} around ${center.label}`}
      </MapLink>
    </p>
  );
}

/**
 * Adds drag, wheel, touch and keys. The script loads after hydration; without it the map works by links.
 * @returns the ref for the element with map and list
 */
function useLiveMap(view: MapView, onMove: (viewport: string) => void) {
  const root = useRef<HTMLDivElement>(null);
  const live = useRef<LiveMap | undefined>(undefined);
  const latest = useRef({ view, onMove });
  latest.current = { view, onMove };
  useEffect(() => {
    let unmounted = false;
    import("./live-map").then(
      ({ startLiveMap }) => {
        if (unmounted || root.current === null) return;
        root.current.dataset.live = "";
        live.current = startLiveMap(root.current, {
          viewport: latest.current.view.viewport,
          onMove: (viewport) => latest.current.onMove(viewport),
        });
      },
      // The links still move the map.
      () => undefined,
    );
    return () => {
      unmounted = true;
      live.current?.stop();
      live.current = undefined;
    };
  }, []);
  useEffect(() => live.current?.show(view.viewport), [view]);
  return root;
}

/** Of map and place data (map README, No third party is asked). */
function MapCredits({ server }: { server: MapView["tileServer"] }) {
  return (
    <p className="mt-2 text-sm text-grey">
      Map:{" "}
      {server === null ? (
        <Credit href="https://www.naturalearthdata.com/">Natural Earth</Credit>
      ) : (
        <Attribution {...server} />
      )}
      . Places: <Credit href="https://www.geonames.org/">GeoNames</Credit>,{" "}
      <Credit href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</Credit>.
    </p>
  );
}

/** MAP_ATTRIBUTION, or at least the server's host. */
function Attribution({ attribution, url }: NonNullable<MapView["tileServer"]>) {
  if (attribution === null) return new URL(url).host;
  return attribution.url === null ? attribution.text : <Credit href={attribution.url}>{attribution.text}</Credit>;
}

function Credit({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} rel="noopener" className="link inline-block py-1">
      {children}
    </a>
  );
}

function MapEmpty({
  view: { center, radius, total },
  searchInput,
  units,
  isMember,
}: Omit<MapResultsProps, "adjacent" | "kind" | "isBusy">) {
  const restarted = { ...searchInput, map: "", page: "" };
  if (total > 0) return <PastEnd to={mapAddress({ ...searchInput, page: "" })} />;
  const isFiltered = [searchInput.kind, searchInput.category, searchInput.from, searchInput.to].some(
    (text) => text !== "",
  );
  const wider = radius === null ? undefined : RADII_KM.find((km) => km > radius);
  const next = isFiltered
    ? { to: { ...searchInput, page: "", kind: "", category: "", from: "", to: "" }, label: "Clear filters" }
    : wider !== undefined
      ? { to: { ...restarted, radius: String(wider) }, label: `Search within ${lengthText(wider, units)}` }
      : { to: { units: searchInput.units }, label: "See the whole map" };
  const landing = center === null && searchInput.map === "" && !isFiltered;
  return (
    <EmptyState
      title={landing ? "Nothing on the map yet." : "Nothing here yet."}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          {landing ? null : <ButtonLink to={mapAddress(next.to)}>{next.label}</ButtonLink>}
          {isMember ? (
            <ButtonLink to="/events/submit" kind={landing ? "primary" : "quiet"}>
              + Submit an Event
            </ButtonLink>
          ) : null}
        </span>
      }
    >
      {landing
        ? "Events will appear here, along with garages whose owners show them on the map."
        : "Events appear automatically; garages only if the owner opts in."}
    </EmptyState>
  );
}
