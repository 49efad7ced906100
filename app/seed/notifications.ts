import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { DAY } from "~/lib/time";

/** Older events cause none. */
const NOTIFICATION_WINDOW = 14 * DAY;
/** Older ones are read. */
const UNREAD = 3 * DAY;

/**
 * Follows the rules of `notifications/notify.server.ts`, but without mails: sample users never read them.
 * @param firstUserId smallest id of the sample users
 */
export function seedNotifications(firstUserId: number, now: number): void {
  const day = sql.raw(String(DAY));
  const isRead = (column: string) => sql`${sql.raw(column)} < ${now - UNREAD}`;
  const isNotified = (column: string, userId: string) =>
    sql`${sql.raw(column)} BETWEEN ${now - NOTIFICATION_WINDOW} AND ${now} AND ${sql.raw(userId)} >= ${firstUserId}`;
  for (const statement of [
    sql`INSERT INTO notifications (user_id, kind, actor_id, is_read, created_at)
      SELECT followed_id, 'follow', follower_id, ${isRead("created_at")}, created_at FROM follows
      WHERE ${isNotified("created_at", "followed_id")} ORDER BY created_at`,
    sql`INSERT INTO notifications (user_id, kind, actor_id, review_id, is_read, created_at)
      SELECT garages.user_id, 'review', reviews.user_id, reviews.id, ${isRead("reviews.created_at")}, reviews.created_at
      FROM reviews JOIN garages ON garages.id = reviews.garage_id
      WHERE ${isNotified("reviews.created_at", "garages.user_id")} ORDER BY reviews.created_at`,
    sql`INSERT INTO notifications (user_id, kind, actor_id, vehicle_id, comment_id, is_read, created_at)
      SELECT recipients.user_id, recipients.kind, comments.user_id, comments.vehicle_id, comments.id,
        ${isRead("comments.created_at")}, comments.created_at
      FROM comments CROSS JOIN (
        SELECT id AS vehicle_id, user_id, 'comment' AS kind, 0 AS after_id FROM vehicles
        UNION ALL
        SELECT earlier.vehicle_id, earlier.user_id, 'reply', min(earlier.id) FROM comments AS earlier
        JOIN vehicles ON vehicles.id = earlier.vehicle_id AND vehicles.user_id <> earlier.user_id
        GROUP BY earlier.vehicle_id, earlier.user_id
      ) AS recipients ON recipients.vehicle_id = comments.vehicle_id AND recipients.user_id <> comments.user_id
        AND recipients.after_id < comments.id
      WHERE ${isNotified("comments.created_at", "recipients.user_id")} ORDER BY comments.created_at, recipients.user_id`,
    // Hidden until a trigger counts their actors, inserted next.
    sql`INSERT INTO notifications (user_id, kind, vehicle_id, day, is_read, hidden, created_at)
      SELECT vehicles.user_id, 'like', vehicles.id, likes.created_at / ${day}, ${isRead("max(likes.created_at)")}, 1,
        max(likes.created_at)
      FROM likes JOIN vehicles ON vehicles.id = likes.vehicle_id
      WHERE likes.user_id <> vehicles.user_id AND ${isNotified("likes.created_at", "vehicles.user_id")}
      GROUP BY vehicles.id, likes.created_at / ${day} ORDER BY 7`,
    sql`INSERT INTO notification_people (notification_id, user_id, created_at)
      SELECT notifications.id, likes.user_id, likes.created_at FROM notifications
      JOIN likes ON likes.vehicle_id = notifications.vehicle_id AND likes.created_at / ${day} = notifications.day
      WHERE notifications.kind = 'like' AND notifications.user_id >= ${firstUserId} AND likes.user_id <> notifications.user_id
        AND likes.created_at >= ${now - NOTIFICATION_WINDOW}`,
    sql`UPDATE users SET news_seen_at = ${now - UNREAD} WHERE id >= ${firstUserId}`,
  ]) {
    db().run(statement);
  }
}
