import { data, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PersonRow } from "~/features/accounts/components/person-row";
import { EventCard } from "~/features/events/components/event-card";
import { GarageGrid } from "~/features/garages/components/garage-card";
import { findSuggestion } from "~/features/search/correction.server";
import { findSection, MAX_SEARCH_LENGTH, type SearchSection } from "~/features/search/limits";
import { type MatchPage, type SearchView, search } from "~/features/search/queries.server";
import { searchSchema } from "~/features/search/schema.server";
import { VehicleGrid } from "~/features/vehicles/components/vehicle-card";
import { consumeLimit } from "~/http/call.server";
import { pageLoader } from "~/http/page/page.server";
import { decode } from "~/lib/decode";
import { DomainError, type FieldErrors } from "~/lib/errors";
import { parsePage } from "~/lib/paging";
import { formatCount } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { DidYouMean } from "~/ui/filters/did-you-mean";
import { SearchErrorSummary, SearchForm, SearchText } from "~/ui/filters/search-form";
import { Button, ButtonLink } from "~/ui/forms/button";
import { EmptyState, Page, PageHeader, Section } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data?.q ? `“${data.q}” · Search` : "Search"),
  { name: "robots", content: "noindex" },
];

/** `/search?q=`: the first results of each section, or the pages of `section`. */
export const loader = pageLoader(async ({ request, context }) => {
  await consumeLimit({ request, context }, "search");
  const params = new URL(request.url).searchParams;
  const onlySection = findSection(params.get("section"));
  const { page } = parsePage(params);
  try {
    const { q } = decode(searchSchema, { q: params.get("q") });
    const results = search(q, onlySection, page);
    const isEmpty = onlySection === undefined && Object.keys(results).length === 0;
    return data({ q, only: onlySection, results, suggestion: isEmpty ? findSuggestion(q) : null, errors: null });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const q = params.get("q") ?? "";
    return data({ q, only: onlySection, results: {}, suggestion: null, errors: error.fields }, { status: 400 });
  }
});

export default function Search() {
  const { q, only, results, suggestion, errors } = useLoaderData<typeof loader>();
  const nothing = q !== "" && !errors && Object.keys(results).length === 0;
  return (
    <Page>
      <PageHeader title="Search" />
      <SearchErrorSummary form="field" errors={errors ?? {}} />
      <OwnForm q={q} errors={errors ?? {}} />
      {/* Live, to announce new results when the form submits itself. */}
      <div role="status">
        {nothing ? (
          <EmptyState title="No results found for your query." action={<OtherWays />}>
            {suggestion === null ? null : <DidYouMean text={suggestion} to={searchUrl(suggestion)} />}
            Try fewer or shorter words: every word has to match a name or title, or a year, make or model.
          </EmptyState>
        ) : null}
        {q === "" || errors || nothing ? null : (
          <p className="sr-only">
            Results for “<bdi>{q}</bdi>”
          </p>
        )}
      </div>
      {only && !errors ? (
        <p className="mb-4">
          <Link to={searchUrl(q)} className="link inline-flex min-h-11 items-center">
            All results for “<bdi>{q}</bdi>”
          </Link>
        </p>
      ) : null}
      {errors ? (
        <EmptyState title="No search yet." action={<OtherWays />}>
          Fix the marked fields, or look around.
        </EmptyState>
      ) : (
        <SearchResults q={q} results={results} only={only} />
      )}
    </Page>
  );
}

function OtherWays() {
  return (
    <span className="flex flex-wrap justify-center gap-3">
      <ButtonLink to="/garages">All garages</ButtonLink>
      <ButtonLink to="/events">All events</ButtonLink>
    </span>
  );
}

const searchUrl = (q: string) => `/search?${new URLSearchParams({ q })}`;

function addressOf(fields: FormData): string {
  const q = String(fields.get("q") ?? "").trim();
  return q === "" ? "/search" : searchUrl(q);
}

function OwnForm({ q, errors }: { q: string; errors: FieldErrors }) {
  return (
    <SearchForm
      form="field"
      label="Everything"
      initialValues={{ q }}
      errors={errors}
      toUrl={addressOf}
      className="mb-8"
    >
      <SearchText
        name="q"
        label="Garages, members, vehicles and events"
        type="search"
        maxLength={MAX_SEARCH_LENGTH}
        aria-describedby={errors.q ? "field-q-error field-q-hint" : "field-q-hint"}
        isLive
        inputClass="input min-w-0 flex-1"
        wrap={(input) => (
          <>
            <div className="flex max-w-measure gap-3">
              {input}
              <Button kind="primary" className="min-h-12">
                Search
              </Button>
            </div>
            <p id="field-q-hint" className="mt-1 text-sm text-grey">
              A name, a title, or a make, model and year such as “1969 camaro”.
            </p>
          </>
        )}
      />
    </SearchForm>
  );
}

const TITLES: Record<SearchSection, string> = {
  garages: "Garages",
  users: "Users",
  vehicles: "Vehicles",
  events: "Events",
};

interface SearchResultsProps {
  q: string;
  results: Partial<SearchView>;
  /** Shown in pages; undefined: the first results of each. */
  only: SearchSection | undefined;
}

function SearchResults({ q, results, only }: SearchResultsProps) {
  const { garages, users, vehicles, events } = results;
  const commonProps = { q, only };
  return (
    <div>
      <ResultSection {...commonProps} section="garages" list={garages}>
        {(rows) => <GarageGrid garages={rows} eager />}
      </ResultSection>
      <ResultSection {...commonProps} section="users" list={users}>
        {(rows) => (
          <ul className="grid gap-x-8 md:grid-cols-2">
            {rows.map((person) => (
              <li key={person.id}>
                <PersonRow person={person} />
              </li>
            ))}
          </ul>
        )}
      </ResultSection>
      <ResultSection {...commonProps} section="vehicles" list={vehicles}>
        {(rows) => <VehicleGrid vehicles={rows} eager={!garages} />}
      </ResultSection>
      <ResultSection {...commonProps} section="events" list={events}>
        {(rows) => (
          <ul className="card-grid card-rows">
            {rows.map((event, index) => (
              <li key={event.id}>
                <EventCard event={event} priority={index === 0 && !garages && !vehicles} />
              </li>
            ))}
          </ul>
        )}
      </ResultSection>
    </div>
  );
}

interface ResultSectionProps<T> {
  q: string;
  only: SearchSection | undefined;
  section: SearchSection;
  list: MatchPage<T> | undefined;
  children: (rows: T[]) => React.ReactNode;
}

function ResultSection<T>({ q, only, section, list, children }: ResultSectionProps<T>) {
  if (!list) return null;
  const { rows, total, hasMore, page, limit } = list;
  const name = TITLES[section];
  const title = (
    <>
      {name}{" "}
      <span className="font-normal text-grey tabular-nums">
        {formatCount(total)}
        {hasMore ? "+" : ""}
      </span>
    </>
  );
  const all = { to: `/search?${new URLSearchParams({ q, section })}`, label: `All ${name.toLowerCase()}` };
  return (
    <Section id={`found-${section}`} title={title} more={only === undefined && total > rows.length ? all : undefined}>
      {rows.length > 0 ? children(rows) : <p className="text-grey">Nothing on this page.</p>}
      {only === undefined ? null : <Pagination page={page} limit={limit} total={total} />}
    </Section>
  );
}
