import { createHash } from "node:crypto";
import { and, asc, count, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { db, prepared } from "~/db/client.server";
import { holds, users } from "~/db/schema";
import { type Role, requireStaff, type Viewer } from "~/features/accounts/policy";
import { CASE_MESSAGES } from "~/features/cases/limits";
import { DomainError } from "~/lib/errors";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { isolate } from "~/lib/text";
import { ALREADY_DECIDED, CHANGED_SINCE, canDecideHold, HELD_NOT_FOUND, KIND_NAMES, NOT_YOUR_OWN } from "./policy";
import { type HeldPost, withPosts } from "./posts.server";

const isPending = isNull(holds.reason);

const select = () =>
  db()
    .select({
      ...getTableColumns(holds),
      userName: sql<string>`${users.name}`,
      userRole: sql<Role>`${users.role}`,
    })
    .from(holds)
    .leftJoin(users, eq(users.id, holds.userId));

export type HoldRow = ReturnType<ReturnType<typeof select>["all"]>[number] & { post: HeldPost };

const PATHS = {
  vehicle: "/vehicles",
  entry: "/build",
  comment: "/comments",
  review: "/reviews",
  garage: "/garages",
  profile: "/profile",
  event: "/events",
} as const;

export const pathOfHold = ({ kind, thingId }: Pick<HoldRow, "kind" | "thingId">) => `${PATHS[kind]}/${thingId}`;

/** Omitted: bare values mean nothing to readers. */
const FLAGS = ["isPublicAddress", "placeId"];

/** Staff send it with a decision, so that an unread version is refused. */
const revisionOf = ({ post }: HoldRow): string =>
  createHash("sha256")
    .update(JSON.stringify([post.texts, post.others]))
    .digest("base64url")
    .slice(0, 16);

/** @throws DomainError conflict for another version. @param revision undefined accepts the current version */
export function requireRevision(row: HoldRow, revision: string | undefined): void {
  if (revision !== undefined && revision !== revisionOf(row)) throw new DomainError("conflict", CHANGED_SINCE);
}

const LABELS: Record<string, string> = { cancelReason: "Reason for cancelling: ", place: "New place: " };

function textOf({ kind, post }: HoldRow): string {
  const label = (name: string) => (kind === "event" ? (LABELS[name] ?? "") : "");
  return Object.entries(post.texts)
    .flatMap(([name, text]) => (FLAGS.includes(name) ? [] : label(name) + (text ?? "")))
    .filter((text) => text !== "")
    .join("\n");
}

function toView(row: HoldRow, viewer: Viewer) {
  const { id, kind, userId, userName, avatar, createdAt } = row;
  return {
    id,
    kind,
    what: KIND_NAMES[kind],
    on: row.post.on ?? null,
    title: `the ${KIND_NAMES[kind]} by ${isolate(userName)}`,
    userId,
    userName,
    text: textOf(row),
    /** A profile's new picture, stored. */
    avatar,
    revision: revisionOf(row),
    path: pathOfHold(row),
    createdAt,
    viewerCanDecide: canDecideHold(viewer, row),
  };
}

export type HoldView = ReturnType<typeof toView>;

const pendingCount = prepared((database) => database.select({ total: count() }).from(holds).where(isPending).prepare());

export const countHeld = () => pendingCount().get()?.total ?? 0;

/**
 * Oldest first.
 * @throws DomainError forbidden for non-staff
 */
export function listHeld(viewer: Viewer, page: PageParams): Paged<HoldView> {
  requireStaff(viewer);
  const rows = select().where(isPending).orderBy(asc(holds.id)).limit(page.limit).offset(toOffset(page)).all();
  return { rows: withPosts(rows).map((row) => toView(row, viewer)), total: countHeld(), ...page };
}

/** Oldest first. */
export const listHeldOf = (userId: number): HoldRow[] =>
  withPosts(
    select()
      .where(and(eq(holds.userId, userId), isPending))
      .orderBy(asc(holds.id))
      .all(),
  );

/** @throws DomainError forbidden for non-staff, and like `requireDecider`; not_found; conflict if decided */
export function getHoldToDecide(viewer: Viewer, id: number): HoldRow {
  requireStaff(viewer);
  const [row] = withPosts(select().where(eq(holds.id, id)).all());
  // Released holds are deleted, so a missing id up to the highest assigned one means decided, not unknown.
  const highest = db().get<{ seq: number }>(sql`SELECT seq FROM sqlite_sequence WHERE name = 'holds'`)?.seq ?? 0;
  if (!row && id > highest) throw new DomainError("not_found", HELD_NOT_FOUND);
  if (!row || row.reason !== null) throw new DomainError("conflict", ALREADY_DECIDED);
  requireDecider(viewer, row);
  return row;
}

/** @throws DomainError forbidden about one's own and, for a moderator, about staff */
export function requireDecider(viewer: Viewer, row: HoldRow): void {
  if (viewer.id === row.userId) throw new DomainError("forbidden", NOT_YOUR_OWN);
  if (!canDecideHold(viewer, row)) throw new DomainError("forbidden", CASE_MESSAGES.staff);
}

/** @throws DomainError like `getHoldToDecide` */
export const getHeld = (viewer: Viewer, id: number): HoldView => toView(getHoldToDecide(viewer, id), viewer);
