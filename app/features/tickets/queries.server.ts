import { and, asc, eq, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { auditLog, ticketReplies, users } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import type { Page, Paged } from "~/lib/paging";
import type { TicketStatus } from "./limits";
import { nextStatuses } from "./policy";
import { getFullRow, listLineRows, type TicketLineRow } from "./rows.server";
import type { TicketQuery } from "./schema.server";

/** Name and address of a member, as the support form offers them. */
export function findSubmitter(viewer: Viewer): { name: string; email: string } {
  const row = db().select({ email: users.email }).from(users).where(eq(users.id, viewer.id)).get();
  return { name: viewer.name, email: row?.email ?? "" };
}

/** A line of the inbox. */
export type TicketRowView = ReturnType<typeof lineView>;

function lineView(row: TicketLineRow) {
  return {
    ...row,
    /** The states it can be moved to: its buttons. */
    next: nextStatuses(row.status),
  };
}

/**
 * The support inbox, 50 a page by default.
 * @throws DomainError forbidden for anybody but an admin
 */
export function listTickets(viewer: Viewer, query: TicketQuery, page: Page): Paged<TicketRowView> {
  const { rows, ...list } = listLineRows(viewer, query, page);
  return { ...list, rows: rows.map(lineView) };
}

/** What happened to a ticket: a step, or an answer. */
export type TicketEvent = { id: string; who: string; at: number } & (
  | { kind: "status"; before: TicketStatus; after: TicketStatus }
  | { kind: "reply"; text: string }
);

/** A ticket's own page. */
export type TicketView = ReturnType<typeof getTicket>;

/**
 * A ticket with what happened to it.
 * @returns `events` oldest first
 * @throws DomainError forbidden for anybody but an admin; not_found
 */
export function getTicket(viewer: Viewer, id: number) {
  const row = getFullRow(viewer, id);
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
    before: (step.before as { status: TicketStatus }).status,
    after: (step.after as { status: TicketStatus }).status,
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
