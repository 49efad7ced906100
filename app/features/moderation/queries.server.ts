import { and, asc, count, desc, eq, gt, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { cut } from "~/db/cut.server";
import { siteTotals, tickets, users } from "~/db/schema";
import { listAccountsJson, type UserJson } from "~/features/accounts/json.server";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { emailForms, normalizeEmail } from "~/lib/addresses.server";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { pick, sortByIds } from "~/lib/rows";
import { isIndexed, literalTerm } from "~/lib/search-terms";
import { fold, withPlainSigns } from "~/lib/text";
import { DAY, now } from "~/lib/time";
import type { UserSort } from "./policy";
import type { UserQuery } from "./schema.server";

/**
 * Name or address; by index if the word is indexed, else in the rows. Addresses are not folded, so their stored
 * spelling is searched too.
 */
function hasWord(text: string): SQL {
  const word = fold(text);
  const addresses = [...new Set([word, ...emailForms(normalizeEmail(text))])];
  if (!addresses.every(isIndexed)) {
    const positions = [
      sql`instr(${users.nameFolded}, ${word})`,
      ...addresses.map((part) => sql`instr(${users.email}, ${part})`),
    ];
    return sql`max(0, ${sql.join(positions, sql`, `)}) > 0`;
  }
  return sql`${users.id} IN (
    SELECT rowid FROM users_fts WHERE users_fts MATCH ${literalTerm(word)}
    UNION SELECT rowid FROM users_email_fts WHERE users_email_fts MATCH ${addresses.map(literalTerm).join(" OR ")})`;
}

/** Unfolded. */
const typedWords = (q: string) =>
  withPlainSigns(q)
    .split(" ")
    .filter((word) => fold(word) !== "");

/** Each has an index. Status begins with deactivated users, role with admins. */
const ORDERS: Record<UserSort, SQL[]> = {
  "-createdAt": [desc(users.createdAt), desc(users.id)],
  createdAt: [asc(users.createdAt), asc(users.id)],
  name: [asc(users.nameFolded), asc(users.id)],
  "-name": [desc(users.nameFolded), desc(users.id)],
  status: [asc(users.active), asc(users.createdAt), asc(users.id)],
  "-status": [desc(users.active), desc(users.createdAt), desc(users.id)],
  role: [asc(users.role), asc(users.id)],
  "-role": [desc(users.role), desc(users.id)],
  lastSeenAt: [asc(users.lastSeenAt), asc(users.id)],
  "-lastSeenAt": [desc(users.lastSeenAt), desc(users.id)],
  storage: [asc(users.storageBytes), asc(users.id)],
  "-storage": [desc(users.storageBytes), desc(users.id)],
};

const before = (days: string) => now() - Number(days.replace("not-", "")) * DAY;

function selectUsers(viewer: Viewer, { q, status, role, joined, seen, storage, sort }: UserQuery) {
  requireAdmin(viewer);
  const matching = and(
    ...typedWords(q).map(hasWord),
    status && (status === "suspended" ? gt(users.suspendedUntil, now()) : eq(users.active, status === "active")),
    role && eq(users.role, role),
    joined && gte(users.createdAt, before(joined)),
    seen && (seen.startsWith("not-") ? lt : gte)(users.lastSeenAt, before(seen)),
    storage && gte(users.storageBytes, Number(storage) * 1024 * 1024),
  );
  const ids = (page: PageParams) =>
    cut(
      db().select({ id: users.id }).from(users).$dynamic(),
      { matching, order: ORDERS[sort] },
      page.limit,
      toOffset(page),
    )
      .all()
      .map(({ id }) => id);
  return { ids, total: () => countRows(users, matching) };
}

export type UserRowView = ReturnType<typeof rowView>;

function rowView({ suspendedUntil, ...row }: typeof users.$inferSelect) {
  return {
    ...pick(row, "id", "name", "email", "role", "active", "createdAt", "lastSeenAt", "storageBytes"),
    isSuspended: suspendedUntil !== null && suspendedUntil > now(),
  };
}

/**
 * Name or address must contain every word of `q`.
 * @throws DomainError forbidden for non-admins
 */
export function listUsers(viewer: Viewer, query: UserQuery, page: PageParams): Paged<UserRowView> {
  const { ids, total } = selectUsers(viewer, query);
  return { rows: listUsersById(ids(page)), total: total(), ...page };
}

/** @throws DomainError forbidden for non-admins */
export const listUserIds = (viewer: Viewer, query: UserQuery) =>
  selectUsers(viewer, query).ids({ page: 1, limit: Number.MAX_SAFE_INTEGER });

export function listUsersById(ids: readonly number[]): UserRowView[] {
  const rows = db()
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
    .all();
  return sortByIds(ids, rows).map(rowView);
}

/** @throws DomainError forbidden for non-admins */
export function getSiteCounts(viewer: Viewer) {
  requireAdmin(viewer);
  const totals = new Map(
    db()
      .select()
      .from(siteTotals)
      .all()
      .map(({ name, total }) => [name, total]),
  );
  return {
    newIn7Days: countRows(users, gte(users.createdAt, now() - 7 * DAY)),
    newIn30Days: countRows(users, gte(users.createdAt, now() - 30 * DAY)),
    /** Only public garages and vehicles. */
    garages: totals.get("garages") ?? 0,
    vehicles: totals.get("vehicles") ?? 0,
  };
}

/** New and In Progress. @throws DomainError forbidden for non-admins */
export function countOpenTickets(viewer: Viewer): number {
  requireAdmin(viewer);
  return countRows(tickets, inArray(tickets.status, ["New", "In Progress"]));
}

function countRows(table: typeof users | typeof tickets, condition: SQL | undefined): number {
  return db().select({ total: count() }).from(table).where(condition).get()?.total ?? 0;
}

/** `GET /users`. @throws DomainError forbidden for non-admins */
export function listUsersJson(viewer: Viewer, query: UserQuery, page: PageParams): Paged<UserJson> {
  const { ids, total } = selectUsers(viewer, query);
  const rows = listAccountsJson(ids(page));
  return { rows, total: total(), ...page };
}
