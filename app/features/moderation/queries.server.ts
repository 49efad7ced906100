import { and, asc, count, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { events, garages, siteTotals, tickets, users } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { isIndexed, literalTerm, searchWords } from "~/lib/search-terms";
import { DAY, now } from "~/lib/time";
import type { UserSort } from "./limits";
import { type AccountState, accountState, canChangeActive, USER_NOT_FOUND } from "./policy";
import type { UserQuery } from "./schema.server";

/** A word stands in the name or the address: through the indexes where they know it, else in the rows. */
function hasWord(word: string): SQL {
  if (!isIndexed(word)) return sql`(instr(${users.nameFolded}, ${word}) > 0 OR instr(${users.email}, ${word}) > 0)`;
  const term = literalTerm(word);
  return sql`${users.id} IN (
    SELECT rowid FROM users_fts WHERE users_fts MATCH ${term}
    UNION SELECT rowid FROM users_email_fts WHERE users_email_fts MATCH ${term})`;
}

const IN_STATE: Record<AccountState, SQL | undefined> = {
  active: eq(users.active, true),
  deactivated: eq(users.active, false),
};

/** Each has its index. Status begins with whoever is switched off, role with the admins. */
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

/** What the lists of users, page and API, have in common: who may, filter, order, total. */
export function selectUsers(viewer: Viewer, { q, status, sort }: UserQuery) {
  requireAdmin(viewer);
  const matching = and(...searchWords(q).map(hasWord), status && IN_STATE[status]);
  return { matching, order: ORDERS[sort], total: () => countRows(users, matching) };
}

/** A line of the list of users. */
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
    id: String(id),
    state: accountState(row),
    /** Null without a garage. */
    garage: garageId === null ? null : { id: String(garageId), name: garageName ?? "" },
    viewerCanChangeActive: canChangeActive(viewer, id),
  };
}

/**
 * Everybody with an account, 50 a page by default. In `q` every word has to stand in the name or the address.
 * @throws DomainError forbidden for anybody but an admin
 */
export function listUsers(viewer: Viewer, query: UserQuery, page: Page): Paged<UserRowView> {
  const { matching, order, total } = selectUsers(viewer, query);
  const rows = selectRows()
    .where(matching)
    .orderBy(...order)
    .limit(page.limit)
    .offset(offsetOf(page))
    .all();
  return { rows: rows.map((row) => rowView(row, viewer)), total: total(), ...page };
}

/** Somebody whose account an admin is about to switch off or on. */
export type UserToSwitch = ReturnType<typeof getUserToSwitch>;

/** @throws DomainError forbidden for anybody but an admin; not_found */
export function getUserToSwitch(viewer: Viewer, id: number) {
  requireAdmin(viewer);
  const row = db()
    .select({ name: users.name, email: users.email, active: users.active })
    .from(users)
    .where(eq(users.id, id))
    .get();
  if (!row) throw new DomainError("not_found", USER_NOT_FOUND);
  return { id: String(id), ...row };
}

/** The site at a glance. */
export type DeskNumbers = ReturnType<typeof getDeskNumbers>;

/** @throws DomainError forbidden for anybody but an admin */
export function getDeskNumbers(viewer: Viewer) {
  requireAdmin(viewer);
  const totals = new Map(
    db()
      .select()
      .from(siteTotals)
      .all()
      .map(({ name, total }) => [name, total]),
  );
  return {
    /** Accounts opened in the last days. */
    newIn7Days: countRows(users, gte(users.createdAt, now() - 7 * DAY)),
    newIn30Days: countRows(users, gte(users.createdAt, now() - 30 * DAY)),
    /** As everybody sees them. */
    garages: totals.get("garages") ?? 0,
    vehicles: totals.get("vehicles") ?? 0,
    openTickets: countRows(tickets, inArray(tickets.status, ["New", "In Progress"])),
    pendingEvents: countRows(events, eq(events.status, "pending")),
  };
}

function countRows(table: typeof users | typeof tickets | typeof events, where: SQL | undefined): number {
  return db().select({ total: count() }).from(table).where(where).get()?.total ?? 0;
}
