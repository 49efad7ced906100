import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteSelect } from "drizzle-orm/sqlite-core";
import { db } from "~/db/client.server";
import { tickets } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { offsetOf, type Page } from "~/lib/paging";
import { fold } from "~/lib/text";
import type { TicketSort } from "./limits";
import { TICKET_NOT_FOUND } from "./policy";
import type { TicketQuery } from "./schema.server";

/** What a line of the inbox shows. `name` and `email` are empty where a visitor left none. */
const lineColumns = {
  id: sql<string>`CAST(${tickets.id} AS TEXT)`,
  category: tickets.category,
  subject: tickets.subject,
  status: tickets.status,
  name: tickets.name,
  email: tickets.email,
  createdAt: tickets.createdAt,
};

/** All of a ticket. `userId` is the submitter's account; null for visitors and where it was deleted. */
const fullColumns = {
  ...lineColumns,
  description: tickets.description,
  about: tickets.about,
  userId: sql<string | null>`CAST(${tickets.userId} AS TEXT)`,
};

export type TicketLineRow = ReturnType<typeof listLineRows>["rows"][number];
export type TicketFullRow = ReturnType<typeof getFullRow>;

// "New", "In Progress", "Closed" is their order read backwards, so the inbox's index gives it.
const ORDERS: Record<TicketSort, SQL[]> = {
  "-createdAt": [desc(tickets.createdAt), desc(tickets.id)],
  createdAt: [asc(tickets.createdAt), asc(tickets.id)],
  status: [desc(tickets.status), desc(tickets.createdAt), desc(tickets.id)],
};

function matchingOf({ status, category, subject }: TicketQuery): SQL | undefined {
  return and(
    status && eq(tickets.status, status),
    category && eq(tickets.category, category),
    subject === "" ? undefined : sql`instr(${tickets.subjectFolded}, ${fold(subject)}) > 0`,
  );
}

function inPage<Q extends SQLiteSelect>(select: Q, query: TicketQuery, page: Page) {
  return select
    .where(matchingOf(query))
    .orderBy(...ORDERS[query.sort])
    .limit(page.limit)
    .offset(offsetOf(page));
}

function countRows(query: TicketQuery): number {
  return db().select({ total: count() }).from(tickets).where(matchingOf(query)).get()?.total ?? 0;
}

/** A page of the inbox, without the long texts. @throws DomainError forbidden for anybody but an admin */
export function listLineRows(viewer: Viewer, query: TicketQuery, page: Page) {
  requireAdmin(viewer);
  const rows = inPage(db().select(lineColumns).from(tickets).$dynamic(), query, page).all();
  return { rows, total: countRows(query), ...page };
}

/** The same page with all of each ticket. @throws DomainError forbidden for anybody but an admin */
export function listFullRows(viewer: Viewer, query: TicketQuery, page: Page) {
  requireAdmin(viewer);
  const rows = inPage(db().select(fullColumns).from(tickets).$dynamic(), query, page).all();
  return { rows, total: countRows(query), ...page };
}

/** @throws DomainError forbidden for anybody but an admin; not_found */
export function getFullRow(viewer: Viewer, id: number) {
  requireAdmin(viewer);
  const row = db().select(fullColumns).from(tickets).where(eq(tickets.id, id)).get();
  if (!row) throw new DomainError("not_found", TICKET_NOT_FOUND);
  return row;
}
