import { asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { isAmongIds, prepared } from "~/db/prepared.server";
import { events, places, users } from "~/db/schema";
import { liveEvents, liveEventsById } from "~/db/scopes.server";
import { placeColumns } from "~/features/places/queries.server";
import { offsetOf, type Page } from "~/lib/paging";
import { inOrderOf } from "~/lib/rows";

/** For a day of the month view. Times are the venue's, see `time/wall-clock.ts`. */
export const slotColumns = {
  id: sql<string>`CAST(${events.id} AS TEXT)`,
  title: events.title,
  startDate: events.startDate,
  endDate: events.endDate,
  cancelled: sql<boolean>`${events.cancelledAt} IS NOT NULL`.mapWith(Boolean),
};

/** For a list row. `image` is a stored name or a full URL; null without a picture. */
export const rowColumns = {
  ...slotColumns,
  location: events.location,
  category: events.category,
  image: events.image,
  attendanceCount: events.attendanceCount,
};

const cardColumns = { ...rowColumns, shortDescription: events.shortDescription };

const detailColumns = { url: events.url, fullDescription: events.fullDescription };
const dateColumns = { createdAt: events.createdAt, updatedAt: events.updatedAt };

/** For an event's page, own submissions and pending events. */
const fullColumns = {
  ...cardColumns,
  ...detailColumns,
  ...dateColumns,
  cancelledAt: events.cancelledAt,
  cancelReason: events.cancelReason,
  status: events.status,
  rejectionReason: events.rejectionReason,
  userId: events.userId,
  submitterName: users.name,
  placeId: events.placeId,
  placeText: events.placeText,
};

// A left join, which the planner cannot reorder: the index on events decides the order.
const selectFull = () => db().select(fullColumns).from(events).leftJoin(users, eq(users.id, events.userId));

export type EventSlotRow = Pick<EventRow, keyof typeof slotColumns>;
export type EventRow = ReturnType<ReturnType<typeof rowsById>["all"]>[number];
export type EventCardRow = ReturnType<typeof listCardRows>[number];
export type EventFullRow = ReturnType<typeof listFullRows>[number];

export interface EventSelection {
  matching: SQL | undefined;
  order: SQL[];
}

export function countEvents(matching: SQL | undefined): number {
  return db().select({ total: count() }).from(events).where(matching).get()?.total ?? 0;
}

/** At most `limit` rows, for the month view. */
export function listSlotRows({ matching, order }: EventSelection, limit: number) {
  return db()
    .select(slotColumns)
    .from(events)
    .where(matching)
    .orderBy(...order)
    .limit(limit)
    .all();
}

/** @param offset rows of the selection before the page */
export function listCardRows({ matching, order }: EventSelection, page: Page, offset = offsetOf(page)) {
  return db()
    .select(cardColumns)
    .from(events)
    .where(matching)
    .orderBy(...order)
    .limit(page.limit)
    .offset(offset)
    .all();
}

/** @param offset rows of the selection before the page */
export function listFullRows({ matching, order }: EventSelection, page: Page, offset = offsetOf(page)) {
  return selectFull()
    .where(matching)
    .orderBy(...order)
    .limit(page.limit)
    .offset(offset)
    .all();
}

export function findFullRow(id: number): EventFullRow | undefined {
  return selectFull().where(eq(events.id, id)).get();
}

const pageRow = prepared((database) =>
  database
    .select({ ...fullColumns, place: placeColumns })
    .from(events)
    .leftJoin(users, eq(users.id, events.userId))
    .leftJoin(places, eq(places.id, events.placeId))
    .where(eq(events.id, sql.placeholder("id")))
    .prepare(),
);

/** An event of any status with its place, which its own page looks around. */
export const findPageRow = (id: number) => pageRow().get({ id });

/** A page of somebody's submissions, newest first, and their total. */
export function listOwnRows(userId: number, page: Page): { rows: EventFullRow[]; total: number } {
  const matching = eq(events.userId, userId);
  return { rows: listFullRows({ matching, order: [desc(events.id)] }, page), total: countEvents(matching) };
}

/** A page of the pending events, soonest first, because those are urgent. */
export function listPendingRows(page: Page): { rows: EventFullRow[]; total: number } {
  const matching = eq(events.status, "pending");
  const order = [asc(events.startDate), asc(events.id)];
  return { rows: listFullRows({ matching, order }, page), total: countEvents(matching) };
}

const rowsById = prepared((database) =>
  database
    .select(rowColumns)
    .from(events)
    .where(sql`${isAmongIds(events.id)} AND ${liveEventsById}`)
    .prepare(),
);

/** The live events with these ids, in the order of the ids. */
export function listEventRowsById(ids: readonly number[]): EventRow[] {
  if (ids.length === 0) return [];
  return inOrderOf(ids, rowsById().all({ ids: JSON.stringify(ids) }));
}

const fullRowsById = prepared((database) =>
  database
    .select(fullColumns)
    .from(events)
    .leftJoin(users, eq(users.id, events.userId))
    .where(sql`${isAmongIds(events.id)} AND ${liveEventsById}`)
    .prepare(),
);

/** The same with all that is told about them. */
export function listLiveFullRowsById(ids: readonly number[]): EventFullRow[] {
  if (ids.length === 0) return [];
  const rows = fullRowsById().all({ ids: JSON.stringify(ids) });
  return inOrderOf(ids, rows);
}

const calendarColumns = {
  ...cardColumns,
  ...detailColumns,
  ...dateColumns,
  cancelReason: events.cancelReason,
  sequence: events.sequence,
};

export type CalendarRow = ReturnType<typeof listCalendarRows>[number];

/** At most `limit` rows, for a calendar file. */
export function listCalendarRows({ matching, order }: EventSelection, limit: number) {
  return db()
    .select(calendarColumns)
    .from(events)
    .where(matching)
    .orderBy(...order)
    .limit(limit)
    .all();
}

/** A live event, for a calendar file of its own. */
export function findCalendarRow(id: number): CalendarRow | undefined {
  const [row] = listCalendarRows({ matching: sql`${events.id} = ${id} AND ${liveEvents}`, order: [] }, 1);
  return row;
}

const newestRows = prepared((database) =>
  database
    .select({ ...cardColumns, ...dateColumns, cancelReason: events.cancelReason, decidedAt: events.decidedAt })
    .from(events)
    // In the order of the primary key, so that nothing is sorted: nearly every event is live.
    .where(liveEventsById)
    .orderBy(desc(events.id))
    .limit(sql.placeholder("limit"))
    .prepare(),
);

/** The live events that were submitted last, for the feed. */
export const listNewestRows = (limit: number) => newestRows().all({ limit });
