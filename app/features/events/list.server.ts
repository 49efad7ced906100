import { type AnyColumn, and, asc, desc, gte, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { listIds, memoized } from "~/db/client.server";
import type { Selection } from "~/db/cut.server";
import { events } from "~/db/schema";
import { liveEvents, liveEventsById } from "~/db/scopes.server";
import { UNPLACED_SHOWN } from "~/features/places/proximity";
import { findProximity, type ProximityView } from "~/features/places/queries.server";
import { decode } from "~/lib/decode";
import type { Paged, PageParams } from "~/lib/paging";
import { fold } from "~/lib/text";
import { EVENT_LIMITS } from "./limits";
import { nearPage } from "./near-page.server";
import {
  countEvents,
  type EventCardRow,
  type EventRowView,
  listCardRows,
  listEventRowsById,
  listSlotRows,
} from "./rows.server";
import { type EventSearch, eventSearch } from "./schema.server";
import { addDays, earliestToday, isOver, toLastDay } from "./time/wall-clock";

export type EventCardView = Omit<EventCardRow, "shortDescription"> & {
  /** Its attendees then "went". */
  isOver: boolean;
};

const toCard = <Row extends EventRowView>(row: Row) => ({ ...row, isOver: isOver(row) });

/** For the outer select around a subselect. */
const outerEvents = alias(events, "shown");

const MONTH_LIMIT = 500;

/** Leading columns and conditions of the calendar's indexes. */
function indexed({ category, startDate }: typeof events) {
  return { live: liveEvents, category, startDate };
}

/**
 * The plus sign keeps SQLite from using the indexes. A search near a place must start at its towns; the planner does
 * not know how few events they have, and would scan the calendar.
 */
function unindexed({ category, startDate }: typeof events) {
  return { live: liveEventsById, category: sql`+${category}`, startDate: sql`+${startDate}` };
}

type Columns = ReturnType<typeof indexed> | ReturnType<typeof unindexed>;

/** Events overlapping the days, inclusive. The lower bound of the start lets the index seek. */
function inDateRange({ startDate }: Columns, from: string | undefined, to: string | undefined): (SQL | undefined)[] {
  return [
    from === undefined ? undefined : sql`${startDate} >= ${addDays(from, -EVENT_LIMITS.days)}`,
    from === undefined ? undefined : gte(events.endDate, from),
    to === undefined ? undefined : sql`${startDate} < ${addDays(to, 1)}`,
  ];
}

function inPast({ startDate }: Columns): (SQL | undefined)[] {
  const today = earliestToday();
  return [sql`${startDate} < ${today}`, lt(events.endDate, today)];
}

/**
 * Filter and order of the public lists (page, API, calendar files), which show the next date of a series or each. Upcoming: soonest start first, including current
 * ones. Past: latest first. `from` replaces today.
 * @returns also the proximity filter, if a place is given
 * @throws DomainError invalid at `near` if the place is unknown or ambiguous
 */
export function selectEvents(search: EventSearch, dates: "next" | "each" = "each") {
  const proximity = findProximity(search, events.placeId);
  const columns = proximity ? unindexed(events) : indexed(events);
  const matching = and(
    proximity?.within,
    matchingCondition(search, columns),
    dates === "next" ? isNext(search) : undefined,
  );
  const order = orderOf(search.past, events);
  return { matching, order, proximity };
}

/** The first date of its series that is listed; past ones are listed each. */
export const isNext = ({ past, from }: Pick<EventSearch, "past" | "from">): SQL | undefined =>
  past ? undefined : sql`(events.previous_end IS NULL OR events.previous_end < ${upcomingFrom(from)})`;

type EventFilter = Pick<EventSearch, "title" | "from" | "to" | "past"> & { category?: string };

function matchingCondition({ title, category, from, to, past }: EventFilter, columns: Columns): SQL | undefined {
  const term = fold(title);
  return and(
    columns.live,
    category ? sql`${columns.category} = ${category}` : undefined,
    ...inDateRange(columns, past ? from : upcomingFrom(from), to),
    ...(past ? inPast(columns) : []),
    term === "" ? undefined : sql`instr(${events.titleFolded}, ${term}) > 0`,
  );
}

function orderOf(past: boolean, { startDate, id }: Record<"startDate" | "id", AnyColumn>): SQL[] {
  return past ? [desc(startDate), desc(id)] : [asc(startDate), asc(id)];
}

/**
 * Without a map position, in list order: one more than displayed.
 * @param wide subselect of ids of regions and countries; null for events without any place
 */
export function listUnplacedIds(wide: SQL | null, filter: EventFilter): number[] {
  const matching = and(matchingCondition(filter, indexed(events)), isNext(filter));
  const order = sql.join(orderOf(filter.past, events), sql`, `);
  // A limited subselect per place along the index sorts few rows, whatever the number of events.
  const firstAtPlace = (place: SQL) => sql`SELECT ${events.id} AS id FROM ${events} INDEXED BY events_place
    WHERE ${place} AND ${matching} ORDER BY ${order} LIMIT ${UNPLACED_SHOWN + 1}`;
  return listIds(
    wide === null
      ? firstAtPlace(sql`${events.placeId} IS NULL`)
      : sql`SELECT ${outerEvents.id} AS id FROM places AS wide CROSS JOIN ${events} AS ${sql.identifier("shown")}
          WHERE wide.id IN ${wide} AND ${outerEvents.id} IN (${firstAtPlace(sql`${events.placeId} = wide.id`)})
          ORDER BY ${sql.join(orderOf(filter.past, outerEvents), sql`, `)} LIMIT ${UNPLACED_SHOWN + 1}`,
  );
}

export const upcomingFrom = (from?: string) => from ?? earliestToday();

/** In the order of `ids`. */
export function listEventsById(ids: readonly number[]): EventCardView[] {
  return listEventRowsById(ids).map(toCard);
}

function proximityView({ proximity }: ReturnType<typeof selectEvents>): ProximityView | null {
  return proximity ? { place: proximity.place, km: proximity.km, somewhere: proximity.somewhere } : null;
}

/** `proximity` is null without a place. */
export interface EventListView extends Paged<EventCardView> {
  proximity: ProximityView | null;
  /** On the first page near a place: events known only by its region or country. */
  unplaced: UnplacedEvents;
}

export interface UnplacedEvents {
  rows: EventRowView[];
  hasMore: boolean;
}

function listUnplaced(
  { proximity }: ReturnType<typeof selectEvents>,
  search: EventSearch,
  page: PageParams,
): UnplacedEvents {
  const ids = proximity?.wide && page.page === 1 ? listUnplacedIds(proximity.wide, search) : [];
  return { rows: listEventRowsById(ids.slice(0, UNPLACED_SHOWN)), hasMore: ids.length > UNPLACED_SHOWN };
}

/** @param rowsOf reads the rows of a selection */
export function pageOfEvents<Row>(
  { matching, order, proximity }: ReturnType<typeof selectEvents>,
  search: EventSearch,
  page: PageParams,
  rowsOf: (selection: Selection, page: PageParams, offset?: number) => Row[],
): Paged<Row> {
  if (!proximity?.towns || fold(search.title) !== "") {
    return { rows: rowsOf({ matching, order }, page), total: countEvents(matching), ...page };
  }
  const nearbyPage = nearPage(proximity.towns, search, matching, page);
  return {
    rows: rowsOf({ matching: nearbyPage.matching, order }, page, nearbyPage.offset),
    total: nearbyPage.total,
    ...page,
  };
}

const comingOnce = memoized<EventCardView[]>(1);

/** The soonest that are not cancelled. */
export function listComingEvents(limit: number): EventCardView[] {
  return comingOnce(`${limit}/${upcomingFrom()}`, () => {
    const rows = listCardRows(selectEvents(decode(eventSearch, {}), "next"), { page: 1, limit: 2 * limit }).map(toCard);
    return rows.filter(({ cancelled }) => !cancelled).slice(0, limit);
  });
}

/** @throws DomainError invalid; see `selectEvents` */
export function listEvents(search: EventSearch, page: PageParams): EventListView {
  const selected = selectEvents(search, "next");
  const eventPage = pageOfEvents(selected, search, page, listCardRows);
  return {
    ...eventPage,
    rows: eventPage.rows.map(toCard),
    proximity: proximityView(selected),
    unplaced: listUnplaced(selected, search, page),
  };
}

/**
 * Past or future, by start.
 * @param month `YYYY-MM`
 * @returns at most 500, whether more exist, and the proximity filter
 * @throws DomainError invalid; see `selectEvents`
 */
export function listMonth(month: string, search: EventSearch) {
  const selected = selectEvents({ ...search, from: `${month}-01`, to: toLastDay(month), past: false });
  const rows = listSlotRows(selected, MONTH_LIMIT + 1);
  return { rows: rows.slice(0, MONTH_LIMIT), more: rows.length > MONTH_LIMIT, proximity: proximityView(selected) };
}

/**
 * `YYYY-MM` of the first event that ends on `from` or later; undefined without one.
 * @param from `YYYY-MM-DD`
 * @throws DomainError invalid; see `selectEvents`
 */
export function findNextMonth(from: string, search: EventSearch): string | undefined {
  const [next] = listSlotRows(selectEvents({ ...search, from, to: undefined, past: false }), 1);
  if (next === undefined) return undefined;
  return (next.startDate > from ? next.startDate : from).slice(0, 7);
}

export type EventMonthView = ReturnType<typeof listMonth>;
