/** `http/status.ts` maps them to HTTP statuses. */
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

export const NOTHING_HERE = "There is nothing at this address.";

/** Messages by field name: `errors` of the API, and beside the fields of a form. */
export type FieldErrors = Record<string, string[]>;

/**
 * The only error with a message for users. Any other error is a fault: logged with an id, shown as the generic error.
 * @param fields messages by field, if the input is wrong
 * @param retryAfter seconds until a retry makes sense; only with `rate_limited` and `unavailable`
 * @param reason a machine-readable name
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

/** An `invalid` error about one field, with the message at the top and at the field. */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError("invalid", message, { [field]: [message] });
}
