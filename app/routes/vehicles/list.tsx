import { data, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BrowseForm, type BrowseFormValues, typedBrowse } from "~/features/browse/components/browse-form";
import { BrowseLinks, MakeLinks } from "~/features/browse/components/browse-links";
import { BrowseFilters, SortMenu } from "~/features/browse/components/browse-results";
import { MAX_NAMES, VEHICLES_PER_PAGE } from "~/features/browse/limits";
import { type BrowseView, browseVehicles } from "~/features/browse/queries.server";
import { browseQuery } from "~/features/browse/schema.server";
import { filterParams } from "~/features/makes/address";
import { type CountedName, listBiggestMakes } from "~/features/makes/queries.server";
import { VehicleGrid } from "~/features/vehicles/components/vehicle-card";
import { consumeQueryLimit } from "~/http/call.server";
import { pageLoader } from "~/http/page/page.server";
import { decode } from "~/lib/decode";
import { DomainError, type FieldErrors } from "~/lib/errors";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { siteNameOf } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { CollapsibleFilters } from "~/ui/filters/collapsible-filters";
import { DidYouMean } from "~/ui/filters/did-you-mean";
import { InvalidSearch, SearchErrorSummary } from "~/ui/filters/search-form";
import { ButtonLink } from "~/ui/forms/button";
import { EmptyState, HeaderLink, Page, PageHeader, Section } from "~/ui/layout/page";
import { Pagination, PastEnd } from "~/ui/layout/pagination";

export const meta: MetaFunction<typeof loader> = ({ data: pageData, ...page }) => {
  const view = pageData?.view;
  const site = siteNameOf(page.matches);
  const title = view?.title ?? "Vehicles";
  const countText = view ? `${formatCount(view)} on ${site}: ` : "";
  const tags = shareMeta(page, {
    title,
    description:
      title === "Vehicles"
        ? `All vehicles on ${site}, newest first: cars, motorcycles and whatever else has a story.`
        : `${title}. ${countText}photos, owners and the stories behind them.`,
    queryDefaults: { page: "1" },
    ...(view ? { address: view.canonical } : {}),
    feed: { title: `${site} · The Latest`, path: "/feed.xml" },
  });
  // Every typed search has an address; search engines must not index empty results.
  return view && view.rows.length === 0 ? [...tags, { name: "robots", content: "noindex" }] : tags;
};

export const loader = pageLoader(async ({ request, context }) => {
  const params = new URL(request.url).searchParams;
  await consumeQueryLimit({ request, context }, { text: params.get("q") || params.get("condition") });
  const page = parsePage(params, VEHICLES_PER_PAGE);
  const searchInput = typedBrowse(params);
  try {
    return data({
      typed: searchInput,
      view: browseVehicles(decode(browseQuery, searchInput), page),
      makes: [],
      errors: {},
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return data(
      { typed: searchInput, view: null, makes: listBiggestMakes(MAX_NAMES.makes), errors: error.fields },
      { status: 400 },
    );
  }
});

function formatCount({ total, hasMore }: Pick<BrowseView, "total" | "hasMore">): string {
  return hasMore ? plural(total, "vehicle").replace(" ", "+ ") : plural(total, "vehicle");
}

const formatTitle = (view: BrowseView | null): string =>
  view === null || view.title === "Vehicles" ? "all makes" : view.title;

export default function Vehicles() {
  const { typed: searchInput, view, makes, errors } = useLoaderData<typeof loader>();
  const wrong: FieldErrors = errors;
  return (
    <Page>
      <PageHeader title={view?.title ?? "Vehicles"}>
        <HeaderLink to="/vehicles/makes">Browse by make</HeaderLink>
      </PageHeader>
      <SearchErrorSummary form="browse" errors={wrong} />
      <div className="grid gap-x-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <div className="min-w-0">
          <CollapsibleFilters choiceText={formatTitle(view)} open={view === null}>
            <BrowseForm
              searchInput={searchInput}
              errors={wrong}
              names={(view?.names ?? makes).map(({ name }) => name)}
              make={view?.make ?? null}
            />
            {view ? <BrowseLinks view={view} searchInput={searchInput} /> : null}
          </CollapsibleFilters>
        </div>
        <div className="min-w-0">
          {view ? <VehicleList view={view} searchInput={searchInput} /> : <RefusedSearch makes={makes} />}
        </div>
      </div>
    </Page>
  );
}

/** Next to a refused form: the makes, and a link to all vehicles. */
function RefusedSearch({ makes }: { makes: readonly CountedName[] }) {
  return (
    <>
      <InvalidSearch all="/vehicles" label="See all vehicles" />
      {makes.length > 0 ? (
        <Section id="makes" title="Browse by make">
          <MakeLinks makes={makes} />
        </Section>
      ) : null}
    </>
  );
}

function VehicleList({ view, searchInput }: { view: BrowseView; searchInput: BrowseFormValues }) {
  const isFiltered = filterParams({ ...searchInput, sort: undefined }).length > 0;
  return (
    <>
      {/* A heading, so that no level is skipped between h1 and the cards; live, to announce new results. */}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div aria-live="polite">
          <h2 className="text-base tabular-nums">{formatCount(view)}</h2>
        </div>
        {view.total > 1 ? <SortMenu typed={searchInput} /> : null}
      </div>
      <BrowseFilters typed={searchInput} />
      {view.rows.length > 0 ? (
        <VehicleGrid vehicles={view.rows} eager />
      ) : (
        <NoVehicles pastEnd={view.total > 0} isFiltered={isFiltered} suggestion={view.suggestion} />
      )}
      <Pagination {...view} />
    </>
  );
}

interface NoVehiclesProps {
  pastEnd: boolean;
  isFiltered: boolean;
  suggestion: BrowseView["suggestion"];
}

function NoVehicles({ pastEnd, isFiltered, suggestion }: NoVehiclesProps) {
  if (pastEnd) return <PastEnd to="/vehicles" />;
  if (isFiltered) {
    return (
      <EmptyState
        title="No vehicles found that match your criteria."
        action={<ButtonLink to="/vehicles">See all vehicles</ButtonLink>}
      >
        {suggestion === null ? null : <DidYouMean text={suggestion.q} to={suggestion.url} />}
        Try other filters, or add one yourself.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No vehicles yet."
      action={
        <ButtonLink to="/vehicles/new" kind="primary">
          Add the first vehicle
        </ButtonLink>
      }
    >
      Make, model and year are enough to begin.
    </EmptyState>
  );
}
