import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isAmongIds, prepared } from "~/db/prepared.server";
import { comments, events, garages, notifications, reviews, tickets, users, vehicles } from "~/db/schema";
import { inOrderOf } from "~/lib/rows";
import type { NotificationRow } from "./told";

const actors = alias(users, "actors");
const actorGarages = alias(garages, "actor_garages");
const owners = alias(users, "owners");

/** Who liked last, of those who are shown. */
const newestLiker = sql<string>`(
  SELECT likers.name FROM notification_people AS people CROSS JOIN users AS likers
  WHERE people.notification_id = ${notifications.id} AND people.hidden = 0 AND likers.id = people.user_id
  ORDER BY people.created_at DESC, people.user_id DESC LIMIT 1)`;

const shownRows = prepared((database) =>
  database
    .select({
      id: notifications.id,
      kind: notifications.kind,
      detail: notifications.detail,
      count: notifications.count,
      isRead: notifications.isRead,
      createdAt: notifications.createdAt,
      personName: sql<
        string | null
      >`CASE ${notifications.kind} WHEN 'like' THEN ${newestLiker} ELSE ${actors.name} END`,
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
      ticketSubject: tickets.subject,
    })
    .from(notifications)
    .leftJoin(actors, eq(actors.id, notifications.actorId))
    .leftJoin(actorGarages, eq(actorGarages.userId, notifications.actorId))
    .leftJoin(vehicles, eq(vehicles.id, notifications.vehicleId))
    .leftJoin(owners, eq(owners.id, vehicles.userId))
    .leftJoin(comments, eq(comments.id, notifications.commentId))
    .leftJoin(reviews, eq(reviews.id, notifications.reviewId))
    .leftJoin(events, eq(events.id, notifications.eventId))
    .leftJoin(tickets, eq(tickets.id, notifications.ticketId))
    .where(
      // The plus signs keep SQLite from starting at a person's whole list.
      and(
        isAmongIds(notifications.id),
        sql`+${notifications.userId} = ${sql.placeholder("userId")}`,
        sql`+${notifications.hidden} = 0`,
      ),
    )
    .prepare(),
);

/**
 * A person's notifications with these ids, in the order of the ids. Those of others, and hidden ones, are left out; those
 * that only go by mail are there.
 */
export function listNotificationRows(userId: number, ids: readonly number[]): NotificationRow[] {
  return ids.length === 0 ? [] : inOrderOf(ids, shownRows().all({ userId, ids: JSON.stringify(ids) }));
}
