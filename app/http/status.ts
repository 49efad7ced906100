import type { DomainError, DomainErrorCode, FieldErrors } from "~/lib/errors";

/** HTTP status of each error code (API README, Answers). */
export const STATUS: Record<DomainErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported: 415,
  rate_limited: 429,
  unavailable: 503,
  cannot_store: 507,
};

/** The Retry-After header of an error, if it has a time. */
export const retryHeaders = ({ retryAfter }: DomainError): Record<string, string> =>
  retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };

/** The shape of every API failure. @param code a name for programs, if the error has one */
export function failureBody(status: number, message: string, errors: FieldErrors = {}, code?: string) {
  return { status: status >= 500 ? "error" : "fail", ...(code === undefined ? {} : { code }), message, errors };
}
