import { and, desc, eq, type SQLWrapper, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { blocks, garages, users } from "~/db/schema";
import { shownMembers, shownMembersById, theirShownGarage } from "~/db/scopes.server";
import type { Role, Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import {
  BLOCKED_MESSAGE,
  type BlockKind,
  CANNOT_BLOCK_SELF,
  canBlock,
  canMute,
  NO_ADMINS,
  PERSON_NOT_FOUND,
} from "./policy";

const kindsBetween = prepared((database) =>
  database
    .select({ kind: blocks.kind })
    .from(blocks)
    .where(and(eq(blocks.userId, sql.placeholder("userId")), eq(blocks.otherId, sql.placeholder("otherId"))))
    .prepare(),
);

/** Whether a person has blocked, and whether they have muted, another one. */
export interface BlockState {
  blocks: boolean;
  mutes: boolean;
}

/** How a person stands to another one. */
export function findViewerState(userId: number, otherId: number): BlockState {
  const kinds = kindsBetween()
    .all({ userId, otherId })
    .map(({ kind }) => kind);
  return { blocks: kinds.includes("block"), mutes: kinds.includes("mute") };
}

const blockBetween = prepared((database) =>
  database
    .select({ userId: sql<number>`user_id` })
    .from(
      sql`(SELECT user_id FROM blocks
        WHERE user_id = ${sql.placeholder("one")} AND other_id = ${sql.placeholder("other")} AND kind = 'block'
        UNION ALL SELECT user_id FROM blocks
        WHERE user_id = ${sql.placeholder("other")} AND other_id = ${sql.placeholder("one")} AND kind = 'block')`,
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
  if (blockBetween().get({ one: viewer.id, other: ownerId })) throw new DomainError("forbidden", BLOCKED_MESSAGE);
}

const shownPerson = prepared((database) =>
  database
    .select({ id: users.id, name: users.name, role: users.role })
    .from(users)
    .where(and(eq(users.id, sql.placeholder("id")), shownMembers))
    .prepare(),
);

/** A member as everybody may know of one. @throws DomainError not_found for somebody unknown or deactivated */
export function getPerson(id: number): { id: number; name: string; role: Role } {
  const person = shownPerson().get({ id });
  if (!person) throw new DomainError("not_found", PERSON_NOT_FOUND);
  return person;
}

/**
 * Whom the viewer may block or mute.
 * @throws DomainError not_found for somebody unknown or deactivated; invalid for oneself, and to block an admin
 */
export function getUserToBlock(viewer: Viewer, id: number, kind: BlockKind) {
  const person = getPerson(id);
  if (!canMute(viewer, id)) throw new DomainError("invalid", CANNOT_BLOCK_SELF);
  if (kind === "block" && !canBlock(viewer, person)) throw new DomainError("invalid", NO_ADMINS);
  return person;
}

/** What the buttons for block and mute show of a person. */
export type BlocksView = NonNullable<ReturnType<typeof toBlocksView>>;

/**
 * Block and mute state for the viewer's buttons.
 * @param row from the page's own query; undefined for visitors
 * @returns undefined for visitors and oneself: there are no buttons
 */
export function toBlocksView(viewer: Viewer | null, id: number, row: (BlockState & { role: Role }) | undefined) {
  if (row === undefined || !canMute(viewer, id)) return undefined;
  const { blocks, mutes, role } = row;
  return { userId: String(id), viewerCanBlock: canBlock(viewer, { id, role }), blocked: blocks, muted: mutes };
}

/** The placeholder `viewerId` of a statement is this for a visitor: nobody has the id. */
export const VISITOR_ID = 0;

/**
 * Whether the viewer (placeholder `viewerId`) has blocked or muted somebody, for statements with more than one table: one
 * look into the key for each row that is read.
 */
export const blockedByViewer = (person: SQLWrapper, kind: BlockKind = "block") =>
  sql<boolean>`EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = ${sql.placeholder("viewerId")}
    AND blocks.other_id = ${person} AND blocks.kind = ${sql.raw(`'${kind}'`)})`.mapWith(Boolean);

// Somebody's own rows are few, so they may be sorted.
const listed = prepared((database) =>
  database
    .select({
      id: users.id,
      name: users.name,
      avatar: users.avatar,
      garageId: garages.id,
      garageName: garages.name,
      since: blocks.createdAt,
    })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.otherId))
    .leftJoin(garages, theirShownGarage)
    .where(
      and(eq(blocks.userId, sql.placeholder("viewerId")), eq(blocks.kind, sql.placeholder("kind")), shownMembersById),
    )
    .orderBy(desc(blocks.createdAt), desc(blocks.otherId))
    .limit(MAX_LISTED)
    .prepare(),
);

export type ListedRow = ReturnType<ReturnType<typeof listed>["all"]>[number];

/** Whom the viewer has blocked and muted, the newest first (blocks README). Deactivated people are left out. */
export function listPeopleRows({ id: viewerId }: Viewer) {
  return { blocked: listed().all({ viewerId, kind: "block" }), muted: listed().all({ viewerId, kind: "mute" }) };
}

/** A person that `/settings/people` lists. */
export type BlockedUserView = ReturnType<typeof toView>;

function toView({ id, name, avatar, garageId, garageName }: ListedRow) {
  const garage = garageId === null || garageName === null ? null : { id: String(garageId), name: garageName };
  return { id: String(id), name, avatar, garage };
}

/** The same as the settings show it. */
export function listPeople(viewer: Viewer) {
  const { blocked, muted } = listPeopleRows(viewer);
  return { blocked: blocked.map(toView), muted: muted.map(toView) };
}

/** So many people of each kind a list has, the newest first: nobody keeps more in view. */
const MAX_LISTED = 1000;
