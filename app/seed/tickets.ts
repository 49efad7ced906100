import { asc, gt } from "drizzle-orm";
import { db } from "~/db/client.server";
import { ticketReplies, tickets, users } from "~/db/schema";
import type { TicketStatus } from "~/features/tickets/limits";
import { fold } from "~/lib/text";
import { DAY, HOUR } from "~/lib/time";

interface Sample {
  category: string;
  subject: string;
  description: string;
  status: TicketStatus;
  hoursAgo: number;
  /** Each a day after the one before. */
  replies?: string[];
  /** If not a member. */
  visitor?: { name: string; email: string };
}

const SAMPLES: Sample[] = [
  {
    ...{ category: "Account Issue", subject: "New email address", status: "Closed", hoursAgo: 40 * 24 },
    description: "My old provider has closed down. How do I change the address of my account?",
    replies: [
      "You can change it in the settings, under Email. You need your password.",
      "Did it work? We close this now.",
    ],
  },
  {
    ...{ category: "Feature Suggestion", subject: "Compression figures", status: "In Progress", hoursAgo: 12 * 24 },
    description: "A build entry could have a field for each cylinder’s compression, drawn as a curve over the years.",
    replies: ["We like the idea. Until then a line in the text of the entry is searchable too."],
  },
  {
    ...{ category: "General Question", subject: "Showing a car at your meet", status: "In Progress", hoursAgo: 6 * 24 },
    description: "I have no account yet. Can I bring my uncle’s Borgward to one of the events, or only members?",
    replies: ["Visitors are welcome. Please write to the organiser, whose page is linked from the event."],
    visitor: { name: "Margit Olsen", email: "margit.olsen@example.com" },
  },
  {
    ...{ category: "Bug Report", subject: "Photo on its side", status: "New", hoursAgo: 30 },
    description: "One photo from my old phone lies on its side. The others from the same day are upright.",
  },
  {
    ...{ category: "General Question", subject: "Units of the mileage", status: "New", hoursAgo: 5 },
    description: "My car counts miles and I live in France. Which unit should I choose for the build log?",
  },
];

/**
 * In all states, by members and one visitor, without notifications. Support has no sample account.
 * @param afterUserId excludes users with lower ids
 */
export function seedTickets(afterUserId: number, now: number): void {
  const members = db()
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(gt(users.id, afterUserId))
    .orderBy(asc(users.id))
    .limit(SAMPLES.length)
    .all();
  for (const [index, { hoursAgo, replies = [], visitor, ...texts }] of SAMPLES.entries()) {
    const member = members[index % members.length];
    if (!member) return;
    const { name, email } = visitor ?? member;
    const createdAt = now - hoursAgo * HOUR;
    const { id: ticketId } = db()
      .insert(tickets)
      .values({
        ...{ ...texts, name, email, userId: visitor ? null : member.id },
        ...{ subjectFolded: fold(texts.subject), createdAt, updatedAt: createdAt + replies.length * DAY },
      })
      .returning({ id: tickets.id })
      .get();
    for (const [at, text] of replies.entries())
      db()
        .insert(ticketReplies)
        .values({ ticketId, authorName: "Pit crew", text, createdAt: createdAt + (at + 1) * DAY })
        .run();
  }
}
