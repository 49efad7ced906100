import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { counter, flag, id, partOf, timestamp } from "../columns";
import { users } from "./accounts";
import { events } from "./events";
import { tickets } from "./moderation";
import { comments, reviews } from "./social";
import { cases } from "./trust";
import { vehicles } from "./vehicles";

/**
 * One row per subject and group, written in the transaction of the cause. Triggers delete it with its subject, and hide
 * it while its subject is hidden, or its actor is deactivated, muted or blocked. News have no rows.
 */
export const notifications = sqliteTable(
  "notifications",
  {
    id: id(),
    userId: partOf(() => users.id),
    kind: text({
      enum: ["follow", "like", "comment", "reply", "review", "decision", "event", "series", "ticket", "admin"],
    }).notNull(),
    /** Null for likes (see `notification_people`), the system and unnamed staff. */
    actorId: integer().references(() => users.id, { onDelete: "cascade" }),
    vehicleId: integer().references(() => vehicles.id, { onDelete: "cascade" }),
    commentId: integer().references(() => comments.id, { onDelete: "cascade" }),
    reviewId: integer().references(() => reviews.id, { onDelete: "cascade" }),
    eventId: integer().references(() => events.id, { onDelete: "cascade" }),
    ticketId: integer().references(() => tickets.id, { onDelete: "cascade" }),
    caseId: integer().references(() => cases.id, { onDelete: "cascade" }),
    /** Of like: UTC day, in days since 1970. All likes of a vehicle on one day are one row. */
    day: integer(),
    /** approved, rejected; cancelled, changed, tomorrow; … */
    detail: text().notNull().default(""),
    /** Of like: visible users. Of admin: pending items. */
    count: counter(),
    isRead: flag().notNull().default(false),
    /** By the settings at the time of writing. */
    onSite: flag().notNull().default(true),
    hidden: flag().notNull().default(sql`0`),
    /** The pending mail; off after sending or reading. */
    mail: text({ enum: ["off", "once", "daily", "weekly"] })
      .notNull()
      .default("off"),
    /** Start of the wait for this mail: a group's first notification, because new ones change `createdAt`. */
    mailSince: timestamp().notNull().default(0),
    /** Of a group, the latest. */
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("notifications_list").on(t.userId, t.onSite, t.hidden, t.createdAt, t.id),
    index("notifications_unread").on(t.userId).where(sql`is_read = 0`),
    index("notifications_mail").on(t.mail, t.userId, t.mailSince).where(sql`mail <> 'off'`),
    uniqueIndex("notifications_like").on(t.vehicleId, t.day).where(sql`kind = 'like'`),
    uniqueIndex("notifications_admin").on(t.detail, t.userId).where(sql`kind = 'admin'`),
    index("notifications_actor").on(t.actorId, t.userId).where(sql`actor_id IS NOT NULL`),
    index("notifications_vehicle").on(t.vehicleId).where(sql`vehicle_id IS NOT NULL`),
    index("notifications_comment").on(t.commentId).where(sql`comment_id IS NOT NULL`),
    index("notifications_review").on(t.reviewId).where(sql`review_id IS NOT NULL`),
    index("notifications_event").on(t.eventId, t.userId).where(sql`event_id IS NOT NULL`),
    index("notifications_case").on(t.caseId).where(sql`case_id IS NOT NULL`),
    index("notifications_ticket").on(t.ticketId).where(sql`ticket_id IS NOT NULL`),
  ],
);

/** Users who liked the vehicle on this day. Hidden while deactivated, muted or blocked. */
export const notificationPeople = sqliteTable(
  "notification_people",
  {
    notificationId: partOf(() => notifications.id),
    userId: partOf(() => users.id),
    hidden: flag().notNull().default(sql`0`),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.notificationId, t.userId] }),
    index("notification_people_newest").on(t.notificationId, t.hidden, t.createdAt, t.userId),
    index("notification_people_user").on(t.userId),
  ],
);

/** Only if not the default. */
export const notificationSettings = sqliteTable(
  "notification_settings",
  {
    userId: partOf(() => users.id),
    /** A kind of `notifications`, or news. */
    kind: text().notNull(),
    site: flag().notNull(),
    mail: text({ enum: ["off", "once", "daily", "weekly"] }).notNull(),
    /** Of news: older ones were mailed, or precede switching mail on. */
    mailedAt: timestamp().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    index("notification_settings_mail").on(t.kind, t.mail, t.userId).where(sql`mail <> 'off'`),
  ],
);
