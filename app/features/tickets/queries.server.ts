import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { db, isAmongIds, prepared } from "~/db/client.server";
import { cut, type Selection } from "~/db/cut.server";
import { auditLog, ticketReplies, tickets, users } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { groupBy } from "~/lib/rows";
import { fold } from "~/lib/text";
import { TICKET_LIMITS, type TicketSort } from "./limits";
import { nextStatuses, TICKET_NOT_FOUND } from "./policy";
import type { TicketQuery } from "./schema.server";

/** Defaults for the support form. */
export function findSubmitter(viewer: Viewer): { name: string; email: string } {
  const row = db().select({ email: users.email }).from(users).where(eq(users.id, viewer.id)).get();
  return { name: viewer.name, email: row?.email ?? "" };
}

// The statuses are in reverse alphabetical order, so the inbox's index sorts them.
const ORDERS: Record<TicketSort, SQL[]> = {
  "-createdAt": [desc(tickets.createdAt), desc(tickets.id)],
  createdAt: [asc(tickets.createdAt), asc(tickets.id)],
  status: [desc(tickets.status), desc(tickets.createdAt), desc(tickets.id)],
};

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

const repliesTo = prepared((database) =>
  database
    .select({
      ticketId: ticketReplies.ticketId,
      id: ticketReplies.id,
      text: ticketReplies.text,
      at: ticketReplies.createdAt,
    })
    .from(ticketReplies)
    .where(isAmongIds(ticketReplies.ticketId))
    .orderBy(asc(ticketReplies.ticketId), asc(ticketReplies.id))
    .prepare(),
);

/** Newest first, with replies, oldest first. */
export function listOwnTickets(viewer: Viewer) {
  const rows = db()
    .select({ id: tickets.id, subject: tickets.subject, status: tickets.status, at: tickets.createdAt })
    .from(tickets)
    .where(eq(tickets.userId, viewer.id))
    .orderBy(desc(tickets.id))
    .limit(TICKET_LIMITS.own)
    .all();
  const replies = groupBy(
    repliesTo().all({ ids: JSON.stringify(rows.map(({ id }) => id)) }),
    ({ ticketId }) => ticketId,
  );
  return rows.map((ticket) => ({ ...ticket, replies: replies.get(ticket.id) ?? [] }));
}

export type TicketRowView = ReturnType<typeof withNext<TicketLineRow>>;

const withNext = <Row extends TicketLineRow>(row: Row) => ({ ...row, next: nextStatuses(row.status) });

/** 50 per page by default. @throws DomainError forbidden for non-admins */
export function listTickets(viewer: Viewer, query: TicketQuery, page: PageParams): Paged<TicketRowView> {
  const selection = selectTickets(viewer, query);
  return { rows: listLineRows(selection, page).map(withNext), total: countTickets(selection.matching), ...page };
}

export type TicketEvent = { id: string; who: string; at: number } & (
  | { kind: "status"; before: string; after: string }
  | { kind: "reply"; text: string }
);

/** `events` oldest first. */
export type TicketView = ReturnType<typeof getTicket>;

/** @throws DomainError forbidden for non-admins; not_found */
export function getTicket(viewer: Viewer, id: number) {
  requireAdmin(viewer);
  const row = findFullRow(id);
  if (!row) throw new DomainError("not_found", TICKET_NOT_FOUND);
  // In the same millisecond, a reply comes before the status change it causes.
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
        // The other index would scan the entries of all tickets.
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

/** `name` and `email` are "" if a visitor gave none. */
const lineColumns = {
  id: tickets.id,
  category: tickets.category,
  subject: tickets.subject,
  status: tickets.status,
  name: tickets.name,
  email: tickets.email,
  createdAt: tickets.createdAt,
};

/** `userId` is null for visitors and deleted accounts. */
const fullColumns = {
  ...lineColumns,
  description: tickets.description,
  about: tickets.about,
  userId: tickets.userId,
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
