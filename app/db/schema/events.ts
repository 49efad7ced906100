import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { counter, hidden, id, partOf, timestamp } from "../columns";
import { users } from "./accounts";
import { places } from "./places";
import { vehicles } from "./vehicles";

/** How an event repeats (`features/events/time/repeat.ts`). */
export const eventSeries = sqliteTable(
  "event_series",
  {
    id: id(),
    /** Null for a deleted account: no further dates. */
    userId: integer().references(() => users.id, { onDelete: "set null" }),
    every: text({ enum: ["week", "month", "year"] }).notNull(),
    weeks: integer(),
    week: text({ enum: ["1", "2", "3", "4", "last"] }),
    weekday: integer(),
    /** Last day; else `count`. */
    until: text(),
    count: integer(),
    /** Days: of the first date, and of the last one in the calendar. */
    startDate: text().notNull(),
    lastMade: text().notNull(),
    /** Cancelled with all later dates. */
    endedAt: timestamp(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("event_series_user").on(t.userId),
    index("event_series_open").on(t.lastMade).where(sql`ended_at IS NULL`),
  ],
);

export const events = sqliteTable(
  "events",
  {
    id: id(),
    /** Null for a deleted account: "Deleted member". */
    userId: integer().references(() => users.id, { onDelete: "set null" }),
    title: text().notNull(),
    titleFolded: text().notNull(),
    /** Wall-clock time at the venue, `YYYY-MM-DDTHH:MM`, or `YYYY-MM-DD` for all-day. */
    startDate: text().notNull(),
    endDate: text().notNull(),
    location: text().notNull(),
    /** Of `location`, by gazetteer or submitter; null if not found. */
    placeId: integer().references(() => places.id),
    /** The `location` of the last look-up. */
    placeText: text(),
    category: text().notNull(),
    url: text(),
    shortDescription: text().notNull(),
    fullDescription: text().notNull().default(""),
    image: text(),
    imageBytes: counter(),
    /** Hidden by a measure: its case has the previous status. */
    status: text({ enum: ["pending", "approved", "rejected", "hidden"] })
      .notNull()
      .default("pending"),
    rejectionReason: text(),
    decidedAt: timestamp(),
    /** It stays live. */
    cancelledAt: timestamp(),
    cancelReason: text(),
    /** The start in the last reminder. */
    remindedOf: text(),
    /** The start in the last notification of the series’ followers. */
    announcedOf: text(),
    seriesId: integer().references(() => eventSeries.id, { onDelete: "set null" }),
    /** Day by the rule of the series, also after a move. */
    recurrenceDate: text(),
    /** Edited for this date alone. */
    ownFields: text({ mode: "json" }).$type<string[]>(),
    /** Latest end of the earlier live dates of the series; kept by triggers. Lists leave the date out until then. */
    previousEnd: text(),
    /** Raised with every published change; the calendar's SEQUENCE. */
    sequence: counter(),
    /** Visible ones; kept by triggers. */
    attendanceCount: counter(),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    index("events_calendar").on(t.status, t.startDate, t.id),
    index("events_category").on(t.status, t.category, t.startDate, t.id),
    index("events_user").on(t.userId, t.id),
    index("events_place").on(t.placeId, t.status, t.startDate, t.id),
    index("events_unplaced").on(t.id).where(sql`place_text IS NULL`),
    uniqueIndex("events_recurrence").on(t.seriesId, t.recurrenceDate).where(sql`series_id IS NOT NULL`),
    index("events_series")
      .on(t.seriesId, t.startDate, t.id, t.status, t.cancelledAt, t.endDate)
      .where(sql`series_id IS NOT NULL`),
  ],
);

/**
 * The submitter's changes to a live event, pending or rejected. Null means unchanged, empty means removed (no link, no
 * picture). Both dates are set or none.
 */
export const eventChanges = sqliteTable(
  "event_changes",
  {
    eventId: integer()
      .primaryKey()
      .references(() => events.id, { onDelete: "cascade" }),
    title: text(),
    startDate: text(),
    endDate: text(),
    location: text(),
    category: text(),
    url: text(),
    shortDescription: text(),
    fullDescription: text(),
    image: text(),
    imageBytes: counter(),
    scope: text({ enum: ["one", "later"] })
      .notNull()
      .default("one"),
    status: text({ enum: ["pending", "rejected"] })
      .notNull()
      .default("pending"),
    rejectionReason: text(),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    index("event_changes_waiting").on(t.eventId).where(sql`status = 'pending'`),
    index("event_changes_image").on(t.image, t.eventId).where(sql`image IS NOT NULL`),
  ],
);

/** Each with an own vehicle or none; hidden while the user is deactivated. */
export const eventAttendances = sqliteTable(
  "event_attendances",
  {
    eventId: partOf(() => events.id),
    userId: partOf(() => users.id),
    vehicleId: integer().references(() => vehicles.id, { onDelete: "set null" }),
    hidden: hidden(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.userId] }),
    index("event_attendances_event").on(t.eventId, t.hidden, t.createdAt, t.userId, t.vehicleId),
    index("event_attendances_user").on(t.userId),
    index("event_attendances_vehicle").on(t.vehicleId, t.eventId),
  ],
);

export const seriesFollows = sqliteTable(
  "series_follows",
  {
    seriesId: partOf(() => eventSeries.id),
    userId: partOf(() => users.id),
    createdAt: timestamp().notNull(),
  },
  (t) => [primaryKey({ columns: [t.seriesId, t.userId] }), index("series_follows_user").on(t.userId, t.createdAt)],
);
