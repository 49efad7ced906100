/** Kinds of refusals; `http/status.ts` alone maps them to a status. */
export type DomainErrorCode =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "precondition_failed"
  | "too_large"
  | "unsupported"
  | "rate_limited"
  | "unavailable"
  | "cannot_store";

/** What is said of an address that leads nowhere. */
export const NOTHING_HERE = "There is nothing at this address.";

/** Messages by field name, as `errors` in the API's failure shape and beside the fields of a form. */
export type FieldErrors = Record<string, string[]>;

/**
 * The one error whose message may be shown to a person. Any other error is a fault: logged with an id and shown as the
 * generic error.
 * @param message the text shown
 * @param fields messages by field, where the refusal is about input
 * @param retryAfter seconds until a retry makes sense; only with `rate_limited` and `unavailable`
 * @param reason a machine-readable name of this refusal
 */
export class DomainError extends Error {
  override name = "DomainError";

  constructor(
    readonly code: DomainErrorCode,
    message: string,
    readonly fields: FieldErrors = {},
    readonly retryAfter?: number,
    readonly reason?: string,
  ) {
    super(message);
  }
}

/** An `invalid` error about one field: the message is shown on top and at the field. */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError("invalid", message, { [field]: [message] });
}
