import { and, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { ticketReplies, tickets, users } from "~/db/schema";
import { publicUrl } from "~/env.server";
import { ownMailFooter, wantsOwnMail } from "~/features/notifications/mail/notify-mails.server";
import { isSameEmail } from "~/lib/addresses.server";
import { isolate } from "~/lib/text";
import { layoutMail, type MailBlock } from "~/services/mail/layout.server";
import type { MailJob, MailRenderer, MailRenderers } from "~/services/mail/worker.server";
import { categoryLabel, type TicketStatus } from "./limits";

export const TICKET_MAIL = {
  received: "ticket-received",
  status: "ticket-status",
  reply: "ticket-reply",
} as const;

/** Undefined if it no longer has this address, as after the account's deletion. */
function findTicket({ recipient, payload }: MailJob) {
  const row = db()
    .select({
      id: tickets.id,
      subject: tickets.subject,
      category: tickets.category,
      memberId: users.id,
      ownAddress: users.email,
    })
    .from(tickets)
    .leftJoin(users, eq(users.id, tickets.userId))
    .where(and(eq(tickets.id, Number(payload.ticketId)), eq(tickets.email, recipient)))
    .get();
  return row && { ...row, name: nameOf(row, recipient) };
}

/**
 * Only a mail to a member's own address quotes the subject: a typed address may be a stranger's, who could otherwise
 * receive any text from us.
 */
function nameOf(ticket: { category: string; subject: string; ownAddress: string | null }, recipient: string): string {
  return isSameEmail(ticket.ownAddress ?? "", recipient)
    ? `“${isolate(ticket.subject)}”`
    : `about “${categoryLabel(ticket.category)}”`;
}

const replyHint = (): MailBlock[] => [
  "Anything to add? Please write to us again and quote the number.",
  { label: "Open the Tool Box", url: `${publicUrl()}/toolbox` },
];

/** Members may have switched mail off. */
const isAnsweredByMail = ({ memberId }: { memberId: number | null }) =>
  memberId === null || wantsOwnMail(memberId, "ticket");

const NOT_YOU = "If you did not write to us, your address was entered by mistake. You can ignore this email.";

const receivedMail: MailRenderer = (job) => {
  const ticket = findTicket(job);
  if (!ticket) return null;
  const content = layoutMail(`We have your request no. ${ticket.id}`, [
    `Thank you for writing to us. Your request ${ticket.name} has reached the pit crew. Its number is ${ticket.id}.`,
    isAnsweredByMail(ticket)
      ? "We will email this address when we start working on it, when we have an answer, and when it is closed."
      : "You can follow it in the Tool Box and read our answer there.",
    ...replyHint(),
    NOT_YOU,
  ]);
  return { ...content, thread: threadOf(ticket) };
};

const threadOf = ({ id }: { id: number }) => `request-${id}`;

/**
 * Unsubscribe links for a member's own address.
 * @returns null if the member no longer wants such mail
 */
function endOf({ memberId, ownAddress }: { memberId: number | null; ownAddress: string | null }, recipient: string) {
  return memberId === null || !isSameEmail(ownAddress ?? "", recipient) ? undefined : ownMailFooter(memberId, "ticket");
}

const STATUS_TEXTS: Record<TicketStatus, (name: string) => string> = {
  New: (name) => `Your request ${name} is waiting for the pit crew.`,
  "In Progress": (name) => `The pit crew is now working on your request ${name}.`,
  Closed: (name) => `Your request ${name} has been closed.`,
};

const status: MailRenderer = (job) => {
  const ticket = findTicket(job);
  const newStatus = job.payload.status as TicketStatus;
  const end = ticket && endOf(ticket, job.recipient);
  if (!ticket || end === null) return null;
  const subject = `Your request no. ${ticket.id} is ${newStatus === "Closed" ? "closed" : "in progress"}`;
  return {
    ...layoutMail(subject, [STATUS_TEXTS[newStatus](ticket.name), ...replyHint()], end),
    thread: threadOf(ticket),
  };
};

const reply: MailRenderer = (job) => {
  const ticket = findTicket(job);
  const answer = db()
    .select({ text: ticketReplies.text, authorName: ticketReplies.authorName })
    .from(ticketReplies)
    .where(eq(ticketReplies.id, Number(job.payload.replyId)))
    .get();
  const end = ticket && endOf(ticket, job.recipient);
  if (!ticket || !answer || end === null) return null;
  const blocks = [
    `${isolate(answer.authorName)} from the pit crew has answered your request ${ticket.name}:`,
    ...answer.text.split(/\n\s*\n/),
    ...replyHint(),
  ];
  return { ...layoutMail(`An answer to your request no. ${ticket.id}`, blocks, end), thread: threadOf(ticket) };
};

export const ticketMails: MailRenderers = {
  [TICKET_MAIL.received]: receivedMail,
  [TICKET_MAIL.status]: status,
  [TICKET_MAIL.reply]: reply,
};
