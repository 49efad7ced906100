import { and, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { events, users } from "~/db/schema";
import { publicUrl } from "~/env.server";
import { ownMailEnd } from "~/features/notifications/notify-mail.server";
import type { MailJob, MailRenderer, MailRenderers } from "~/services/mail/delivery.server";
import { layoutMail } from "~/services/mail/layout";
import { fullWhen } from "./time/format";

/** The kinds of mail of this feature, as stored in the outbox. */
export const EVENT_MAIL = { approved: "event-approved", rejected: "event-rejected" } as const;

/** The event a mail is about; undefined once event or account are deleted, or the account has another address. */
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

const approved: MailRenderer = (job) => {
  const event = findEvent(job);
  const end = event && ownMailEnd(event.userId, "decision");
  if (!event || !end) return null;
  const blocks = [
    `Good news, ${event.name}: your event “${event.title}” has been approved and is now live.`,
    `${fullWhen(event)}, ${event.location}`,
    { label: "See it in the calendar", url: `${publicUrl()}/events/${event.id}` },
  ];
  return layoutMail(`“${event.title}” is in the calendar`, blocks, end);
};

const rejected: MailRenderer = (job) => {
  const event = findEvent(job);
  const end = event && ownMailEnd(event.userId, "decision");
  if (!event || !end) return null;
  const reason = String(job.payload.reason ?? "");
  const blocks = [
    `Hello ${event.name}, your event “${event.title}” has not been accepted for the calendar.`,
    ...(reason === "" ? [] : ["The reason:", ...reason.split(/\n\s*\n/)]),
    "You can change it and submit it again:",
    { label: "Edit and resubmit", url: `${publicUrl()}/events/${event.id}/edit` },
  ];
  return layoutMail(`“${event.title}” was not accepted`, blocks, end);
};

/** The renderers of this feature's mails, by kind. */
export const eventMails: MailRenderers = {
  [EVENT_MAIL.approved]: approved,
  [EVENT_MAIL.rejected]: rejected,
};
