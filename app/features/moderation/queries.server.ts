import { and, asc, count, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { cut } from "~/db/cut.server";
import { garages, siteTotals, tickets, users } from "~/db/schema";
import { listAccountsJson, type UserJson } from "~/features/accounts/json.server";
import { ACCOUNT_NOT_FOUND, canChangeActive, requireAdmin, type Viewer } from "~/features/accounts/policy";
import { countWaiting } from "~/features/events/rows.server";
import { emailForms, normalizeEmail } from "~/lib/addresses.server";
import { DomainError } from "~/lib/errors";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { isIndexed, literalTerm } from "~/lib/search-terms";
import { fold, withPlainSigns } from "~/lib/text";
import { DAY, now } from "~/lib/time";
import { canChangeRole, type UserSort } from "./policy";
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
};

function selectUsers(viewer: Viewer, { q, status, sort }: UserQuery) {
  requireAdmin(viewer);
  const matching = and(...typedWords(q).map(hasWord), status && eq(users.active, status === "active"));
  return { matching, order: ORDERS[sort], total: () => countRows(users, matching) };
}

export type UserRowView = ReturnType<typeof rowView>;

function selectRows() {
  return db()
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      active: users.active,
      createdAt: users.createdAt,
      garageId: garages.id,
      garageName: garages.name,
    })
    .from(users)
    .leftJoin(garages, eq(garages.userId, users.id));
}

type Row = ReturnType<ReturnType<typeof selectRows>["all"]>[number];

function rowView({ id, garageId, garageName, ...row }: Row, viewer: Viewer) {
  return {
    ...row,
    id,
    garage: garageId === null ? null : { id: garageId, name: garageName ?? "" },
    viewerCanChangeActive: canChangeActive(viewer, id),
    viewerCanChangeRole: canChangeRole(viewer, { id, role: row.role }),
  };
}

/**
 * Name or address must contain every word of `q`.
 * @throws DomainError forbidden for non-admins
 */
export function listUsers(viewer: Viewer, query: UserQuery, page: PageParams): Paged<UserRowView> {
  const { matching, order, total } = selectUsers(viewer, query);
  const rows = cut(selectRows().$dynamic(), { matching, order }, page.limit, toOffset(page)).all();
  return { rows: rows.map((row) => rowView(row, viewer)), total: total(), ...page };
}

export type UserToSwitch = ReturnType<typeof getUserToSwitch>;

/** @throws DomainError forbidden for non-admins; not_found */
export function getUserToSwitch(viewer: Viewer, id: number) {
  requireAdmin(viewer);
  const row = db()
    .select({ name: users.name, email: users.email, active: users.active, role: users.role })
    .from(users)
    .where(eq(users.id, id))
    .get();
  if (!row) throw new DomainError("not_found", ACCOUNT_NOT_FOUND);
  return { id, ...row, viewerCanChangeRole: canChangeRole(viewer, { id, role: row.role }) };
}

export type SiteCounts = ReturnType<typeof getSiteCounts>;

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
    openTickets: countOpenTickets(viewer),
    pendingEvents: countWaiting(),
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
  const { matching, order, total } = selectUsers(viewer, query);
  const ids = db().select({ id: users.id }).from(users).$dynamic();
  const rows = cut(ids, { matching, order }, page.limit, toOffset(page)).all();
  return { rows: listAccountsJson(rows.map(({ id }) => id)), total: total(), ...page };
}
