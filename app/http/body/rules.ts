import { MIMEType } from "node:util";
import { DomainError } from "~/lib/errors";
import { MAX_FILE_BYTES, MAX_FILES } from "~/lib/images";
import { isUtf8Label, NOT_UTF8 } from "~/lib/utf8";

/** Text: form or JSON; "files": files and text. */
export type BodyRule = "none" | "text" | "files";

const KILOBYTE = 1024;

/** Includes empty file inputs. Each form has its own maximum. */
export const MAX_FILE_PARTS = 20;

/** Several times those of the longest form, a spec sheet. */
export const MAX_FIELDS = 500;

/** Bytes. */
export const BODY_LIMITS = {
  json: 100 * KILOBYTE,
  visitorForm: 64 * KILOBYTE,
  /** Fits a story of 20,000 characters: each takes up to nine bytes. */
  memberForm: 256 * KILOBYTE,
  /** With 8 KB per part for its headers. */
  textBesideFiles: (256 + 8 * MAX_FILES) * KILOBYTE,
  files: MAX_FILES * MAX_FILE_BYTES,
  /** So much of an unwanted body is discarded, so that the response arrives. */
  drainBody: 32 * 1024 * KILOBYTE,
} as const;

export const DRAIN_TIMEOUT_MS = 3_000;

export const tooLarge = () => new DomainError("too_large", "That is too large to be accepted.");

/**
 * A caller that stops early leaves the rest unread and the connection open, so that the response arrives.
 * @throws DomainError too_large after `max` bytes
 */
export async function* limitedChunks(body: ReadableStream<Uint8Array> | null, max: number) {
  let receivedBytes = 0;
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    receivedBytes += chunk.byteLength;
    if (receivedBytes > max) throw tooLarge();
    yield chunk;
  }
}

export const notUtf8 = () => new DomainError("invalid", NOT_UTF8);

export const wrongCharset = () => new DomainError("unsupported", "Text is accepted in UTF-8 only.");

/** @throws DomainError invalid */
export function checkFieldCount(count: number): void {
  if (count > MAX_FIELDS) throw new DomainError("invalid", `A form may have at most ${MAX_FIELDS} fields.`);
}

type BodyKind = "json" | "form" | "multipart" | "none" | "other";

const KINDS: Readonly<Record<string, BodyKind>> = {
  "application/json": "json",
  "application/x-www-form-urlencoded": "form",
  "multipart/form-data": "multipart",
};

function parsedType(headers: Headers): MIMEType | undefined {
  try {
    return new MIMEType(headers.get("content-type") ?? "");
  } catch {
    return undefined;
  }
}

const hasOtherCharset = (type: MIMEType | undefined) => !isUtf8Label(type?.params.get("charset") ?? "utf-8");

/** By Content-Type; another charset than UTF-8 is "other". */
export function bodyKind(headers: Headers): BodyKind {
  if ((headers.get("content-type") ?? "").trim() === "") return "none";
  const type = parsedType(headers);
  return (!hasOtherCharset(type) && KINDS[type?.essence ?? ""]) || "other";
}

export function unsupported(headers: Headers): DomainError {
  if (hasOtherCharset(parsedType(headers))) return wrongCharset();
  return new DomainError("unsupported", "This content type is not accepted here.");
}

/**
 * Bytes. Only a user with a session, on a route with files, can send more than 256 KB.
 * @param member whether the request has a session
 */
export function maxBodyBytes(rule: BodyRule, kind: BodyKind, member: boolean): number {
  if (kind === "multipart" && rule === "files" && member) return BODY_LIMITS.files + BODY_LIMITS.textBesideFiles;
  if (kind === "form" || kind === "multipart") return member ? BODY_LIMITS.memberForm : BODY_LIMITS.visitorForm;
  return BODY_LIMITS.json;
}
