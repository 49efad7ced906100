import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { DAY, now } from "~/lib/time";

export const rows = <Row>(query: string) => db().all<Row>(sql.raw(query));

/** Wrong results of triggers, rows without cause; each query must return nothing. */
export const CONSISTENCY_QUERIES = {
  "unread number": `SELECT id, unread_count, (SELECT count(*) FROM notifications WHERE user_id = users.id AND is_read = 0
    AND hidden = 0 AND on_site = 1) AS counted FROM users WHERE unread_count <> counted`,
  "people of a group": `SELECT told.* FROM notifications AS told WHERE kind = 'like' AND (count <>
    (SELECT count(*) FROM notification_people WHERE notification_id = told.id AND hidden = 0)
    OR NOT EXISTS (SELECT 1 FROM notification_people WHERE notification_id = told.id))`,
  "hidden rows": `SELECT told.* FROM notifications AS told WHERE hidden <> ((kind = 'like' AND count = 0)
    OR EXISTS (SELECT 1 FROM vehicles WHERE id = vehicle_id AND hidden > 0)
    OR EXISTS (SELECT 1 FROM comments WHERE id = comment_id AND hidden > 0)
    OR EXISTS (SELECT 1 FROM reviews WHERE id = review_id AND hidden > 0)
    OR (kind = 'event' AND EXISTS (SELECT 1 FROM events WHERE id = event_id AND status = 'hidden'))
    OR EXISTS (SELECT 1 FROM users WHERE id = actor_id AND active = 0)
    OR EXISTS (SELECT 1 FROM blocks WHERE user_id = told.user_id AND other_id = actor_id))`,
  "hidden people": `SELECT people.* FROM notification_people AS people
    JOIN notifications AS told ON told.id = people.notification_id JOIN users ON users.id = people.user_id
    WHERE people.hidden <> (active = 0 OR EXISTS (SELECT 1 FROM blocks WHERE user_id = told.user_id AND other_id = people.user_id))`,
  "likes that are gone": `SELECT people.* FROM notification_people AS people
    JOIN notifications AS told ON told.id = people.notification_id
    WHERE NOT EXISTS (SELECT 1 FROM likes WHERE likes.vehicle_id = told.vehicle_id AND likes.user_id = people.user_id
    AND likes.created_at / 86400000 = told.day)`,
  "follows that are gone": `SELECT * FROM notifications WHERE kind = 'follow' AND NOT EXISTS
    (SELECT 1 FROM follows WHERE follower_id = actor_id AND followed_id = notifications.user_id)`,
  "subjects that are gone": `SELECT * FROM notifications WHERE kind IN ('comment', 'reply') AND comment_id IS NULL
    OR kind = 'review' AND review_id IS NULL OR kind = 'decision' AND coalesce(event_id, case_id) IS NULL OR kind = 'ticket' AND ticket_id IS NULL`,
  "what waits for admins": `SELECT * FROM notifications WHERE kind = 'admin' AND count <> CASE detail
    WHEN 'events' THEN (SELECT count(*) FROM events WHERE status = 'pending')
      + (SELECT count(*) FROM event_changes WHERE status = 'pending')
    ELSE (SELECT count(*) FROM tickets WHERE status IN ('New', 'In Progress')) END`,
  "rows of no admin": `SELECT * FROM notifications JOIN users ON users.id = notifications.user_id
    WHERE kind = 'admin' AND role <> 'admin'`,
  "rows about oneself": `SELECT * FROM notifications WHERE actor_id = user_id`,
  "muted follows": `SELECT * FROM follows WHERE muted <> EXISTS
    (SELECT 1 FROM blocks WHERE user_id = follower_id AND other_id = followed_id AND kind = 'mute')`,
} satisfies Record<string, string>;

interface NewsRow {
  owner: number;
  day: number;
  newest: number;
  seen: number;
}

export const newsOf = (userId: number) =>
  rows<NewsRow>(`SELECT followed_id AS owner, activities.created_at / 86400000 AS day, max(activities.created_at) AS newest,
    max(follows.news_seen_at, users.news_seen_at) AS seen
    FROM users JOIN follows ON follower_id = users.id JOIN activities ON activities.user_id = followed_id
    WHERE users.id = ${userId} AND follows.hidden = 0 AND activities.hidden = 0
    AND activities.created_at > max(follows.created_at, ${now() - 30 * DAY})
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = users.id AND other_id = followed_id AND blocks.kind = 'mute')
    AND coalesce((SELECT site FROM notification_settings AS s WHERE s.user_id = users.id AND kind = 'news'), 1)
    GROUP BY 1, 2`);

export const ownRows = (userId: number) =>
  rows<{ id: number; is_read: number; created_at: number }>(`SELECT id, is_read, created_at FROM notifications
    WHERE user_id = ${userId} AND on_site = 1 AND hidden = 0`);
