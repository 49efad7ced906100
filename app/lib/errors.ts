/** What went wrong, in words that page and API both understand; `http/status.ts` alone turns a code into a status. */
export type DomainErrorCode =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "too_large"
  | "rate_limited";

/** Messages by field name, as `errors` in the API's failure shape and beside the fields of a form. */
export type FieldErrors = Record<string, string[]>;

/**
 * The one error whose message is safe to show to a person. Anything else that is thrown is a fault of
 * ours: it is logged with an id and shown as the generic error.
 *
 * @param code what kind of refusal it is
 * @param message the text that a person is shown (the specification's, where it has one)
 * @param fields messages at their fields, where the refusal is about input
 * @param retryAfter seconds until another try makes sense; only with `rate_limited`
 * @param reason a name by which programs tell this refusal from others of its kind
 */
export class DomainError extends Error {
  readonly code: DomainErrorCode;
  readonly fields: FieldErrors;
  readonly retryAfter: number | undefined;
  readonly reason: string | undefined;

  constructor(code: DomainErrorCode, message: string, fields: FieldErrors = {}, retryAfter?: number, reason?: string) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.reason = reason;
  }
}

/** A refusal that concerns exactly one field: the message stands both on top and at the field. */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError("invalid", message, { [field]: [message] });
}
