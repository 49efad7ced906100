import { z } from "zod";
import { lineField } from "~/lib/fields.server";
import { chosenPasswordSchema, loginSchema } from "./schema.server";
import { AGAIN_MESSAGES, SECOND_STEP_MESSAGES } from "./second-step-limits";

const MAX_CODE = 60;

const codeField = (required?: string) => lineField({ label: "The code", max: MAX_CODE, required });

/** Six digits of the authenticator, or a recovery code. */
export const codeSchema = z.object({ code: codeField(SECOND_STEP_MESSAGES.codeMissing) });

/** A code where there may have to be one; "" without. */
const optionalCode = { code: codeField() };

/** `POST /users/login`. */
export const loginCallSchema = loginSchema.extend(optionalCode);

/** `PATCH /users/resetPassword/{token}`. Beside a schema with a check of its own. */
export const resetCallSchema = chosenPasswordSchema.safeExtend(optionalCode);

/** The password where it may have to be given again: as it was typed, undefined without. */
export const againSchema = z.object({
  password: z.preprocess((value) => value ?? undefined, z.string(AGAIN_MESSAGES.required).optional()),
});

/** `PATCH /users/me/second-step`. */
export const confirmSecondStepSchema = codeSchema.extend(againSchema.shape);
