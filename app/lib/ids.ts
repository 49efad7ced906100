import { DomainError } from "./errors";

/**
 * The row id in an address or a payload. Ids are opaque to people and clients; a malformed one is simply
 * something that is not there (API README, Requests).
 * @returns the id, or undefined where the text cannot be one
 */
export function parseId(text: unknown): number | undefined {
  return typeof text === "string" && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** Like `parseId`, for a thing that has to be there. @throws DomainError not_found with `message` */
export function requireId(text: unknown, message: string): number {
  const id = parseId(text);
  if (id === undefined) throw new DomainError("not_found", message);
  return id;
}
