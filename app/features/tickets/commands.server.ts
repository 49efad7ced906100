import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { ticketReplies, tickets, users } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { wantsOwnMail } from "~/features/notifications/mail/notify-mails.server";
import { notifyStaff, notifyTicket } from "~/features/notifications/notify.server";
import { isSameEmail } from "~/lib/addresses.server";
import { DomainError } from "~/lib/errors";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { TICKET_MESSAGES, type TicketStatus } from "./limits";
import { TICKET_MAIL } from "./mails.server";
import { nextStatuses, TICKET_NOT_FOUND } from "./policy";
import { findSubmitter } from "./queries.server";
import type { TicketInput } from "./schema.server";

/**
 * Also from a visitor. Missing name and address default to a member's own. Only a member's own address gets a receipt:
 * another one may be a stranger's.
 * @returns the ticket's id and the text to show
 */
export function submitTicket(viewer: Viewer | null, input: TicketInput): { id: number; message: string } {
  return transaction(() => {
    const submitter = viewer === null ? null : findSubmitter(viewer);
    const { name = submitter?.name ?? "", email = submitter?.email ?? "", about, ...rest } = input;
    const { id } = db()
      .insert(tickets)
      .values({
        ...rest,
        name,
        email,
        about: about ?? "",
        subjectFolded: fold(rest.subject),
        userId: viewer?.id ?? null,
        createdAt: now(),
        updatedAt: now(),
      })
      .returning({ id: tickets.id })
      .get();
    notifyStaff("tickets", viewer?.id ?? null);
    if (submitter && isSameEmail(email, submitter.email)) enqueueMail(TICKET_MAIL.received, email, { ticketId: id });
    return { id, message: TICKET_MESSAGES.received };
  });
}

/**
 * Notifies the submitter, and logs it (tickets README, Status). The current status again does neither.
 * @throws DomainError forbidden for non-admins; not_found; conflict for an invalid transition
 */
export function changeTicketStatus(viewer: Viewer, id: number, status: TicketStatus): void {
  requireAdmin(viewer);
  transaction(() => {
    const ticket = getRow(id);
    if (ticket.status === status) return;
    if (!nextStatuses(ticket.status).includes(status)) {
      throw new DomainError("conflict", `This ticket is already ${ticket.status}. It cannot go back to ${status}.`);
    }
    db().update(tickets).set({ status, updatedAt: now() }).where(eq(tickets.id, id)).run();
    recordAdminAction(viewer, {
      action: "ticket.status",
      subjectType: "ticket",
      subjectId: id,
      before: { status: ticket.status },
      after: { status },
    });
    notifyTicket({ id, userId: ticket.memberId }, status, viewer.id);
    if (isMailed(ticket)) enqueueMail(TICKET_MAIL.status, ticket.email, { ticketId: id, status });
  });
}

/**
 * The reply is stored with the ticket, mailed if there is an address, and logged.
 * @throws DomainError forbidden for non-admins; not_found
 */
export function replyToTicket(viewer: Viewer, id: number, text: string): { mailed: boolean } {
  requireAdmin(viewer);
  return transaction(() => {
    const ticket = getRow(id);
    const reply = db()
      .insert(ticketReplies)
      .values({ ticketId: id, authorId: viewer.id, authorName: viewer.name, text, createdAt: now() })
      .returning({ id: ticketReplies.id })
      .get();
    db().update(tickets).set({ updatedAt: now() }).where(eq(tickets.id, id)).run();
    // Only the ticket has the text: the log outlives tickets and accounts.
    recordAdminAction(viewer, {
      action: "ticket.reply",
      subjectType: "ticket",
      subjectId: id,
      after: { replyId: String(reply.id) },
    });
    notifyTicket({ id, userId: ticket.memberId }, "answered", viewer.id);
    const isAnswerMailed = isMailed(ticket);
    if (isAnswerMailed) enqueueMail(TICKET_MAIL.reply, ticket.email, { ticketId: id, replyId: reply.id });
    return { mailed: isAnswerMailed };
  });
}

function getRow(id: number) {
  const row = db()
    .select({ status: tickets.status, email: tickets.email, memberId: users.id, ownAddress: users.email })
    .from(tickets)
    .leftJoin(users, eq(users.id, tickets.userId))
    .where(eq(tickets.id, id))
    .get();
  if (!row) throw new DomainError("not_found", TICKET_NOT_FOUND);
  return row;
}

/**
 * A member's own address gets mail only if the member wants it at once. Another address always does: the submitter
 * requested replies there.
 */
function isMailed({ email, memberId, ownAddress }: ReturnType<typeof getRow>): boolean {
  if (email === "") return false;
  return memberId === null || !isSameEmail(ownAddress ?? "", email) || wantsOwnMail(memberId, "ticket");
}
