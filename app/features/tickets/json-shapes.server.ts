import { z } from "zod";
import { createdAt } from "~/features/accounts/json-shapes.server";

export const ticketShape = z
  .strictObject({
    _id: z.string(),
    category: z.string(),
    subject: z.string(),
    description: z.string(),
    status: z.string(),
    about: z.string().meta({ description: "The path of what is reported" }),
    submittedBy: z.strictObject({ name: z.string(), email: z.string() }),
    createdAt,
  })
  .meta({ id: "Ticket" });

export type TicketJson = z.infer<typeof ticketShape>;
