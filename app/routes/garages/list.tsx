import { data, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { GarageGrid } from "~/features/garages/components/garage-card";
import {
  GarageFilters,
  GarageSearch,
  type GarageSearchValues,
  garagesUrl,
  isFiltered,
} from "~/features/garages/components/garage-search";
import { DEFAULT_SORT, findSort } from "~/features/garages/limits";
import { findGarageSuggestion } from "~/features/garages/list.server";
import { listGarages } from "~/features/garages/queries.server";
import { garageSearchSchema } from "~/features/garages/schema.server";
import { listBiggestMakes } from "~/features/makes/queries.server";
import { DEFAULT_RADIUS_KM } from "~/features/places/proximity";
import { consumeQueryLimit } from "~/http/call.server";
import { pageLoader } from "~/http/page/page.server";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { SiteName, siteNameOf } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { DidYouMean } from "~/ui/filters/did-you-mean";
import { InvalidSearch, SearchErrorSummary } from "~/ui/filters/search-form";
import { ButtonLink } from "~/ui/forms/button";
import { EmptyState, Page, PageHeader } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";

export const meta: MetaFunction = (page) =>
  shareMeta(page, {
    title: "Garages",
    description: `All garages on ${siteNameOf(page.matches)}: by name, make or place, the newest or the largest first.`,
    queryDefaults: { name: "", make: "", near: "", radius: String(DEFAULT_RADIUS_KM), sort: DEFAULT_SORT, page: "1" },
  });

const PER_PAGE = 24;
const SUGGESTED_MAKES = 50;

export const loader = pageLoader(async ({ request, context }) => {
  const params = new URL(request.url).searchParams;
  const text = (name: string) => params.get(name) ?? "";
  await consumeQueryLimit({ request, context }, { text: text("name") || text("make"), near: text("near") });
  const page = parsePage(params, PER_PAGE);
  const searchInput = {
    name: text("name"),
    make: text("make"),
    near: text("near"),
    radius: text("radius"),
    sort: findSort(text("sort")) ?? DEFAULT_SORT,
  };
  const shared = { typed: searchInput, makes: listBiggestMakes(SUGGESTED_MAKES).map(({ name }) => name) };
  try {
    const { name, ...filters } = decode(garageSearchSchema, searchInput);
    const query = { ...filters, search: name };
    const list = listGarages(query, page);
    const suggestion = list.total === 0 ? findGarageSuggestion(query) : null;
    return data({ ...shared, list, suggestion, errors: null });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const list = { rows: [], total: 0, ...page, proximity: null };
    return data({ ...shared, list, suggestion: null, errors: error.fields }, { status: 400 });
  }
});

export default function Garages() {
  const { typed: searchInput, makes, list, suggestion, errors } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Garages" />
      <SearchErrorSummary form="garage" errors={errors ?? {}} />
      <GarageSearch searchInput={searchInput} makes={makes} errors={errors ?? {}} />
      {errors ? (
        <InvalidSearch all="/garages" label="See all garages" />
      ) : (
        <>
          {/* A heading, so that no level is skipped between h1 and the cards; live, to announce new results. */}
          <div aria-live="polite">
            <h2 className="mb-4 border-t border-line pt-3 text-base tabular-nums">
              {plural(list.total, "garage")}
              {list.proximity ? ` within ${list.proximity.km} km of ${list.proximity.place}` : null}
            </h2>
          </div>
          <GarageFilters values={searchInput} />
          <Results list={list} searchInput={searchInput}>
            {suggestion === null ? null : (
              <DidYouMean text={suggestion} to={garagesUrl({ ...searchInput, name: suggestion })} />
            )}
          </Results>
        </>
      )}
    </Page>
  );
}

type List = ReturnType<typeof listGarages>;

interface ResultsProps {
  list: List;
  searchInput: GarageSearchValues;
  /** If nothing is found. */
  children: ReactNode;
}

function Results({ list, searchInput, children }: ResultsProps) {
  if (list.rows.length > 0) {
    return (
      <>
        <GarageGrid garages={list.rows} eager />
        <Pagination {...list} />
      </>
    );
  }
  const past = list.total > 0;
  if (past || isFiltered(searchInput)) {
    return (
      <EmptyState
        title={past ? "Nothing on this page." : "No garages found that match your criteria."}
        action={<ButtonLink to="/garages">See all garages</ButtonLink>}
      >
        {children}
        {list.proximity ? "Garages that are not on the map cannot be found by place." : null}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No garages yet."
      action={
        <ButtonLink to="/onboarding" kind="primary">
          Open the first garage
        </ButtonLink>
      }
    >
      <SiteName /> is new. The first garage could be yours.
    </EmptyState>
  );
}
