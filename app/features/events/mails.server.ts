import { and, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { events, users } from "~/db/schema";
import { publicUrl } from "~/env.server";
import { ownMailFooter } from "~/features/notifications/mail/notify-mails.server";
import { isolate } from "~/lib/text";
import { layoutMail } from "~/services/mail/layout.server";
import type { MailJob, MailRenderer, MailRenderers } from "~/services/mail/worker.server";
import { formatSpan } from "./time/format";

export const EVENT_MAIL = {
  event: { approved: "event-approved", rejected: "event-rejected" },
  change: { approved: "event-change-approved", rejected: "event-change-rejected" },
} as const;

/** Undefined if event or account is deleted, or the account has another address. */
function findEvent({ recipient, payload }: MailJob) {
  return db()
    .select({
      id: events.id,
      title: events.title,
      startDate: events.startDate,
      endDate: events.endDate,
      location: events.location,
      userId: users.id,
      name: users.name,
    })
    .from(events)
    .innerJoin(users, eq(users.id, events.userId))
    .where(and(eq(events.id, Number(payload.eventId)), eq(users.email, recipient)))
    .get();
}

/** About an event or its change. */
const decisionMail =
  (subject: (title: string) => string, noun: string, not?: string): MailRenderer =>
  (job) => {
    const event = findEvent(job);
    const end = event && ownMailFooter(event.userId, "decision");
    if (!event || !end) return null;
    const { id, name, title } = event;
    const reason = String(job.payload.reason ?? "");
    const blocks =
      not === undefined
        ? [
            `Good news, ${isolate(name)}: ${noun} “${isolate(title)}” has been approved and is now live.`,
            `${formatSpan(event)}, ${isolate(event.location)}`,
            { label: "See it in the calendar", url: `${publicUrl()}/events/${id}` },
          ]
        : [
            `Hello ${isolate(name)}, ${noun} “${isolate(title)}” ${not}`,
            ...(reason === "" ? [] : ["Reason:", ...reason.split(/\n\s*\n/)]),
            "You can change it and submit it again:",
            { label: "Edit and resubmit", url: `${publicUrl()}/events/${id}/edit` },
          ];
    return { ...layoutMail(subject(title), blocks, end), thread: `event-${id}` };
  };

export const eventMails: MailRenderers = {
  [EVENT_MAIL.event.approved]: decisionMail((title) => `“${title}” is in the calendar`, "your event"),
  [EVENT_MAIL.event.rejected]: decisionMail(
    (title) => `“${title}” was not accepted`,
    "your event",
    "has not been accepted for the calendar.",
  ),
  [EVENT_MAIL.change.approved]: decisionMail((title) => `Your change to “${title}” is live`, "your change to"),
  [EVENT_MAIL.change.rejected]: decisionMail(
    (title) => `Your change to “${title}” was not accepted`,
    "your change to",
    "has not been accepted. The event stays as it was.",
  ),
};
