import { data, type LinksFunction, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { searchValues, type TypedMapSearch } from "~/features/map/address";
import type { AdjacentViewports } from "~/features/map/components/map-controls";
import { type MapErrors, MapSearch } from "~/features/map/components/map-form";
import { MapResults } from "~/features/map/components/map-results";
import { DEFAULT_RADIUS } from "~/features/map/limits";
import { getMapView } from "~/features/map/queries.server";
import { mapSearch } from "~/features/map/schema.server";
import { formatViewport, panViewport, VIEWPORT, type Viewport, zoomViewport } from "~/features/map/viewport";
import { consumeLimit } from "~/http/call.server";
import type { RouteHandle } from "~/http/context";
import { pageLoader } from "~/http/page/page.server";
import { getViewer } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { parsePage } from "~/lib/paging";
import styles from "~/styles/map.css?url";
import { shareMeta } from "~/ui/document/share-meta";
import { InvalidSearch, SearchErrorSummary } from "~/ui/filters/search-form";
import { Page } from "~/ui/layout/page";

export const handle: RouteHandle = { cache: { isShortLived: true } };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data: pageData, ...page }) => {
  const searchInput = pageData?.typed;
  const placeLabel = pageData?.view?.center?.label;
  const hasPlace = placeLabel !== undefined && searchInput?.place !== "";
  const tags = shareMeta(page, {
    title: hasPlace ? `Near ${placeLabel}` : "Map",
    description: `Car shows, meetups, track days and garages ${hasPlace ? `near ${placeLabel}` : "near you"}: on a map and by distance.`,
    queryDefaults: { place: "", radius: "", kind: "", category: "", page: "1" },
  });
  // Search engines must index neither personal positions nor every viewport.
  const isExcluded =
    searchInput === undefined || [searchInput.at, searchInput.near, searchInput.map].some((text) => text !== "");
  return isExcluded ? [...tags, { name: "robots", content: "noindex" }] : tags;
};

const PER_PAGE = 12;

/** Half a map in each direction, and one zoom step. */
function adjacentViewports(viewport: Viewport): AdjacentViewports {
  const to = (dx: number, dy: number) =>
    formatViewport(panViewport(viewport, dx * VIEWPORT.width, dy * VIEWPORT.height));
  const zoom = (steps: number) => {
    const next = zoomViewport(viewport, steps);
    return next ? formatViewport(next) : null;
  };
  return {
    north: to(0, -0.5),
    south: to(0, 0.5),
    west: to(-0.5, 0),
    east: to(0.5, 0),
    zoomIn: zoom(1),
    zoomOut: zoom(-1),
  };
}

export const loader = pageLoader(async ({ request, context }) => {
  await consumeLimit({ request, context }, "map");
  const viewer = await getViewer({ request, context });
  const params = new URL(request.url).searchParams;
  const page = parsePage(params, PER_PAGE);
  const searchInput = searchValues(params);
  const pageData = { typed: searchInput, member: viewer !== null, hasGarage: viewer?.garageId != null };
  try {
    const search = decode(mapSearch, searchInput);
    const view = getMapView(search, page, viewer);
    const { units, kind } = search;
    return data({
      ...pageData,
      units,
      kind,
      view,
      adjacent: adjacentViewports(view.viewport),
      errors: {} as MapErrors,
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const noResults = { units: searchInput.units === "mi" ? ("mi" as const) : ("" as const), kind: "" as const };
    return data(
      { ...pageData, ...noResults, view: null, adjacent: null, errors: errorsByField(error.fields) },
      { status: 400 },
    );
  }
});

/** Errors of `at` and `near` appear at the field `place`. */
function errorsByField({ place = [], at = [], near = [], ...others }: Record<string, string[]>): MapErrors {
  const placeRows = [...place, ...at, ...near];
  return placeRows.length > 0 ? { ...others, place: placeRows } : others;
}

export default function MapSearchPage() {
  const { typed: searchInput, member, hasGarage, units, kind, view, adjacent, errors } = useLoaderData<typeof loader>();
  const { state, location } = useNavigation();
  const isBusy = state === "loading" && location.pathname === "/map-search";
  const center = view?.center ?? null;
  return (
    <Page>
      <h1 className="mb-4">Map</h1>
      <SearchErrorSummary form="field" errors={errors} />
      <MapSearch
        searchInput={searchInput}
        units={units}
        errors={errors}
        from={center && startText(searchInput, center.label)}
        defaultRadius={DEFAULT_RADIUS[center?.kind ?? "town"]}
        hasGarage={hasGarage}
      />
      {view && adjacent ? (
        <MapResults
          view={view}
          adjacent={adjacent}
          searchInput={searchInput}
          units={units}
          kind={kind}
          isMember={member}
          isBusy={isBusy}
        />
      ) : (
        <InvalidSearch all="/map-search" label="See the whole map" />
      )}
    </Page>
  );
}

/** The centre's name if it differs from the typed place. */
function startText({ near, at }: TypedMapSearch, label: string): string | null {
  if (at !== "") return `your location near ${label}`;
  return near === "" ? null : `your garage in ${label}`;
}
