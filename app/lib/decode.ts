import type { z } from "zod";
import { DomainError, type FieldErrors } from "./errors";

/**
 * Checks `values`, from a form or from JSON alike, against a feature's schema. Unknown members are ignored.
 * @returns the input the domain works with
 * @throws DomainError invalid: `message` is the first complaint, `fields` has each field's
 */
export function decode<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const object = typeof values === "object" && values !== null && !Array.isArray(values) ? values : {};
  const parsed = schema.safeParse(object);
  if (parsed.success) return parsed.data;
  const fields: FieldErrors = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.length > 0 ? String(issue.path[0]) : "form";
    const messages = (fields[field] ??= []);
    if (!messages.includes(issue.message)) messages.push(issue.message);
  }
  const message = parsed.error.issues[0]?.message ?? "Something went wrong.";
  throw new DomainError("invalid", message, fields);
}
