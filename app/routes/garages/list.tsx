import { data, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { GarageGrid } from "~/features/garages/components/garage-card";
import { GarageSearch, garagesUrl } from "~/features/garages/components/garage-search";
import { DEFAULT_SORT, findSort } from "~/features/garages/limits";
import { findGarageSuggestion } from "~/features/garages/list.server";
import { listGarages } from "~/features/garages/queries.server";
import { garageSearchSchema } from "~/features/garages/schema.server";
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
    description: `All garages on ${siteNameOf(page.matches)}: search by name, or see the newest and the largest.`,
    queryDefaults: { name: "", sort: DEFAULT_SORT, page: "1" },
  });

const PER_PAGE = 24;

export const loader = pageLoader(async ({ request, context }) => {
  const params = new URL(request.url).searchParams;
  await consumeQueryLimit({ request, context }, { text: params.get("name") });
  const page = parsePage(params, PER_PAGE);
  const searchInput = { name: params.get("name") ?? "", sort: findSort(params.get("sort") ?? "") ?? DEFAULT_SORT };
  try {
    const { name, sort } = decode(garageSearchSchema, searchInput);
    const list = listGarages({ search: name, sort }, page);
    const suggestion = list.total === 0 ? findGarageSuggestion({ search: name, sort }) : null;
    return data({ typed: searchInput, list, suggestion, errors: null });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const list = { rows: [], total: 0, ...page };
    return data({ typed: searchInput, list, suggestion: null, errors: error.fields }, { status: 400 });
  }
});

export default function Garages() {
  const { typed: searchInput, list, suggestion, errors } = useLoaderData<typeof loader>();
  const isFiltered = searchInput.name.trim() !== "";
  return (
    <Page>
      <PageHeader title="Garages" />
      <SearchErrorSummary form="garage" errors={errors ?? {}} />
      <GarageSearch searchInput={searchInput} errors={errors ?? {}} />
      {errors ? (
        <InvalidSearch all="/garages" label="See all garages" />
      ) : (
        <>
          {/* A heading, so that no level is skipped between h1 and the cards; live, to announce new results. */}
          <div aria-live="polite">
            <h2 className="mb-5 border-t border-line pt-3 text-base tabular-nums">
              {plural(list.total, "garage")}
              {isFiltered ? (
                <>
                  {" "}
                  for “<bdi>{searchInput.name.trim()}</bdi>”
                </>
              ) : null}
            </h2>
          </div>
          <Results list={list} isFiltered={isFiltered}>
            {suggestion === null ? null : (
              <DidYouMean text={suggestion} to={garagesUrl(suggestion, searchInput.sort)} />
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
  isFiltered: boolean;
  /** If nothing is found. */
  children: ReactNode;
}

function Results({ list, isFiltered, children }: ResultsProps) {
  if (list.rows.length > 0) {
    return (
      <>
        <GarageGrid garages={list.rows} eager />
        <Pagination {...list} />
      </>
    );
  }
  const past = list.total > 0;
  if (isFiltered || past) {
    return (
      <EmptyState
        title={past ? "Nothing on this page." : "No garages found that match your criteria."}
        action={<ButtonLink to="/garages">See all garages</ButtonLink>}
      >
        {children}
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
