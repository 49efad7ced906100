import { z } from "zod";
import { NOT_EMAIL } from "~/lib/email";
import {
  blankAsMissing,
  categoryField,
  choiceField,
  emailText,
  filledOut,
  lineField,
  realAddress,
  textField,
} from "~/lib/fields.server";
import { isSitePath, TICKET_CATEGORIES, TICKET_LIMITS, TICKET_MESSAGES, TICKET_SORTS, TICKET_STATUSES } from "./limits";

const categoryNames = TICKET_CATEGORIES.map(([value]) => value);

const ticketFields = z.object({
  category: categoryField(categoryNames, "Please choose a category."),
  subject: lineField({ label: "Subject", max: TICKET_LIMITS.subject, required: "Please enter a subject." }),
  description: textField({
    label: "Description",
    max: TICKET_LIMITS.description,
    required: "Please enter a description.",
  }),
  name: lineField({ label: "Name", max: TICKET_LIMITS.name }).optional(),
  email: z.preprocess(emailText, z.string(NOT_EMAIL).refine(...realAddress)).optional(),
  about: z
    .string("About must be text.")
    .refine((path) => path === "" || isSitePath(path), "Only pages of this site can be reported.")
    .optional(),
});

export const ticketInput = ticketFields.refine(
  ...filledOut(["category", "subject", "description"], TICKET_MESSAGES.missing),
);

export type TicketInput = z.output<typeof ticketInput>;

export const statusInput = z.object({ status: z.enum(TICKET_STATUSES, "Unknown status.") });

export const replyInput = z.object({
  text: textField({ label: "Reply", max: TICKET_LIMITS.reply, required: "Please write a reply first." }),
});

export const ticketQuery = z.object({
  status: choiceField(TICKET_STATUSES, "Unknown status."),
  category: choiceField(categoryNames, "Unknown category."),
  subject: lineField({ label: "Subject", max: TICKET_LIMITS.search }),
  sort: z.preprocess(blankAsMissing, z.enum(TICKET_SORTS, "Unknown sort.").default("-createdAt")),
});

export type TicketQuery = z.output<typeof ticketQuery>;
