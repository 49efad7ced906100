import { data, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { SearchForm } from "~/features/search/components/search-form";
import { SearchResults } from "~/features/search/components/search-results";
import { findSection } from "~/features/search/limits";
import { search } from "~/features/search/queries.server";
import { searchSchema } from "~/features/search/schema.server";
import { countRead } from "~/http/call.server";
import { pageLoader } from "~/http/page.server";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { parsePage } from "~/lib/paging";
import { ButtonLink } from "~/ui/button";
import { SearchProblems } from "~/ui/filters/search-problems";
import { EmptyState, Page, PageHeader } from "~/ui/page";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.q ? `“${data.q}” · Search · Paddock` : "Search · Paddock" },
  { name: "robots", content: "noindex" },
];

/** `/search?q=`: the first of each section; with `section` one of them, `page` by `page`. */
export const loader = pageLoader(async ({ request, context }) => {
  await countRead({ request, context }, "search");
  const params = new URL(request.url).searchParams;
  const only = findSection(params.get("section"));
  const { page } = parsePage(params);
  try {
    const { q } = decode(searchSchema, { q: params.get("q") });
    return data({ q, only, results: search(q, only, page), errors: null });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return data({ q: params.get("q") ?? "", only, results: {}, errors: error.fields }, { status: 400 });
  }
});

export default function Search() {
  const { q, only, results, errors } = useLoaderData<typeof loader>();
  const nothing = q !== "" && !errors && Object.keys(results).length === 0;
  return (
    <Page>
      <PageHeader title="Search" />
      <SearchProblems form="field" errors={errors ?? {}} />
      <SearchForm q={q} errors={errors ?? {}} />
      {/* Live, to announce new results when the form submits itself. */}
      <div role="status">
        {nothing ? (
          <EmptyState title="No results found for your query." action={<OtherWays />}>
            Try fewer or shorter words: every word has to match a name or title, or a year, make and model.
          </EmptyState>
        ) : null}
        {q === "" || errors || nothing ? null : <p className="sr-only">Results for “{q}”</p>}
      </div>
      {only && !errors ? (
        <p className="mb-4">
          <Link to={`/search?${new URLSearchParams({ q })}`} className="link inline-flex min-h-11 items-center">
            All results for “{q}”
          </Link>
        </p>
      ) : null}
      {errors ? (
        <EmptyState title="Nothing was looked for yet." action={<OtherWays />}>
          Put right what is marked, or look around.
        </EmptyState>
      ) : (
        <SearchResults q={q} results={results} only={only} />
      )}
    </Page>
  );
}

/** On from a search that shows nothing. */
function OtherWays() {
  return (
    <span className="flex flex-wrap justify-center gap-3">
      <ButtonLink to="/garages">All garages</ButtonLink>
      <ButtonLink to="/events">All events</ButtonLink>
    </span>
  );
}
