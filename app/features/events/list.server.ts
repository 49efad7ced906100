import { and, asc, count, desc, gte, lt, type SQL, sql } from "drizzle-orm";
import { db, prepared } from "~/db/client.server";
import { events } from "~/db/schema";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { fold } from "~/lib/text";
import { type AroundView, findAround } from "./around.server";
import { EVENT_LIMITS, type EventSearch } from "./schema";
import { addDays, earliestToday, lastDayOf } from "./wall-clock";

/** What a card shows of an event. */
export interface EventCardView {
  id: string;
  title: string;
  startDate: string;
  endDate: string;
  location: string;
  category: string;
  shortDescription: string;
  /** A stored name or a full URL; null without a picture. */
  image: string | null;
}

export const eventCard = {
  id: sql<string>`CAST(${events.id} AS TEXT)`,
  title: events.title,
  startDate: events.startDate,
  endDate: events.endDate,
  location: events.location,
  category: events.category,
  shortDescription: events.shortDescription,
  image: events.image,
};

/** So many events a month view draws; whoever needs more has the list. */
const MONTH_LIMIT = 500;

/** The columns that the calendar's indexes begin with. */
function indexed({ status, category, startDate }: typeof events) {
  return { status, category, startDate };
}

/**
 * The same without their indexes, for a search that begins at towns: the planner, which does not know how few events
 * those have, would rather walk the calendar.
 */
function unindexed({ status, category, startDate }: typeof events) {
  return { status: sql`+${status}`, category: sql`+${category}`, startDate: sql`+${startDate}` };
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
export function selectEvents({ title, category, from, to, past, near, radius }: EventSearch) {
  const term = fold(title);
  const around = findAround({ near, radius });
  const columns = around ? unindexed(events) : indexed(events);
  const matching = and(
    around && sql`${events.placeId} IN (SELECT value FROM json_each(${JSON.stringify(around.towns)}))`,
    sql`${columns.status} = 'approved'`,
    category && sql`${columns.category} = ${category}`,
    ...takesPlace(columns, past ? from : upcomingFrom(from), to),
    ...(past ? over(columns) : []),
    term === "" ? undefined : sql`instr(${events.titleFolded}, ${term}) > 0`,
  );
  const order = past ? [desc(events.startDate), desc(events.id)] : [asc(events.startDate), asc(events.id)];
  const total = () => db().select({ total: count() }).from(events).where(matching).get()?.total ?? 0;
  return { matching, order, total, around };
}

/** The first day of what is to come, where nobody asks for another one. */
export const upcomingFrom = (from?: string) => from ?? earliestToday();

/** What a row of a list shows of an event. */
export type EventRowView = Omit<EventCardView, "shortDescription">;

const { shortDescription: _, ...eventRow } = eventCard;

const rowsById = prepared((database) =>
  database
    .select(eventRow)
    .from(events)
    .where(
      sql`${events.id} IN (SELECT value FROM json_each(${sql.placeholder("ids")})) AND +${events.status} = 'approved'`,
    )
    .prepare(),
);

/** The live events with these ids, in the order of the ids. */
export function listEventRowsById(ids: readonly number[]): EventRowView[] {
  if (ids.length === 0) return [];
  const rows = new Map(
    rowsById()
      .all({ ids: JSON.stringify(ids) })
      .map((row) => [row.id, row]),
  );
  return ids.flatMap((id) => rows.get(String(id)) ?? []);
}

/** What a list is near to, as it is shown. */
function shownAround({ around }: ReturnType<typeof selectEvents>): AroundView | null {
  return around ? { place: around.place, km: around.km } : null;
}

/** Some of the calendar's events, and what they are near to where a place was asked for. */
export interface EventListView extends Paged<EventCardView> {
  around: AroundView | null;
}

/**
 * A page of the calendar (decisions, Events: upcoming by default, with a way to past ones).
 * @throws DomainError invalid; see `selectEvents`
 */
export function listEvents(search: EventSearch, page: Page): EventListView {
  const selected = selectEvents(search);
  const { matching, order, total } = selected;
  const rows = db()
    .select(eventCard)
    .from(events)
    .where(matching)
    .orderBy(...order)
    .limit(page.limit)
    .offset(offsetOf(page))
    .all();
  return { rows, total: total(), ...page, around: shownAround(selected) };
}

/** What a calendar's day shows of an event. */
export type EventSlotView = Pick<EventCardView, "id" | "title" | "startDate" | "endDate">;

export interface EventMonthView {
  rows: EventSlotView[];
  more: boolean;
  around: AroundView | null;
}

/**
 * What takes place in a month, past or to come, by start.
 * @param month `YYYY-MM`
 * @returns at most 500, whether there are more, and what they are near to
 * @throws DomainError invalid; see `selectEvents`
 */
export function listMonth(month: string, search: EventSearch): EventMonthView {
  const selected = selectEvents({ ...search, from: `${month}-01`, to: lastDayOf(month), past: false });
  const { matching, order } = selected;
  const rows = db()
    .select({ id: eventCard.id, title: events.title, startDate: events.startDate, endDate: events.endDate })
    .from(events)
    .where(matching)
    .orderBy(...order)
    .limit(MONTH_LIMIT + 1)
    .all();
  return { rows: rows.slice(0, MONTH_LIMIT), more: rows.length > MONTH_LIMIT, around: shownAround(selected) };
}
