import { logIn, type Site } from "./site";

/** Garages that the follower follows: about all that the small site has. */
const GARAGES_FOLLOWED = 240;
/** Rows in the follower's list of notifications, beside the news of these garages. */
const NOTIFIED = 200;
/** Between two things that happen in a garage, ms: some four of them are news, which last 30 days. */
const APART = 7 * 86_400_000;
const FOLLOWER = 2;

/**
 * Somebody who follows many garages: home and feed tell what happened in all of them, and the bell and the list of
 * notifications what is new there. In each garage as much happened lately on every site, because samples of different
 * sizes are spread over time differently.
 * @returns headers of their session
 */
export async function followerOf(site: Site): Promise<Record<string, string>> {
  const { database } = site;
  database.transaction(() => {
    database.prepare("DELETE FROM follows WHERE follower_id = ?").run(FOLLOWER);
    database
      .prepare(
        `INSERT INTO follows (follower_id, followed_id, created_at)
         SELECT ?, id, 1 FROM users WHERE id > ? ORDER BY id LIMIT ${GARAGES_FOLLOWED}`,
      )
      .run(FOLLOWER, FOLLOWER);
    database
      .prepare(
        `UPDATE activities SET created_at = ? - nth * ${APART} FROM (
           SELECT activities.id AS of, row_number() OVER (PARTITION BY user_id ORDER BY activities.created_at DESC) AS nth
           FROM follows CROSS JOIN activities ON user_id = followed_id WHERE follower_id = ?)
         WHERE id = of`,
      )
      .run(Date.now(), FOLLOWER);
    database.prepare("UPDATE users SET news_seen_at = 0 WHERE id = ?").run(FOLLOWER);
    database.prepare("DELETE FROM notifications WHERE user_id = ?").run(FOLLOWER);
    database
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${NOTIFIED})
         INSERT INTO notifications (user_id, kind, actor_id, created_at) SELECT ?, 'follow', 10 + i % 100, i FROM n`,
      )
      .run(FOLLOWER);
    const others = "INSERT OR IGNORE INTO mutes SELECT ?, id, id FROM users WHERE id > ? ORDER BY id LIMIT 3 OFFSET ?";
    database.prepare(others).run(FOLLOWER, FOLLOWER, GARAGES_FOLLOWED);
    database.prepare(others.replace("mutes", "blocks")).run(FOLLOWER, FOLLOWER, GARAGES_FOLLOWED);
  })();
  return { Cookie: (await logIn(site, FOLLOWER)).cookie };
}

/** What a member looks at whose lists depend on whom they follow, and on what they were told. */
export const FOLLOWED = [
  "/",
  "/?page=20",
  "/api/v1/users/me/feed?page=3",
  "/notifications",
  "/notifications?page=3",
  "/api/v1/users/me/notifications",
  "/api/v1/users/me/notifications?limit=1",
  "/settings/people",
  "/api/v1/users/me/people",
];
