import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";

// Who is to be mailed is found by who asked for it: people who asked for nothing have no row here, however many they are.
// The condition of the partial indexes stands word by word.

/** People who are found at a time. */
const SLICE = 100;

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

/** People after this one, by id, something of whom waits for a mail at once since `until` or longer. */
export function listDueAtOnce(after: number, until: number): number[] {
  return idsOf(
    db().all(sql`SELECT DISTINCT user_id AS id FROM notifications
      WHERE mail <> 'off' AND mail = 'once' AND user_id > ${after} AND mail_since <= ${until}
      ORDER BY user_id LIMIT ${SLICE}`),
  );
}

/** When digests went out last. */
export interface DigestTimes {
  daily: number;
  weekly: number;
}

/** People after this one, by id, for whom something waits since before the last digest. */
export function listDueDigests(after: number, { daily, weekly }: DigestTimes): number[] {
  const rows = (mode: "daily" | "weekly", before: number) => sql`
    SELECT user_id AS id FROM notifications
      WHERE mail <> 'off' AND mail = ${sql.raw(`'${mode}'`)} AND user_id > ${after} AND mail_since < ${before}
    UNION SELECT user_id AS id FROM notification_settings
      WHERE mail <> 'off' AND kind = 'news' AND mail = ${sql.raw(`'${mode}'`)} AND user_id > ${after}
      AND mailed_at < ${before}`;
  return idsOf(db().all(sql`${rows("daily", daily)} UNION ${rows("weekly", weekly)} ORDER BY id LIMIT ${SLICE}`));
}

/** Whose garages have news of this time, so that their followers may be told at once. */
export function listNewsmakers(from: number, until: number): number[] {
  return idsOf(
    db().all(sql`SELECT DISTINCT user_id AS id FROM activities
      WHERE hidden = 0 AND created_at > ${from} AND created_at <= ${until}`),
  );
}

/**
 * People after this one, by id, who want news at once.
 * @param of only followers of these people; of anybody where not given
 */
export function listReadersAtOnce(after: number, until: number, of?: readonly number[]): number[] {
  const follows = of
    ? sql`AND EXISTS (SELECT 1 FROM follows WHERE follower_id = reader.user_id
        AND followed_id IN (SELECT value FROM json_each(${JSON.stringify(of)})) AND hidden = 0 AND muted = 0)`
    : sql``;
  return idsOf(
    db().all(sql`SELECT user_id AS id FROM notification_settings AS reader
      WHERE mail <> 'off' AND kind = 'news' AND mail = 'once' AND user_id > ${after} AND mailed_at < ${until} ${follows}
      ORDER BY user_id LIMIT ${SLICE}`),
  );
}
