import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { auditLog, ticketReplies, tickets, users } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { fold } from "~/lib/text";
import type { TicketSort, TicketStatus } from "./limits";
import { nextStatuses, TICKET_NOT_FOUND } from "./policy";
import type { TicketQuery } from "./schema.server";

/** A line of the inbox. */
export interface TicketRowView {
  id: string;
  category: string;
  subject: string;
  status: TicketStatus;
  /** Empty where a visitor left none. */
  name: string;
  email: string;
  createdAt: number;
  /** The states it can be moved to: its buttons. */
  next: readonly TicketStatus[];
}

/** Name and address of a member, as the support form offers them. */
export function findSubmitter(viewer: Viewer): { name: string; email: string } {
  const row = db().select({ email: users.email }).from(users).where(eq(users.id, viewer.id)).get();
  return { name: viewer.name, email: row?.email ?? "" };
}

export const ticketColumns = {
  id: sql<string>`CAST(${tickets.id} AS TEXT)`,
  category: tickets.category,
  subject: tickets.subject,
  status: tickets.status,
  name: tickets.name,
  email: tickets.email,
  createdAt: tickets.createdAt,
};

// "New", "In Progress", "Closed" is their order read backwards, so the inbox's index gives it.
const ORDERS: Record<TicketSort, SQL[]> = {
  "-createdAt": [desc(tickets.createdAt), desc(tickets.id)],
  createdAt: [asc(tickets.createdAt), asc(tickets.id)],
  status: [desc(tickets.status), desc(tickets.createdAt), desc(tickets.id)],
};

/** What the inbox's lists, page and API, have in common: who may, filter, order, total. */
export function selectTickets(viewer: Viewer, { status, category, subject, sort }: TicketQuery) {
  requireAdmin(viewer);
  const matching = and(
    status && eq(tickets.status, status),
    category && eq(tickets.category, category),
    subject === "" ? undefined : sql`instr(${tickets.subjectFolded}, ${fold(subject)}) > 0`,
  );
  const total = () => db().select({ total: count() }).from(tickets).where(matching).get()?.total ?? 0;
  return { matching, order: ORDERS[sort], total };
}

/**
 * The support inbox, 50 a page by default.
 * @throws DomainError forbidden for anybody but an admin
 */
export function listTickets(viewer: Viewer, query: TicketQuery, page: Page): Paged<TicketRowView> {
  const { matching, order, total } = selectTickets(viewer, query);
  const rows = db()
    .select(ticketColumns)
    .from(tickets)
    .where(matching)
    .orderBy(...order)
    .limit(page.limit)
    .offset(offsetOf(page))
    .all();
  return { rows: rows.map((row) => ({ ...row, next: nextStatuses(row.status) })), total: total(), ...page };
}

/** What happened to a ticket: a step, or an answer. */
export type TicketEvent = { id: string; who: string; at: number } & (
  | { kind: "status"; before: string; after: string }
  | { kind: "reply"; text: string }
);

/** A ticket's own page. */
export interface TicketView extends TicketRowView {
  description: string;
  about: string;
  /** The submitter's account; null for visitors and where it was deleted. */
  userId: string | null;
  /** Oldest first. */
  events: TicketEvent[];
}

/**
 * A ticket with what happened to it.
 * @throws DomainError forbidden for anybody but an admin; not_found
 */
export function getTicket(viewer: Viewer, id: number): TicketView {
  requireAdmin(viewer);
  const row = db()
    .select({
      ...ticketColumns,
      description: tickets.description,
      about: tickets.about,
      userId: sql<string | null>`CAST(${tickets.userId} AS TEXT)`,
    })
    .from(tickets)
    .where(eq(tickets.id, id))
    .get();
  if (!row) throw new DomainError("not_found", TICKET_NOT_FOUND);
  const events = [...listSteps(id), ...listReplies(id)].sort((a, b) => a.at - b.at);
  return { ...row, next: nextStatuses(row.status), events };
}

function listSteps(id: number): TicketEvent[] {
  const steps = db()
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, "ticket"),
        eq(auditLog.subjectId, String(id)),
        // The subject's index it is: the other one would walk the steps of all tickets.
        sql`+${auditLog.action} = 'ticket.status'`,
      ),
    )
    .orderBy(asc(auditLog.id))
    .all();
  return steps.map((step) => ({
    kind: "status",
    id: `step-${step.id}`,
    who: step.actorName,
    at: step.createdAt,
    before: (step.before as { status: string }).status,
    after: (step.after as { status: string }).status,
  }));
}

function listReplies(id: number): TicketEvent[] {
  const replies = db()
    .select()
    .from(ticketReplies)
    .where(eq(ticketReplies.ticketId, id))
    .orderBy(asc(ticketReplies.id))
    .all();
  return replies.map((reply) => ({
    kind: "reply",
    id: `reply-${reply.id}`,
    who: reply.authorName,
    at: reply.createdAt,
    text: reply.text,
  }));
}
