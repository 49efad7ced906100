import { and, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { users } from "~/db/schema";
import { shownMembers } from "~/db/scopes.server";
import type { Role, Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { canBlock, canMute, NO_ADMINS, NOT_HERE, NOT_POSSIBLE, NOT_YOURSELF } from "./policy";

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
export interface Standing {
  blocks: boolean;
  mutes: boolean;
}

/** How a person stands to another one. */
export function findStanding(userId: number, otherId: number): Standing {
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
export function requireNoBlock(viewer: Pick<Viewer, "id" | "role">, ownerId: number): void {
  if (viewer.role === "admin") return;
  if (blockBetween().get({ one: viewer.id, other: ownerId })) throw new DomainError("forbidden", NOT_POSSIBLE);
}

const shownPerson = prepared((database) =>
  database
    .select({ id: users.id, name: users.name, role: users.role })
    .from(users)
    .where(and(eq(users.id, sql.placeholder("id")), shownMembers))
    .prepare(),
);

/**
 * A member as everybody may know of one.
 * @throws DomainError not_found for somebody unknown or deactivated
 */
export function getPerson(id: number): { id: number; name: string; role: Role } {
  const person = shownPerson().get({ id });
  if (!person) throw new DomainError("not_found", NOT_HERE);
  return person;
}

/**
 * Whom the viewer may block.
 * @throws DomainError not_found for somebody unknown or deactivated; invalid for oneself and for an admin
 */
export function getPersonToBlock(viewer: Viewer, id: number) {
  const person = getPersonToMute(viewer, id);
  if (!canBlock(viewer, person)) throw new DomainError("invalid", NO_ADMINS);
  return person;
}

/**
 * Whom the viewer may mute.
 * @throws DomainError not_found for somebody unknown or deactivated; invalid for oneself
 */
export function getPersonToMute(viewer: Viewer, id: number) {
  const person = getPerson(id);
  if (!canMute(viewer, id)) throw new DomainError("invalid", NOT_YOURSELF);
  return person;
}

/** What the buttons for block and mute show of a person. */
export type PeaceView = NonNullable<ReturnType<typeof toPeaceView>>;

/**
 * How the viewer stands to a person, for the buttons.
 * @param row read by whoever reads the page; undefined for a visitor
 * @returns undefined for a visitor and for oneself: there are no buttons
 */
export function toPeaceView(viewer: Viewer | null, id: number, row: (Standing & { role: Role }) | undefined) {
  if (row === undefined || !canMute(viewer, id)) return undefined;
  const { blocks, mutes, role } = row;
  return { userId: String(id), viewerCanBlock: canBlock(viewer, { id, role }), blocked: blocks, muted: mutes };
}
