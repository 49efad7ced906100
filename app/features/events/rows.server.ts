import { and, count, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { type Db, db, isAmongIds, prepared } from "~/db/client.server";
import { cut, type Selection } from "~/db/cut.server";
import { eventChanges, eventSeries, events, places, users } from "~/db/schema";
import { liveEvents, liveEventsById } from "~/db/scopes.server";
import { placeColumns } from "~/features/places/queries.server";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { sortByIds } from "~/lib/rows";

/** For the month view. Times are the venue's, see `time/wall-clock.ts`. */
export const slotColumns = {
  id: events.id,
  title: events.title,
  startDate: events.startDate,
  endDate: events.endDate,
  cancelled: sql<boolean>`${events.cancelledAt} IS NOT NULL`.mapWith(Boolean),
};

/** For a list row. `image` is a stored name or a full URL, or null. */
export const rowColumns = {
  ...slotColumns,
  location: events.location,
  category: events.category,
  image: events.image,
  attendanceCount: events.attendanceCount,
  /** Later ones of its series, not cancelled. */
  moreDates: sql<number>`(SELECT count(*) FROM events AS more WHERE more.series_id = events.series_id
    AND more.start_date > events.start_date AND more.status = 'approved' AND more.cancelled_at IS NULL)`,
};

const cardColumns = { ...rowColumns, shortDescription: events.shortDescription };

const notifiedColumns = {
  ...cardColumns,
  url: events.url,
  createdAt: events.createdAt,
  updatedAt: events.updatedAt,
  cancelReason: events.cancelReason,
};

/** For an event's page, own submissions and pending events. */
const fullColumns = {
  ...notifiedColumns,
  fullDescription: events.fullDescription,
  cancelledAt: events.cancelledAt,
  status: events.status,
  rejectionReason: events.rejectionReason,
  userId: events.userId,
  submitterName: users.name,
  submitterRole: users.role,
  placeId: events.placeId,
  placeText: events.placeText,
  /** For the submitter and staff. */
  change: eventChanges,
  series: eventSeries,
};

const ofEvent = eq(eventChanges.eventId, events.id);
const withDate = eq(eventSeries.id, events.seriesId);

// Left joins, because the planner cannot reorder them: the index on events decides the order.
const selectFull = (database: Db = db()) =>
  database
    .select(fullColumns)
    .from(events)
    .leftJoin(users, eq(users.id, events.userId))
    .leftJoin(eventChanges, ofEvent)
    .leftJoin(eventSeries, withDate);

export type EventSlotView = Pick<EventRowView, keyof typeof slotColumns>;
export type EventRowView = ReturnType<ReturnType<typeof rowsById>["all"]>[number];
export type EventCardRow = ReturnType<typeof listCardRows>[number];
export type EventFullRow = ReturnType<typeof listFullRows>[number];

export function countEvents(matching: SQL | undefined): number {
  return db().select({ total: count() }).from(events).where(matching).get()?.total ?? 0;
}

export const listSlotRows = (selection: Selection, limit: number) =>
  cut(db().select(slotColumns).from(events).$dynamic(), selection, limit).all();

/** @param offset rows before the page */
export const listCardRows = (selection: Selection, page: PageParams, offset = toOffset(page)) =>
  cut(db().select(cardColumns).from(events).$dynamic(), selection, page.limit, offset).all();

/** @param offset rows before the page */
export const listFullRows = (selection: Selection, page: PageParams, offset = toOffset(page)) =>
  cut(selectFull().$dynamic(), selection, page.limit, offset).all();

export function findFullRow(id: number): EventFullRow | undefined {
  return selectFull().where(eq(events.id, id)).get();
}

const pageRow = prepared((database) =>
  database
    .select({ ...fullColumns, place: placeColumns })
    .from(events)
    .leftJoin(users, eq(users.id, events.userId))
    .leftJoin(eventChanges, ofEvent)
    .leftJoin(eventSeries, withDate)
    .leftJoin(places, eq(places.id, events.placeId))
    .where(eq(events.id, sql.placeholder("id")))
    .prepare(),
);

/** Of any status. */
export const findPageRow = (id: number) => pageRow().get({ id });

export function listOwnRows(userId: number, page: PageParams): Paged<EventFullRow> {
  const matching = eq(events.userId, userId);
  return { rows: listFullRows({ matching, order: [desc(events.id)] }, page), total: countEvents(matching), ...page };
}

/** Also live events with a pending change; soonest first, because those are urgent. */
export function listPendingRows(page: PageParams): Paged<EventFullRow> {
  // Index order, merged with the few changes.
  const matchingRows = db().all<{ id: number }>(sql`
    SELECT id, start_date FROM events WHERE status = 'pending'
    UNION ALL
    SELECT events.id, events.start_date FROM event_changes CROSS JOIN events ON events.id = event_changes.event_id
    WHERE event_changes.status = 'pending' AND events.status <> 'hidden'
    ORDER BY start_date, id LIMIT ${page.limit} OFFSET ${toOffset(page)}`);
  const ids = matchingRows.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : selectFull().where(inArray(events.id, ids)).all();
  return { rows: sortByIds(ids, rows), total: countWaiting(), ...page };
}

/** Omits hidden events: their case comes first. */
export function countWaiting(): number {
  const changes = db()
    .select({ total: count() })
    .from(eventChanges)
    .innerJoin(events, and(ofEvent, ne(events.status, "hidden")))
    .where(sql`${eventChanges.status} = 'pending'`)
    .get();
  return countEvents(eq(events.status, "pending")) + (changes?.total ?? 0);
}

const rowsById = prepared((database) =>
  database
    .select(rowColumns)
    .from(events)
    .where(sql`${isAmongIds(events.id)} AND ${liveEventsById}`)
    .prepare(),
);

/** In the order of `ids`. */
export function listEventRowsById(ids: readonly number[]): EventRowView[] {
  return ids.length === 0 ? [] : sortByIds(ids, rowsById().all({ ids: JSON.stringify(ids) }));
}

const fullRowsById = prepared((database) =>
  selectFull(database)
    .where(sql`${isAmongIds(events.id)} AND ${liveEventsById}`)
    .prepare(),
);

export function listLiveFullRowsById(ids: readonly number[]): EventFullRow[] {
  return ids.length === 0 ? [] : sortByIds(ids, fullRowsById().all({ ids: JSON.stringify(ids) }));
}

const calendarColumns = {
  ...notifiedColumns,
  fullDescription: events.fullDescription,
  sequence: events.sequence,
  placeId: events.placeId,
};

export type CalendarRow = ReturnType<typeof listCalendarRows>[number];

export const listCalendarRows = (selection: Selection, limit: number) =>
  cut(db().select(calendarColumns).from(events).$dynamic(), selection, limit).all();

export function findCalendarRow(id: number): CalendarRow | undefined {
  return listCalendarRows({ matching: sql`${events.id} = ${id} AND ${liveEvents}`, order: [] }, 1)[0];
}

/** A series is announced once. */
const isFirstDate = sql`(events.series_id IS NULL
  OR events.recurrence_date = (SELECT start_date FROM event_series WHERE id = events.series_id))`;

const newestRows = prepared((database) =>
  database
    .select({ ...notifiedColumns, decidedAt: events.decidedAt })
    .from(events)
    // Primary key order needs no sorting: nearly all events are live.
    .where(sql`${liveEventsById} AND ${isFirstDate}`)
    .orderBy(desc(events.id))
    .limit(sql.placeholder("limit"))
    .prepare(),
);

export const listNewestRows = (limit: number) => newestRows().all({ limit });
