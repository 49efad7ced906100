/** HTTP statuses: `http/status.ts`. */
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

/** By field name. */
export type FieldErrors = Record<string, string[]>;

/**
 * The only error with a message for users. Any other is a fault: logged with an id, shown as the generic error.
 * @param retryAfter seconds; only with `rate_limited` and `unavailable`
 * @param reason for programs
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

/** Message at the top and at the field. */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError("invalid", message, { [field]: [message] });
}
