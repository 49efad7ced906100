import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { DAY } from "~/lib/time";

/** Older events cause none. */
const TOLD = 14 * DAY;
/** Older ones are read. */
const UNREAD = 3 * DAY;

/**
 * Follows the rules of `notifications/notify.server.ts`, but without mails: sample users never read them.
 * @param first smallest id of the sample users
 */
export function seedNotifications(first: number, now: number): void {
  const day = sql.raw(String(DAY));
  const isRead = (at: string) => sql`${sql.raw(at)} < ${now - UNREAD}`;
  const isTold = (at: string, userId: string) =>
    sql`${sql.raw(at)} BETWEEN ${now - TOLD} AND ${now} AND ${sql.raw(userId)} >= ${first}`;
  for (const statement of [
    sql`INSERT INTO notifications (user_id, kind, actor_id, is_read, created_at)
      SELECT followed_id, 'follow', follower_id, ${isRead("created_at")}, created_at FROM follows
      WHERE ${isTold("created_at", "followed_id")} ORDER BY created_at`,
    sql`INSERT INTO notifications (user_id, kind, actor_id, review_id, is_read, created_at)
      SELECT garages.user_id, 'review', said.user_id, said.id, ${isRead("said.created_at")}, said.created_at
      FROM reviews AS said JOIN garages ON garages.id = said.garage_id
      WHERE ${isTold("said.created_at", "garages.user_id")} ORDER BY said.created_at`,
    sql`INSERT INTO notifications (user_id, kind, actor_id, vehicle_id, comment_id, is_read, created_at)
      SELECT told.user_id, told.kind, said.user_id, said.vehicle_id, said.id, ${isRead("said.created_at")}, said.created_at
      FROM comments AS said CROSS JOIN (
        SELECT id AS vehicle_id, user_id, 'comment' AS kind, 0 AS since FROM vehicles
        UNION ALL
        SELECT before.vehicle_id, before.user_id, 'reply', min(before.id) FROM comments AS before
        JOIN vehicles ON vehicles.id = before.vehicle_id AND vehicles.user_id <> before.user_id
        GROUP BY before.vehicle_id, before.user_id
      ) AS told ON told.vehicle_id = said.vehicle_id AND told.user_id <> said.user_id AND told.since < said.id
      WHERE ${isTold("said.created_at", "told.user_id")} ORDER BY said.created_at, told.user_id`,
    // Hidden until a trigger counts their actors, inserted next.
    sql`INSERT INTO notifications (user_id, kind, vehicle_id, day, is_read, hidden, created_at)
      SELECT vehicles.user_id, 'like', vehicles.id, liked.created_at / ${day}, ${isRead("max(liked.created_at)")}, 1,
        max(liked.created_at)
      FROM likes AS liked JOIN vehicles ON vehicles.id = liked.vehicle_id
      WHERE liked.user_id <> vehicles.user_id AND ${isTold("liked.created_at", "vehicles.user_id")}
      GROUP BY vehicles.id, liked.created_at / ${day} ORDER BY 7`,
    sql`INSERT INTO notification_people (notification_id, user_id, created_at)
      SELECT told.id, liked.user_id, liked.created_at FROM notifications AS told
      JOIN likes AS liked ON liked.vehicle_id = told.vehicle_id AND liked.created_at / ${day} = told.day
      WHERE told.kind = 'like' AND told.user_id >= ${first} AND liked.user_id <> told.user_id
        AND liked.created_at >= ${now - TOLD}`,
    sql`UPDATE users SET news_seen_at = ${now - UNREAD} WHERE id >= ${first}`,
  ]) {
    db().run(statement);
  }
}
