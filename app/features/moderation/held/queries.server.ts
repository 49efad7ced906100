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

const waits = isNull(holds.reason);

/** Texts of a held post, as JSON: for profile and garage the proposed texts stored in the hold. */
const words = sql<string>`CASE ${holds.kind}
  WHEN 'vehicle' THEN (SELECT json_array(year || ' ' || make || ' ' || model, condition, description, story,
    (SELECT group_concat((value ->> 'name') || ': ' || (value ->> 'value'), char(10)) FROM json_each(specs)),
    (SELECT group_concat(caption, char(10)) FROM photos WHERE vehicle_id = vehicles.id AND entry_id IS NULL AND caption <> ''))
    FROM vehicles WHERE id = ${holds.thingId})
  WHEN 'entry' THEN (SELECT json_array(title, text,
    (SELECT group_concat((value ->> 'name') || ' ' || (value ->> 'maker') || ' ' || (value ->> 'number') || ' '
      || (value ->> 'url'), char(10)) FROM json_each(parts)),
    (SELECT group_concat(caption, char(10)) FROM photos WHERE entry_id = build_entries.id AND caption <> ''))
    FROM build_entries WHERE id = ${holds.thingId})
  WHEN 'comment' THEN (SELECT json_array(text) FROM comments WHERE id = ${holds.thingId})
  WHEN 'review' THEN (SELECT json_array(rating || ' of 5', review) FROM reviews WHERE id = ${holds.thingId})
  ELSE coalesce(${holds.texts},
    (SELECT json_array(name, description, location, address) FROM garages WHERE id = ${holds.thingId}))
END`;

/** Pictures of a held post, and an entry's values besides its texts: they are part of the decision. */
const pictures = sql<string | null>`CASE ${holds.kind}
  WHEN 'vehicle' THEN (SELECT group_concat(photo) FROM photos WHERE vehicle_id = ${holds.thingId} AND entry_id IS NULL)
  WHEN 'entry' THEN (SELECT json_array(date, mileage, unit, status, area, cost, currency,
    (SELECT group_concat(photo) FROM photos WHERE entry_id = build_entries.id)) FROM build_entries WHERE id = ${holds.thingId})
  ELSE ${holds.avatar}
END`;

const select = () =>
  db()
    .select({
      ...getTableColumns(holds),
      userName: sql<string>`${users.name}`,
      userRole: sql<Role>`${users.role}`,
      words,
      pictures,
    })
    .from(holds)
    .leftJoin(users, eq(users.id, holds.userId));

export type HoldRow = ReturnType<ReturnType<typeof select>["all"]>[number];

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

/** Omitted from a garage's and an event's texts: bare values mean nothing to readers. */
const FLAGS = ["isPublicAddress", "placeId"];

/** Hash of texts and pictures. Staff send it with a decision, so that an unread version is refused. */
const revisionOf = ({ words, pictures }: HoldRow): string =>
  createHash("sha256")
    .update(JSON.stringify([words, pictures]))
    .digest("base64url")
    .slice(0, 16);

/** @throws DomainError conflict for another version. @param revision undefined accepts the current version */
export function requireRevision(row: HoldRow, revision: string | undefined): void {
  if (revision !== undefined && revision !== revisionOf(row)) throw new DomainError("conflict", CHANGED_SINCE);
}

/** Labels of an event's texts; other kinds need none. */
const LABELS: Record<string, string> = { cancelReason: "Reason for cancelling: ", place: "New place: " };

function textOf({ kind, words }: HoldRow): string {
  const said = Object.entries(JSON.parse(words) as Record<string, string | null>);
  const label = (name: string) => (kind === "event" ? (LABELS[name] ?? "") : "");
  return said
    .flatMap(([name, text]) => (FLAGS.includes(name) ? [] : label(name) + (text ?? "")))
    .filter((text) => text !== "")
    .join("\n");
}

function toView(row: HoldRow, viewer: Viewer) {
  const { id, kind, userId, userName, avatar, createdAt } = row;
  return {
    id: String(id),
    kind,
    what: KIND_NAMES[kind],
    title: `the ${KIND_NAMES[kind]} by ${isolate(userName)}`,
    userId: String(userId),
    userName,
    text: textOf(row),
    /** A new picture of a profile: name of a stored image. */
    avatar,
    revision: revisionOf(row),
    path: pathOfHold(row),
    createdAt,
    viewerCanDecide: canDecideHold(viewer, row),
  };
}

export type HoldView = ReturnType<typeof toView>;

const waiting = prepared((database) => database.select({ total: count() }).from(holds).where(waits).prepare());

export const countHeld = () => waiting().get()?.total ?? 0;

/**
 * Held posts, oldest first.
 * @throws DomainError forbidden for non-staff
 */
export function listHeld(viewer: Viewer, page: PageParams): Paged<HoldView> {
  requireStaff(viewer);
  const rows = select().where(waits).orderBy(asc(holds.id)).limit(page.limit).offset(toOffset(page)).all();
  return { rows: rows.map((row) => toView(row, viewer)), total: countHeld(), ...page };
}

/** All held posts of one user, oldest first. */
export const listHeldOf = (userId: number): HoldRow[] =>
  select()
    .where(and(eq(holds.userId, userId), waits))
    .orderBy(asc(holds.id))
    .all();

/**
 * A held post, for staff about to decide on it.
 * @throws DomainError forbidden for non-staff, and like `requireDecider`; not_found; conflict if decided
 */
export function getHoldToDecide(viewer: Viewer, id: number): HoldRow {
  requireStaff(viewer);
  const row = select().where(eq(holds.id, id)).get();
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

/** A held post for the refusal page. @throws DomainError like `getHoldToDecide` */
export const getHeld = (viewer: Viewer, id: number): HoldView => toView(getHoldToDecide(viewer, id), viewer);
