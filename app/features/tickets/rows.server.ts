import { count, eq, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { tickets } from "~/db/schema";
import { offsetOf, type Page } from "~/lib/paging";

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

/** With what was written. `userId` is the submitter's account; null for visitors and where it was deleted. */
const fullColumns = {
  ...lineColumns,
  description: tickets.description,
  about: tickets.about,
  userId: sql<string | null>`CAST(${tickets.userId} AS TEXT)`,
};

export type TicketLineRow = ReturnType<typeof listLineRows>[number];
export type TicketFullRow = ReturnType<typeof listFullRows>[number];

/** Which tickets, and in which order. */
export interface TicketSelection {
  matching: SQL | undefined;
  order: SQL[];
}

export function listLineRows({ matching, order }: TicketSelection, page: Page) {
  return db()
    .select(lineColumns)
    .from(tickets)
    .where(matching)
    .orderBy(...order)
    .limit(page.limit)
    .offset(offsetOf(page))
    .all();
}

export function listFullRows({ matching, order }: TicketSelection, page: Page) {
  return db()
    .select(fullColumns)
    .from(tickets)
    .where(matching)
    .orderBy(...order)
    .limit(page.limit)
    .offset(offsetOf(page))
    .all();
}

export function findFullRow(id: number): TicketFullRow | undefined {
  return db().select(fullColumns).from(tickets).where(eq(tickets.id, id)).get();
}

export function countTickets(matching: SQL | undefined): number {
  return db().select({ total: count() }).from(tickets).where(matching).get()?.total ?? 0;
}
