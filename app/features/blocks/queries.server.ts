import { sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { DomainError } from "~/lib/errors";
import { NOT_POSSIBLE } from "./policy";

const pair = (table: "blocks" | "mutes", other: "blocked_id" | "muted_id") =>
  sql<number>`EXISTS (SELECT 1 FROM ${sql.raw(table)}
    WHERE user_id = ${sql.placeholder("userId")} AND ${sql.raw(other)} = ${sql.placeholder("otherId")})`;

const standing = prepared((database) =>
  database
    .select({
      blocks: pair("blocks", "blocked_id").mapWith(Boolean),
      mutes: pair("mutes", "muted_id").mapWith(Boolean),
    })
    .from(sql`(SELECT 1)`)
    .prepare(),
);

/** Whether a person has blocked, and whether they have muted, another one. */
export function findStanding(userId: number, otherId: number): { blocks: boolean; mutes: boolean } {
  return standing().get({ userId, otherId }) ?? { blocks: false, mutes: false };
}

const blockBetween = prepared((database) =>
  database
    .select({ userId: sql<number>`user_id` })
    .from(
      sql`(SELECT user_id FROM blocks WHERE user_id = ${sql.placeholder("one")} AND blocked_id = ${sql.placeholder("other")}
        UNION ALL SELECT user_id FROM blocks
        WHERE user_id = ${sql.placeholder("other")} AND blocked_id = ${sql.placeholder("one")})`,
    )
    .limit(1)
    .prepare(),
);

/**
 * Refuses what one person would do to what is another's, where either has blocked the other. Admins cannot be kept from
 * acting (blocks README).
 * @throws DomainError forbidden, in the same words for both
 */
export function requireNoBlock(viewer: { id: number; role: "user" | "admin" }, ownerId: number): void {
  if (viewer.role === "admin") return;
  if (blockBetween().get({ one: viewer.id, other: ownerId })) throw new DomainError("forbidden", NOT_POSSIBLE);
}
