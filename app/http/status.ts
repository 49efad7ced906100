import type { DomainError, DomainErrorCode, FieldErrors } from "~/lib/errors";

/** The one table from what went wrong to an HTTP status (API README, Answers). */
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

/** When a refusal says to try again, if it does. */
export const retryHeaders = ({ retryAfter }: DomainError): Record<string, string> =>
  retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };

/** The one shape in which the API says no. @param code a name of the refusal for programs, where it has one */
export function failureBody(status: number, message: string, errors: FieldErrors = {}, code?: string) {
  return { status: status >= 500 ? "error" : "fail", ...(code === undefined ? {} : { code }), message, errors };
}
