import { DomainError } from "~/lib/errors";
import { MAX_FILE_BYTES, MAX_FILES } from "~/lib/images";

/** Which body a route takes: none, text (a form or JSON), or files beside text. Each write states it. */
export type BodyRule = "none" | "text" | "files";

const KILOBYTE = 1024;

/** Parts of a body that may be files, empty file inputs counted; how many are taken, each form says. */
export const MAX_FILE_PARTS = 20;

/** Fields of a form: several times those of the longest, a spec sheet. */
export const MAX_FIELDS = 500;

/** How large a body may be, bytes. */
export const BODY_LIMITS = {
  json: 100 * KILOBYTE,
  /** Of somebody without a session. */
  visitorForm: 64 * KILOBYTE,
  /** A story of 20,000 characters of any script fits, each character being sent as up to nine. */
  memberForm: 256 * KILOBYTE,
  /** What stands around the files: their text fields, and 8 KB for each part's own lines. */
  textBesideFiles: (256 + 8 * MAX_FILES) * KILOBYTE,
  files: MAX_FILES * MAX_FILE_BYTES,
  /** What is read and thrown away of a body that nobody wants, so that the answer arrives. */
  drainBody: 32 * 1024 * KILOBYTE,
} as const;

/** How long a body that nobody wants is read, ms. */
export const DRAIN_MS = 3_000;

export const tooLarge = () => new DomainError("too_large", "That is too large to be accepted.");

/** @throws DomainError invalid */
export function checkFieldCount(count: number): void {
  if (count > MAX_FIELDS) throw new DomainError("invalid", `A form may have at most ${MAX_FIELDS} fields.`);
}

type BodyKind = "json" | "form" | "multipart" | "none" | "other";

/** What a body is by its Content-Type. */
export function bodyKind(headers: Headers): BodyKind {
  const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type === "multipart/form-data") return "multipart";
  return type === "" ? "none" : "other";
}

/**
 * How large a body may be, bytes. Only a person with a session, on a route that takes files, can send more than 256 KB.
 * @param member whether whoever sends it has a session
 */
export function maxBodyBytes(rule: BodyRule, kind: BodyKind, member: boolean): number {
  if (kind === "multipart" && rule === "files" && member) return BODY_LIMITS.files + BODY_LIMITS.textBesideFiles;
  if (kind === "form" || kind === "multipart") return member ? BODY_LIMITS.memberForm : BODY_LIMITS.visitorForm;
  return BODY_LIMITS.json;
}
