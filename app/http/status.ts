import type { DomainError, DomainErrorCode, FieldErrors } from "~/lib/errors";

/** API README, Answers. */
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

export const retryHeaders = ({ retryAfter }: DomainError): Record<string, string> =>
  retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };

/** @param code a name for programs */
export function failureBody(status: number, message: string, errors: FieldErrors = {}, code?: string) {
  return { status: status >= 500 ? "error" : "fail", ...(code === undefined ? {} : { code }), message, errors };
}
