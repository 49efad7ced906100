import { z } from "zod";
import { changeEmailSchema } from "~/features/accounts/schema.server";
import { decisionInput } from "~/features/cases/schema.server";
import { decode } from "~/lib/decode";

export const newAddressInput = z.object({ email: changeEmailSchema.shape.email });

const { rule, facts, days, hideAll } = decisionInput.shape;

/** `toDecision` checks the rest. */
export const suspensionInput = z.object({ rule, facts, days, hideAll });

/** @throws DomainError invalid like a decision's */
export const toDecision = (input: z.output<typeof suspensionInput>) =>
  decode(decisionInput, { ...input, measure: "suspend" });
