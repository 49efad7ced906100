import { z } from "zod";
import { changeEmailSchema } from "~/features/accounts/schema.server";
import { decisionInput } from "~/features/cases/schema.server";
import { revisionsField } from "~/features/moderation/held/schema.server";
import { MODERATION_LIMITS } from "~/features/moderation/policy";
import { decode } from "~/lib/decode";
import { optionalNumber, textField } from "~/lib/fields.server";
import { ADMINISTRATION_MESSAGES, MANY, MANY_NAMES, MAX_QUOTA_MB } from "./limits";

export const newAddressInput = z.object({ email: changeEmailSchema.shape.email });

export const quotaInput = z.object({
  /** Empty for the site's default. */
  quotaMb: optionalNumber(1, MAX_QUOTA_MB, ADMINISTRATION_MESSAGES.quota),
});

export type QuotaInput = z.output<typeof quotaInput>;

const { rule, facts, days, hideAll } = decisionInput.shape;

/** `toDecision` checks the rest. */
export const suspensionInput = z.object({ rule, facts, days, hideAll });

export type SuspensionInput = z.output<typeof suspensionInput>;

/** @throws DomainError invalid like a decision's */
export const toDecision = (input: SuspensionInput) => decode(decisionInput, { ...input, measure: "suspend" });

const IDS = "ids must be a list of ids, such as 12.";

export const manyInput = z.object({
  act: z.preprocess((value) => value ?? "", z.enum(MANY_NAMES, "Unknown action.")),
  ids: revisionsField(IDS, `Select at most ${MANY} rows.`)
    .refine((ids) => ids.size > 0, "Select at least one row.")
    .meta({ description: "Each as `ID`; a post also as `ID:REVISION`, so that another version is refused" }),
  reason: textField({ label: "Reason", max: MODERATION_LIMITS.reason }),
});

export type ManyInput = z.output<typeof manyInput>;
