import { DomainError } from "./errors";

/** undefined for a malformed id, which means "not found" (API README, Requests). */
export function parseId(text: unknown): number | undefined {
  return typeof text === "string" && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** @throws DomainError not_found with `message` */
export function requireId(text: unknown, message: string): number {
  const id = parseId(text);
  if (id === undefined) throw new DomainError("not_found", message);
  return id;
}
