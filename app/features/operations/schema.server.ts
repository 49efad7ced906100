import { z } from "zod";
import { choiceField } from "~/lib/fields.server";
import { MAIL_STATES } from "./limits";

export const mailQuery = z.object({
  state: choiceField(
    MAIL_STATES.map(([state]) => state),
    "Unknown state.",
  ),
});

export type MailQuery = z.output<typeof mailQuery>;
