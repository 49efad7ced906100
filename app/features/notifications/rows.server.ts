import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isAmongIds, prepared } from "~/db/client.server";
import { unseenNewsQuery } from "~/db/news.server";
import {
  activities,
  cases,
  comments,
  eventChanges,
  events,
  garages,
  notifications,
  reviews,
  ticketReplies,
  tickets,
  users,
  vehicles,
} from "~/db/schema";
import { garagePicture } from "~/features/garages/rows.server";
import { sortByIds } from "~/lib/rows";
import { DAY, now } from "~/lib/time";
import { type GarageNews, type GarageNewsDay, type NotificationRow, utcDayNumber } from "./kinds";

const actors = alias(users, "actors");
const actorGarages = alias(garages, "actor_garages");
const owners = alias(users, "owners");

/** The latest visible liker. */
const newestLiker = (column: string) => sql<string>`(
  SELECT likers.${sql.identifier(column)} FROM notification_people AS people CROSS JOIN users AS likers
  WHERE people.notification_id = ${notifications.id} AND people.hidden = 0 AND likers.id = people.user_id
  ORDER BY people.created_at DESC, people.user_id DESC LIMIT 1)`;

const ofPerson = (column: "name" | "avatar") =>
  sql<string | null>`CASE ${notifications.kind} WHEN 'like' THEN ${newestLiker(column)} ELSE ${actors[column]} END`;

/** Comment, review, answer or reason; bounded, because long texts are cut later. */
const quote = sql<string | null>`substr(CASE ${notifications.kind}
  WHEN 'comment' THEN ${comments.text}
  WHEN 'reply' THEN ${comments.text}
  WHEN 'review' THEN ${reviews.review}
  WHEN 'event' THEN CASE ${notifications.detail} WHEN 'cancelled' THEN ${events.cancelReason} END
  WHEN 'ticket' THEN CASE ${notifications.detail} WHEN 'answered' THEN (SELECT ${ticketReplies.text} FROM ${ticketReplies}
    WHERE ${ticketReplies.ticketId} = ${notifications.ticketId} ORDER BY ${ticketReplies.id} DESC LIMIT 1) END
  WHEN 'decision' THEN CASE ${notifications.detail}
    WHEN 'decided' THEN ${cases.facts}
    WHEN 'upheld' THEN ${cases.outcomeFacts}
    WHEN 'overturned' THEN ${cases.outcomeFacts}
    WHEN 'rejected' THEN ${events.rejectionReason}
    WHEN 'change rejected' THEN (SELECT ${eventChanges.rejectionReason} FROM ${eventChanges}
      WHERE ${eventChanges.eventId} = ${notifications.eventId}) END
  END, 1, 500)`;

const shownRows = prepared((database) =>
  database
    .select({
      id: notifications.id,
      kind: notifications.kind,
      detail: notifications.detail,
      count: notifications.count,
      isRead: notifications.isRead,
      createdAt: notifications.createdAt,
      personName: ofPerson("name"),
      personAvatar: ofPerson("avatar"),
      actorId: notifications.actorId,
      actorGarageId: actorGarages.id,
      vehicleId: notifications.vehicleId,
      vehicleYear: vehicles.year,
      vehicleMake: vehicles.make,
      vehicleModel: vehicles.model,
      vehicleOwnerId: vehicles.userId,
      vehicleOwnerName: owners.name,
      commentId: comments.id,
      reviewId: reviews.id,
      garageId: reviews.garageId,
      eventId: notifications.eventId,
      eventTitle: events.title,
      ticketId: notifications.ticketId,
      caseId: notifications.caseId,
      caseKind: cases.kind,
      caseTitle: sql<string | null>`json_extract(${cases.snapshot}, '$.title')`,
      ticketSubject: tickets.subject,
      quote,
      picture: sql<string | null>`coalesce(${vehicles.coverPhoto}, ${events.image}, ${garagePicture})`,
    })
    .from(notifications)
    .leftJoin(actors, eq(actors.id, notifications.actorId))
    .leftJoin(actorGarages, and(eq(actorGarages.userId, notifications.actorId), sql`+${actorGarages.hidden} = 0`))
    .leftJoin(vehicles, eq(vehicles.id, notifications.vehicleId))
    .leftJoin(owners, eq(owners.id, vehicles.userId))
    .leftJoin(comments, eq(comments.id, notifications.commentId))
    .leftJoin(reviews, eq(reviews.id, notifications.reviewId))
    .leftJoin(garages, eq(garages.id, reviews.garageId))
    .leftJoin(events, eq(events.id, notifications.eventId))
    .leftJoin(tickets, eq(tickets.id, notifications.ticketId))
    .leftJoin(cases, eq(cases.id, notifications.caseId))
    .where(
      // The plus signs keep SQLite from scanning the user's whole list.
      and(
        isAmongIds(notifications.id),
        sql`+${notifications.userId} = ${sql.placeholder("userId")}`,
        sql`+${notifications.hidden} = 0`,
      ),
    )
    .prepare(),
);

/** In the order of `ids`. Omits other users' and hidden ones; includes those for mail only. */
export function listNotificationRows(userId: number, ids: readonly number[]): NotificationRow[] {
  return ids.length === 0 ? [] : sortByIds(ids, shownRows().all({ userId, ids: JSON.stringify(ids) }));
}

const newsRows = prepared((database) =>
  database
    .select({
      key: sql<number>`asked.key`,
      personName: sql<string>`${users.name}`,
      personAvatar: sql<string>`${users.avatar}`,
      garageId: sql<number>`${garages.id}`,
      vehicles: sql<number>`sum(${activities.type} = 'vehicle')`,
      photos: sql<number>`sum(${activities.photoCount})`,
      entries: sql<number>`sum(${activities.type} = 'build')`,
      activities: sql<number>`count(*)`,
      vehicleCount: sql<number>`count(DISTINCT ${activities.vehicleId})`,
      vehicleYear: sql<number>`max(${vehicles.year})`,
      vehicleMake: sql<string>`max(${vehicles.make})`,
      vehicleModel: sql<string>`max(${vehicles.model})`,
      // Valid for a single activity.
      vehicleId: sql<number>`max(${activities.vehicleId})`,
      entryId: sql<number | null>`max(${activities.entryId})`,
      picture: sql<string | null>`max(${vehicles.coverPhoto})`,
    })
    .from(sql`json_each(${sql.placeholder("days")}) AS asked`)
    .crossJoin(sql`${activities} INDEXED BY activities_owner`)
    .leftJoin(users, eq(users.id, activities.userId))
    .leftJoin(garages, eq(garages.userId, activities.userId))
    .leftJoin(vehicles, eq(vehicles.id, activities.vehicleId))
    .where(
      sql`${activities.userId} = asked.value ->> 0 AND ${activities.hidden} = 0
        AND ${activities.createdAt} > asked.value ->> 1 AND ${activities.createdAt} <= asked.value ->> 2`,
    )
    .groupBy(sql`asked.key`)
    .prepare(),
);

/** In the order of the days: one statement. */
export function listGarageNews(days: readonly GarageNewsDay[]): GarageNews[] {
  if (days.length === 0) return [];
  const bounds = days.map((day) => [day.followedId, Math.max(day.since, utcDayNumber(day) * DAY - 1), day.newestAt]);
  const rows = newsRows().all({ days: JSON.stringify(bounds) });
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return days.flatMap((day, key): GarageNews[] => {
    const row = byKey.get(key);
    if (!row) return [];
    const { key: _, activities: count, vehicleId, entryId, ...group } = row;
    return [{ ...day, kind: "news", ...group, only: count === 1 ? { vehicleId, entryId } : null }];
  });
}

const unseen = prepared((database) => {
  const days = unseenNewsQuery(
    sql`${sql.placeholder("userId")}`,
    sql`${sql.placeholder("now")}`,
    sql`${sql.placeholder("after")}`,
    sql`${sql.placeholder("limit")}`,
  );
  return database
    .select({
      followedId: sql<number>`news.followed_id`,
      since: sql<number>`news.since`,
      newestAt: sql<number>`news.newest_at`,
    })
    .from(sql`(${days} SELECT * FROM days) AS news`)
    .prepare();
});

/**
 * Newest first, even if switched off on the site.
 * @param after only newer ones, ms
 * @param limit maximum of garages and days
 */
export function listUnseenGarageNews(userId: number, { after, limit }: { after: number; limit: number }): GarageNews[] {
  const rows = unseen().all({ userId, now: now(), after, limit });
  return listGarageNews(rows.map((row) => ({ ...row, isRead: false })));
}
