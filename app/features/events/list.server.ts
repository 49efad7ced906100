import { type AnyColumn, and, asc, desc, gte, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db } from "~/db/client.server";
import { events } from "~/db/schema";
import { liveEvents, liveEventsById } from "~/db/scopes.server";
import { UNPLACED_SHOWN } from "~/features/places/proximity";
import { findProximity, type ProximityView } from "~/features/places/proximity-queries.server";
import type { Page, Paged } from "~/lib/paging";
import { fold } from "~/lib/text";
import { EVENT_LIMITS } from "./limits";
import {
  countEvents,
  type EventCardRow,
  type EventRow,
  type EventSlotRow,
  listCardRows,
  listRowsById,
  listSlotRows,
} from "./rows.server";
import type { EventSearch } from "./schema.server";
import { addDays, earliestToday, lastDayOf } from "./time/wall-clock";

/** What a card shows of an event. */
export type EventCardView = EventCardRow;

/** Events a second time, beside those that they are chosen from. */
const shown = alias(events, "shown");

/** So many events a month view draws; whoever needs more has the list. */
const MONTH_LIMIT = 500;

/** The conditions and columns that the calendar's indexes begin with. */
function indexed({ category, startDate }: typeof events) {
  return { live: liveEvents, category, startDate };
}

/**
 * The same without their indexes, for a search that begins at towns: the planner, which does not know how few events
 * those have, would rather walk the calendar.
 */
function unindexed({ category, startDate }: typeof events) {
  return { live: liveEventsById, category: sql`+${category}`, startDate: sql`+${startDate}` };
}

type Columns = ReturnType<typeof indexed> | ReturnType<typeof unindexed>;

/** What takes place on a day of the range, days included. The look back has an end, so that the index has a start. */
function takesPlace({ startDate }: Columns, from: string | undefined, to: string | undefined): (SQL | undefined)[] {
  return [
    from === undefined ? undefined : sql`${startDate} >= ${addDays(from, -EVENT_LIMITS.days)}`,
    from === undefined ? undefined : gte(events.endDate, from),
    to === undefined ? undefined : sql`${startDate} < ${addDays(to, 1)}`,
  ];
}

function over({ startDate }: Columns): (SQL | undefined)[] {
  const today = earliestToday();
  return [sql`${startDate} < ${today}`, lt(events.endDate, today)];
}

/**
 * What the public lists have in common, page, API and calendar files alike: which of the approved events, and in which
 * order. Upcoming ones by start, soonest first, with those that are still going on before them; past ones latest
 * first. A `from` takes the place of today.
 * @returns also what they are near to, where a place is asked for
 * @throws DomainError invalid at `near` where that place is unknown, or one of several
 */
export function selectEvents(search: EventSearch) {
  const around = findProximity(search, events.placeId);
  const matching = and(around?.within, whatMatches(search, around ? unindexed(events) : indexed(events)));
  const order = orderOf(search.past, events);
  return { matching, order, around };
}

/** What of a search has nothing to do with places. */
type EventFilter = Pick<EventSearch, "title" | "from" | "to" | "past"> & { category?: string };

function whatMatches({ title, category, from, to, past }: EventFilter, columns: Columns): SQL | undefined {
  const term = fold(title);
  return and(
    columns.live,
    category ? sql`${columns.category} = ${category}` : undefined,
    ...takesPlace(columns, past ? from : upcomingFrom(from), to),
    ...(past ? over(columns) : []),
    term === "" ? undefined : sql`instr(${events.titleFolded}, ${term}) > 0`,
  );
}

function orderOf(past: boolean, { startDate, id }: Record<"startDate" | "id", AnyColumn>): SQL[] {
  return past ? [desc(startDate), desc(id)] : [asc(startDate), asc(id)];
}

/**
 * The first events of a list that have no map position, and one more where there are more than are shown.
 * @param wide where they are, as ids of places; null for those that are nowhere known
 * @returns their ids, in the order of the list
 */
export function listUnplacedIds(wide: SQL | null, filter: EventFilter): number[] {
  const matching = whatMatches(filter, indexed(events));
  const order = sql.join(orderOf(filter.past, events), sql`, `);
  // From place to place along the index, so many of each: few are sorted, however many there are.
  const firstAt = (place: SQL) => sql`SELECT ${events.id} AS id FROM ${events} INDEXED BY events_place
    WHERE ${place} AND ${matching} ORDER BY ${order} LIMIT ${UNPLACED_SHOWN + 1}`;
  const statement =
    wide === null
      ? firstAt(sql`${events.placeId} IS NULL`)
      : sql`SELECT ${shown.id} AS id FROM places AS wide CROSS JOIN ${events} AS ${sql.identifier("shown")}
          WHERE wide.id IN ${wide} AND ${shown.id} IN (${firstAt(sql`${events.placeId} = wide.id`)})
          ORDER BY ${sql.join(orderOf(filter.past, shown), sql`, `)} LIMIT ${UNPLACED_SHOWN + 1}`;
  return db()
    .all<{ id: number }>(statement)
    .map(({ id }) => id);
}

/** The first day of what is to come, where nobody asks for another one. */
export const upcomingFrom = (from?: string) => from ?? earliestToday();

/** What a row of a list shows of an event. */
export type EventRowView = EventRow;

/** The live events with these ids, in the order of the ids. */
export const listEventRowsById = listRowsById;

/** What a list is near to, as it is shown. */
function shownAround({ around }: ReturnType<typeof selectEvents>): ProximityView | null {
  return around ? { place: around.place, km: around.km, somewhere: around.somewhere } : null;
}

/** Some of the calendar's events, and what they are near to where a place was asked for. */
export interface EventListView extends Paged<EventCardView> {
  around: ProximityView | null;
  /** Beside the first page of a list near a place: what is somewhere around, and whether there is more of it. */
  unplaced: UnplacedEvents;
}

export interface UnplacedEvents {
  rows: EventRowView[];
  more: boolean;
}

function listUnplaced({ around }: ReturnType<typeof selectEvents>, search: EventSearch, page: Page): UnplacedEvents {
  const ids = around?.wide && page.page === 1 ? listUnplacedIds(around.wide, search) : [];
  return { rows: listEventRowsById(ids.slice(0, UNPLACED_SHOWN)), more: ids.length > UNPLACED_SHOWN };
}

/**
 * A page of the calendar.
 * @throws DomainError invalid; see `selectEvents`
 */
export function listEvents(search: EventSearch, page: Page): EventListView {
  const selected = selectEvents(search);
  return {
    rows: listCardRows(selected, page),
    total: countEvents(selected.matching),
    ...page,
    around: shownAround(selected),
    unplaced: listUnplaced(selected, search, page),
  };
}

/** What a calendar's day shows of an event. */
export type EventSlotView = EventSlotRow;

export interface EventMonthView {
  rows: EventSlotView[];
  more: boolean;
  around: ProximityView | null;
}

/**
 * What takes place in a month, past or to come, by start.
 * @param month `YYYY-MM`
 * @returns at most 500, whether there are more, and what they are near to
 * @throws DomainError invalid; see `selectEvents`
 */
export function listMonth(month: string, search: EventSearch): EventMonthView {
  const selected = selectEvents({ ...search, from: `${month}-01`, to: lastDayOf(month), past: false });
  const rows = listSlotRows(selected, MONTH_LIMIT + 1);
  return { rows: rows.slice(0, MONTH_LIMIT), more: rows.length > MONTH_LIMIT, around: shownAround(selected) };
}
