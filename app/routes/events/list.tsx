import { data, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { eventsFeedLink, SubscribeLinks } from "~/features/events/components/calendar-links";
import { EventCard, EventRows } from "~/features/events/components/event-card";
import { EventSearch, EventViews } from "~/features/events/components/event-search";
import { MonthCalendar } from "~/features/events/components/month-calendar";
import { EVENT_CATEGORIES } from "~/features/events/limits";
import {
  type EventListView,
  type EventMonthView,
  findNextMonth,
  listEvents,
  listMonth,
  type UnplacedEvents as Unplaced,
} from "~/features/events/list.server";
import { eventSearch } from "~/features/events/schema.server";
import { type EventsView, eventsAddress, searchParams, type TypedEventSearch } from "~/features/events/search-address";
import { monthName } from "~/features/events/time/format";
import { addMonths, parseMonth } from "~/features/events/time/wall-clock";
import { DEFAULT_RADIUS_KM } from "~/features/places/proximity";
import { consumeQueryLimit } from "~/http/call.server";
import type { RouteHandle } from "~/http/context";
import { pageLoader } from "~/http/page/page.server";
import { getViewer } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { parsePage } from "~/lib/paging";
import { formatCount, plural, sentence } from "~/lib/text";
import { utcToday } from "~/lib/time";
import { siteNameOf } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { InvalidSearch, SearchErrorSummary } from "~/ui/filters/search-form";
import { ButtonLink } from "~/ui/forms/button";
import { Notice } from "~/ui/layout/notice";
import { EmptyState, Page, PageHeader, Section } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";

export const handle: RouteHandle = { cache: { isShortLived: true } };

export const meta: MetaFunction = (page) =>
  shareMeta(page, {
    title: "Events",
    description: `Shows, meetups, track days and auctions: the calendar of the ${siteNameOf(page.matches)} community.`,
    queryDefaults: {
      title: "",
      category: "",
      from: "",
      to: "",
      near: "",
      radius: String(DEFAULT_RADIUS_KM),
      unplaced: "",
      past: "",
      view: "",
      month: "",
      page: "1",
    },
    feed: eventsFeedLink(siteNameOf(page.matches)),
  });

const PER_PAGE = 24;

/** Old links work: an unknown category or month means all, or today. */
function typedSearch(params: URLSearchParams) {
  const text = (name: string) => params.get(name) ?? "";
  const category = EVENT_CATEGORIES.find((name) => name === text("category")) ?? "";
  return {
    title: text("title"),
    category,
    from: text("from"),
    to: text("to"),
    near: text("near"),
    radius: text("radius"),
    unplaced: isOn(params, "unplaced") ? "1" : "",
  };
}

const isOn = (params: URLSearchParams, name: string) => ["1", "true", "on"].includes(params.get(name) ?? "");

function viewOf(params: URLSearchParams): EventsView {
  if (params.get("view") === "month") return "month";
  return isOn(params, "past") ? "past" : "upcoming";
}

export const loader = pageLoader(async ({ request, context }) => {
  const member = (await getViewer({ request, context })) !== null;
  const params = new URL(request.url).searchParams;
  await consumeQueryLimit({ request, context }, { text: params.get("title"), near: params.get("near") });
  const page = parsePage(params, PER_PAGE);
  const view = viewOf(params);
  const searchInput = view === "month" ? { ...typedSearch(params), from: "", to: "" } : typedSearch(params);
  const today = utcToday();
  const chosenMonth = parseMonth(params.get("month") ?? "");
  const pageData = {
    member,
    view,
    typed: searchInput,
    today,
    month: chosenMonth ?? today.slice(0, 7),
    nextMonth: undefined,
  };
  const list: EventListView = { rows: [], total: 0, ...page, proximity: null, unplaced: { rows: [], hasMore: false } };
  const nothing = { list, calendar: { rows: [], more: false, proximity: null } as EventMonthView };
  try {
    const search = decode(eventSearch, { ...searchInput, past: view === "past" ? "1" : "" });
    if (view === "month") {
      const month = chosenMonth ?? findNextMonth(today, search) ?? pageData.month;
      const calendar = listMonth(month, search);
      const nextMonth = calendar.rows.length > 0 ? undefined : findNextMonth(`${addMonths(month, 1)}-01`, search);
      return data({ ...pageData, ...nothing, month, calendar, nextMonth, errors: null });
    }
    return data({ ...pageData, ...nothing, list: listEvents(search, page), errors: null });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return data({ ...pageData, ...nothing, errors: error.fields }, { status: 400 });
  }
});

export default function Events() {
  const {
    member,
    view,
    typed: searchInput,
    today,
    month,
    nextMonth,
    list,
    calendar,
    errors,
  } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Events">{member ? <MemberLinks /> : null}</PageHeader>
      <EventViews searchInput={searchInput} view={view} />
      <SearchErrorSummary form="event" errors={errors ?? {}} />
      <EventSearch key={view} searchInput={searchInput} view={view} month={month} errors={errors ?? {}} />
      {errors ? (
        <InvalidSearch all={eventsAddress(view, {}, month)} label={REFUSED[view]} />
      ) : view === "month" ? (
        <>
          <MonthCalendar month={month} today={today} events={calendar.rows} searchInput={searchInput} />
          {calendar.more ? (
            <Notice>There are more events this month. Narrow your search to see them all.</Notice>
          ) : null}
          {calendar.rows.length === 0 ? (
            <p className="mt-4 text-grey">
              No events this month{withinText(calendar.proximity)}.{" "}
              {nextMonth === undefined ? null : (
                <Link
                  to={eventsAddress("month", searchInput, nextMonth)}
                  className="link inline-flex min-h-11 items-center"
                >
                  Next event: {monthName(nextMonth)}
                </Link>
              )}
            </p>
          ) : null}
        </>
      ) : (
        <EventList list={list} view={view} isMember={member} searchInput={searchInput} />
      )}
      {errors || view === "past" ? null : <SubscribeLinks searchInput={searchInput} />}
    </Page>
  );
}

const REFUSED: Record<EventsView, string> = {
  upcoming: "See all events",
  past: "See all past events",
  month: "See the whole month",
};

function MemberLinks() {
  return (
    <>
      <ButtonLink to="/events/mine">My submissions</ButtonLink>
      <ButtonLink to="/events/submit" kind="primary">
        + Submit an Event
      </ButtonLink>
    </>
  );
}

/** " within 100 km of Birmingham, United Kingdom", or empty. */
function withinText(proximity: EventListView["proximity"]): string {
  if (proximity === null) return "";
  if (proximity.km === null)
    return ` without a map position${proximity.somewhere === "" ? "" : `, ${proximity.somewhere}`}`;
  return ` within ${formatCount(proximity.km)} km of ${proximity.place}`;
}

interface EventListProps {
  list: EventListView;
  view: EventsView;
  isMember: boolean;
  searchInput: TypedEventSearch;
}

function EventList({ list, view, isMember, searchInput }: EventListProps) {
  const isFiltered = searchParams(searchInput).length > 0;
  const { proximity } = list;
  return (
    <>
      {/* A heading, so that no level is skipped between h1 and the cards; live, to announce new results. */}
      <div aria-live="polite">
        <h2 className="mb-5 text-base tabular-nums">
          {plural(list.total, view === "past" ? "past event" : "upcoming event")}
          {withinText(list.proximity)}
        </h2>
      </div>
      {list.rows.length > 0 ? (
        <ul className="card-grid card-rows">
          {list.rows.map((event, index) => (
            <li key={event.id}>
              <EventCard event={event} priority={index === 0} />
            </li>
          ))}
        </ul>
      ) : (
        <NoEvents view={view} isMember={isMember} isFiltered={isFiltered || list.total > 0} />
      )}
      <Pagination {...list} />
      {searchInput.unplaced !== "" && searchInput.near !== "" ? (
        <Link
          to={eventsAddress(view, { ...searchInput, unplaced: "" })}
          className="link mt-6 inline-flex min-h-11 items-center"
        >
          Back to the events near <bdi>{proximity?.place ?? searchInput.near}</bdi>
        </Link>
      ) : null}
      <UnplacedEvents
        unplaced={list.unplaced}
        somewhere={proximity?.somewhere ?? ""}
        all={eventsAddress(view, { ...searchInput, unplaced: "1" })}
      />
    </>
  );
}

function NoEvents({ view, isMember, isFiltered }: Pick<EventListProps, "view" | "isMember"> & { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No events found that match your criteria."
        action={<ButtonLink to={view === "past" ? "/events?past=1" : "/events"}>See all events</ButtonLink>}
      />
    );
  }
  if (view === "past") return <EmptyState title="No past events yet.">Past events will appear here.</EmptyState>;
  return (
    <EmptyState
      title="No upcoming events yet."
      action={isMember ? <ButtonLink to="/events/submit">+ Submit an Event</ButtonLink> : null}
    >
      Shows, meetups, track days and auctions will appear here.
    </EmptyState>
  );
}

interface UnplacedEventsProps {
  unplaced: Unplaced;
  /** "somewhere in England, United Kingdom, or elsewhere in the country" */
  somewhere: string;
  all: string;
}

/** Only a region or country, so possibly near. */
function UnplacedEvents({ unplaced: { rows, hasMore }, somewhere, all }: UnplacedEventsProps) {
  if (rows.length === 0) return null;
  return (
    <Section id="unplaced" title="Without a map position" more={hasMore ? { to: all, label: "See all" } : undefined}>
      <p className="-mt-3 mb-6 text-grey">{sentence(somewhere)}</p>
      <EventRows
        events={rows}
        line={({ location, category }) => (
          <>
            <bdi>{location}</bdi> · {category}
          </>
        )}
      />
    </Section>
  );
}
