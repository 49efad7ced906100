import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { cut, type Selection } from "~/db/cut.server";
import { auditLog, ticketReplies, tickets, users } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { fold } from "~/lib/text";
import { TICKET_LIMITS, type TicketSort } from "./limits";
import { nextStatuses, TICKET_NOT_FOUND } from "./policy";
import type { TicketQuery } from "./schema.server";

/** Name and address of a member, as the support form offers them. */
export function findSubmitter(viewer: Viewer): { name: string; email: string } {
  const row = db().select({ email: users.email }).from(users).where(eq(users.id, viewer.id)).get();
  return { name: viewer.name, email: row?.email ?? "" };
}

// "New", "In Progress", "Closed" is their order read backwards, so the inbox's index gives it.
const ORDERS: Record<TicketSort, SQL[]> = {
  "-createdAt": [desc(tickets.createdAt), desc(tickets.id)],
  createdAt: [asc(tickets.createdAt), asc(tickets.id)],
  status: [desc(tickets.status), desc(tickets.createdAt), desc(tickets.id)],
};

/** What the inbox's lists, page and API, have in common: who may, filter, order. */
export function selectTickets(viewer: Viewer, { status, category, subject, sort }: TicketQuery) {
  requireAdmin(viewer);
  const matching = and(
    status && eq(tickets.status, status),
    category && eq(tickets.category, category),
    subject === "" ? undefined : sql`instr(${tickets.subjectFolded}, ${fold(subject)}) > 0`,
  );
  return { matching, order: ORDERS[sort] };
}

export type OwnTicketView = ReturnType<typeof listOwnTickets>[number];

/** What a member asked for last, the newest first, with what was answered, oldest first. One statement. */
export function listOwnTickets(viewer: Viewer) {
  const replies = sql<string>`(SELECT json_group_array(json_object('id', reply.id, 'text', reply.text, 'at', reply.created_at))
    FROM (SELECT * FROM ticket_replies WHERE ticket_replies.ticket_id = tickets.id ORDER BY id) AS reply)`;
  return db()
    .select({ id: tickets.id, subject: tickets.subject, status: tickets.status, at: tickets.createdAt, replies })
    .from(tickets)
    .where(eq(tickets.userId, viewer.id))
    .orderBy(desc(tickets.id))
    .limit(TICKET_LIMITS.own)
    .all()
    .map((row) => ({ ...row, replies: JSON.parse(row.replies) as { id: number; text: string; at: number }[] }));
}

/** A line of the inbox, with the states that it can be moved to: its buttons. */
export type TicketRowView = ReturnType<typeof withNext<TicketLineRow>>;

const withNext = <Row extends TicketLineRow>(row: Row) => ({ ...row, next: nextStatuses(row.status) });

/** The support inbox, 50 a page by default. @throws DomainError forbidden for anybody but an admin */
export function listTickets(viewer: Viewer, query: TicketQuery, page: PageParams): Paged<TicketRowView> {
  const selection = selectTickets(viewer, query);
  return { rows: listLineRows(selection, page).map(withNext), total: countTickets(selection.matching), ...page };
}

/** What happened to a ticket: a step, or an answer. */
export type TicketEvent = { id: string; who: string; at: number } & (
  | { kind: "status"; before: string; after: string }
  | { kind: "reply"; text: string }
);

/** A ticket's own page; `events` oldest first. */
export type TicketView = ReturnType<typeof getTicket>;

/** A ticket with what happened to it. @throws DomainError forbidden for anybody but an admin; not_found */
export function getTicket(viewer: Viewer, id: number) {
  requireAdmin(viewer);
  const row = findFullRow(id);
  if (!row) throw new DomainError("not_found", TICKET_NOT_FOUND);
  // In the same millisecond an answer comes before the step that follows from it.
  const events = [...listReplies(id), ...listSteps(id)].sort((a, b) => a.at - b.at);
  return { ...withNext(row), events };
}

function listSteps(id: number): TicketEvent[] {
  const steps = db()
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, "ticket"),
        eq(auditLog.subjectId, String(id)),
        // Forces the subject's index; the other one would scan the entries of all tickets.
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

type TicketLineRow = ReturnType<typeof listLineRows>[number];
export type TicketFullRow = ReturnType<typeof listFullRows>[number];

const listLineRows = (selection: Selection, page: PageParams) =>
  cut(db().select(lineColumns).from(tickets).$dynamic(), selection, page.limit, toOffset(page)).all();

export const listFullRows = (selection: Selection, page: PageParams) =>
  cut(db().select(fullColumns).from(tickets).$dynamic(), selection, page.limit, toOffset(page)).all();

export function findFullRow(id: number): TicketFullRow | undefined {
  return db().select(fullColumns).from(tickets).where(eq(tickets.id, id)).get();
}

export function countTickets(matching: SQL | undefined): number {
  return db().select({ total: count() }).from(tickets).where(matching).get()?.total ?? 0;
}
