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
 * Notifications: one row a subject and group, written in the transaction that causes it. It is deleted with its
 * subject, and hidden while that is, or while its actor is deactivated, muted or blocked; triggers do both. News of
 * followed garages have no rows.
 */
export const notifications = sqliteTable(
  "notifications",
  {
    id: id(),
    /** Who is told. */
    userId: partOf(() => users.id),
    kind: text({
      enum: ["follow", "like", "comment", "reply", "review", "decision", "event", "ticket", "admin"],
    }).notNull(),
    /** Who did it; null for likes, which have people of their own, and where it was nobody, or the pit crew. */
    actorId: integer().references(() => users.id, { onDelete: "cascade" }),
    /** Of like, comment and reply. */
    vehicleId: integer().references(() => vehicles.id, { onDelete: "cascade" }),
    /** Of comment and reply. */
    commentId: integer().references(() => comments.id, { onDelete: "cascade" }),
    reviewId: integer().references(() => reviews.id, { onDelete: "cascade" }),
    /** Of decision and event. */
    eventId: integer().references(() => events.id, { onDelete: "cascade" }),
    ticketId: integer().references(() => tickets.id, { onDelete: "cascade" }),
    /** Of decision: the case that was decided about something of theirs. */
    caseId: integer().references(() => cases.id, { onDelete: "cascade" }),
    /** Of like: the UTC day, in days since 1970. The likes of a vehicle on one day are one row. */
    day: integer(),
    /** What happened, where the kind does not say it: approved, rejected; cancelled, changed, tomorrow; … */
    detail: text().notNull().default(""),
    /** Of like: how many people are shown in it. Of admin: how many things are waiting. */
    count: counter(),
    isRead: flag().notNull().default(false),
    /** Shown on the site, by the person's settings when it was written. */
    onSite: flag().notNull().default(true),
    hidden: flag().notNull().default(sql`0`),
    /** The mail that it still waits for, by the person's settings; off once it has gone out or has been read. */
    mail: text({ enum: ["off", "once", "daily", "weekly"] })
      .notNull()
      .default("off"),
    /** Since when it waits for that mail: of a group, which every new one of it makes younger, since its first. */
    mailSince: timestamp().notNull().default(0),
    /** The latest of its group. */
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

/** The people of a group: who likes a vehicle since that day. Hidden while they are deactivated, muted or blocked. */
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

/** Which kinds a person wants, and where; a row only where it is not the default. */
export const notificationSettings = sqliteTable(
  "notification_settings",
  {
    userId: partOf(() => users.id),
    /** Those of `notifications`, and news. */
    kind: text().notNull(),
    site: flag().notNull(),
    mail: text({ enum: ["off", "once", "daily", "weekly"] }).notNull(),
    /** Of news: what is older was mailed already, or was there before mail was asked for. */
    mailedAt: timestamp().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    index("notification_settings_mail").on(t.kind, t.mail, t.userId).where(sql`mail <> 'off'`),
  ],
);
