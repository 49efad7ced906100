import { and, count, desc, eq, type SQLWrapper, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { blocks, garages, reviews, users } from "~/db/schema";
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

export interface BlockState {
  blocks: boolean;
  mutes: boolean;
}

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
 * Refuses an action if either user has blocked the other. Admins are exempt (blocks README).
 * @throws DomainError forbidden, with the same message for both
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

/** @throws DomainError not_found for an unknown or deactivated user */
export function getPerson(id: number): { id: number; name: string; role: Role } {
  const person = shownPerson().get({ id });
  if (!person) throw new DomainError("not_found", PERSON_NOT_FOUND);
  return person;
}

/** @throws DomainError not_found for an unknown or deactivated user; invalid for oneself, and for blocking an admin */
export function getUserToBlock(viewer: Viewer, id: number, kind: BlockKind) {
  const person = getPerson(id);
  if (!canMute(viewer, id)) throw new DomainError("invalid", CANNOT_BLOCK_SELF);
  if (kind === "block" && !canBlock(viewer, person)) throw new DomainError("invalid", NO_ADMINS);
  return person;
}

export type BlocksView = NonNullable<ReturnType<typeof toBlocksView>>;

/**
 * @param row from the page's own query; undefined for visitors
 * @returns undefined for visitors and oneself, who have no buttons
 */
export function toBlocksView(viewer: Viewer | null, id: number, row: (BlockState & { role: Role }) | undefined) {
  if (row === undefined || !canMute(viewer, id)) return undefined;
  const { blocks, mutes, role } = row;
  return { userId: id, viewerCanBlock: canBlock(viewer, { id, role }), blocked: blocks, muted: mutes };
}

/** Placeholder `viewerId` of visitors; no user has this id. */
export const VISITOR_ID = 0;

/** For statements with several tables and the placeholder `viewerId`: one key lookup per row. */
export const blockedByViewer = (person: SQLWrapper, kind: BlockKind = "block") =>
  sql<boolean>`EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = ${sql.placeholder("viewerId")}
    AND blocks.other_id = ${person} AND blocks.kind = ${sql.raw(`'${kind}'`)})`.mapWith(Boolean);

const withheldComments = prepared((database) =>
  database
    .select({
      vehicleId: sql<number>`asked.value`,
      total: sql<number>`(SELECT count(*) FROM blocks CROSS JOIN comments
        WHERE blocks.user_id = ${sql.placeholder("viewerId")} AND blocks.kind = 'block'
          AND comments.user_id = blocks.other_id AND comments.vehicle_id = asked.value AND +comments.hidden = 0)`,
    })
    .from(sql`json_each(${sql.placeholder("ids")}) AS asked`)
    .prepare(),
);

/** By vehicle: public comments by users whom the viewer has blocked. No statement for visitors. */
export function countWithheldComments(viewer: Viewer | null, vehicleIds: readonly number[]): Map<number, number> {
  if (viewer === null) return new Map();
  const rows = withheldComments().all({ viewerId: viewer.id, ids: JSON.stringify(vehicleIds) });
  return new Map(rows.map(({ vehicleId, total }) => [vehicleId, total]));
}

const withheldReviews = prepared((database) =>
  database
    .select({ reviewCount: count(), ratingSum: sql<number>`coalesce(sum(${reviews.rating}), 0)` })
    .from(blocks)
    .crossJoin(reviews)
    .where(
      and(
        eq(blocks.userId, sql.placeholder("viewerId")),
        eq(blocks.kind, "block"),
        eq(reviews.userId, blocks.otherId),
        sql`${reviews.garageId} = ${sql.placeholder("garageId")} AND +${reviews.hidden} = 0`,
      ),
    )
    .prepare(),
);

/** Public reviews by users whom the viewer has blocked. No statement for visitors. */
export function countWithheldReviews(viewer: Viewer | null, garageId: number) {
  const row = viewer === null ? undefined : withheldReviews().get({ viewerId: viewer.id, garageId });
  return row ?? { reviewCount: 0, ratingSum: 0 };
}

// A user has few rows, so sorting is cheap.
const blocksOfViewer = prepared((database) =>
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

export type ListedRow = ReturnType<ReturnType<typeof blocksOfViewer>["all"]>[number];

/** Newest first, without deactivated users (blocks README). */
export function listPeopleRows({ id: viewerId }: Viewer) {
  return {
    blocked: blocksOfViewer().all({ viewerId, kind: "block" }),
    muted: blocksOfViewer().all({ viewerId, kind: "mute" }),
  };
}

export type BlockedUserView = ReturnType<typeof toView>;

function toView({ id, name, avatar, garageId, garageName }: ListedRow) {
  const garage = garageId === null || garageName === null ? null : { id: garageId, name: garageName };
  return { id, name, avatar, garage };
}

export function listPeople(viewer: Viewer) {
  const { blocked, muted } = listPeopleRows(viewer);
  return { blocked: blocked.map(toView), muted: muted.map(toView) };
}

/** Per list. */
const MAX_LISTED = 1000;
