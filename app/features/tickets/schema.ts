import { z } from "zod";
import { isEmail, normalizeEmail } from "~/lib/email";
import { lineField, textField } from "~/lib/fields";

/** The categories with their labels, exactly these (specification 5, Support ticket). */
export const TICKET_CATEGORIES = [
  ["General Question", "General Question"],
  ["Bug Report", "Bug Report"],
  ["Feature Suggestion", "Feature Suggestion"],
  ["User Report", "Report a User or Garage"],
  ["Account Issue", "Account Issue"],
] as const;

/** In the order a ticket goes through them. */
export const TICKET_STATUSES = ["New", "In Progress", "Closed"] as const;

export type TicketCategory = (typeof TICKET_CATEGORIES)[number][0];
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export const TICKET_LIMITS = {
  subject: 150,
  description: 5_000,
  name: 80,
  email: 254,
  about: 500,
  reply: 5_000,
  search: 100,
} as const;

/** What the support desk says. */
export const TICKET_MESSAGES = {
  missing: "Please fill out all fields.",
  received: "Thank you! Your request has been sent to the pit crew.",
  statusFailed: "Failed to update status.",
  listFailed: "Could not fetch tickets.",
} as const;

export function categoryLabel(category: string): string {
  return TICKET_CATEGORIES.find(([value]) => value === category)?.[1] ?? category;
}

/** Whether `text` is the path of a page on this site: never somebody else's address. */
export function isSitePath(text: string): boolean {
  return text.length <= TICKET_LIMITS.about && /^\/(?![/\\])(?![^?#]*\/\/)[^\\\s]*$/.test(text);
}

const categoryNames = TICKET_CATEGORIES.map(([value]) => value);

/** A request to the support desk (specification 7: category, subject, description; decisions: name, email). */
export const ticketInput = z.object({
  category: lineField({ label: "Category", max: 100, required: TICKET_MESSAGES.missing }).pipe(
    z.enum(categoryNames, "Please choose one of the categories."),
  ),
  subject: lineField({ label: "Subject", max: TICKET_LIMITS.subject, required: TICKET_MESSAGES.missing }),
  description: textField({
    label: "Description",
    max: TICKET_LIMITS.description,
    required: TICKET_MESSAGES.missing,
  }),
  name: lineField({ label: "Name", max: TICKET_LIMITS.name }).optional(),
  email: z
    .preprocess(
      (value) => (typeof value === "string" || value === null || value === undefined ? normalizeEmail(value) : value),
      z
        .string("Please enter a valid email address.")
        .refine((address) => address === "" || isEmail(address), "Please enter a valid email address."),
    )
    .optional(),
  about: z
    .string("About must be text.")
    .refine((path) => path === "" || isSitePath(path), "Only pages of this site can be reported.")
    .nullish(),
});

export type TicketInput = z.output<typeof ticketInput>;

/** `PATCH /tickets/{id}/status`, and the buttons of the inbox. */
export const statusInput = z.object({ status: z.enum(TICKET_STATUSES, "Unknown status.") });

export const replyInput = z.object({
  text: textField({ label: "Reply", max: TICKET_LIMITS.reply, required: "Please write a reply first." }),
});

/** Newest and oldest first; by status in the order a ticket goes through, newest first in each. */
export const TICKET_SORTS = ["-createdAt", "createdAt", "status"] as const;

export type TicketSort = (typeof TICKET_SORTS)[number];

const blankAsMissing = (value: unknown) => (value === "" ? undefined : value);

/** What the inbox can be asked for; a blank field asks for nothing. */
export const ticketQuery = z.object({
  status: z.preprocess(blankAsMissing, z.enum(TICKET_STATUSES, "Unknown status.").optional()),
  category: z.preprocess(blankAsMissing, z.enum(categoryNames, "Unknown category.").optional()),
  subject: lineField({ label: "Subject", max: TICKET_LIMITS.search }),
  sort: z.preprocess(blankAsMissing, z.enum(TICKET_SORTS, "Unknown sort.").default("-createdAt")),
});

export type TicketQuery = z.output<typeof ticketQuery>;
