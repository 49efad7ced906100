import { MaxFilesExceededError, parseFormData } from "@mjackson/form-data-parser";
import { DomainError } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { MAX_FILE_BYTES, MAX_FILES } from "~/lib/image-limits";

const MEGABYTE = 1024 * 1024;
/** Of a JSON body (api.md, Envelope). */
const MAX_JSON_BYTES = 100 * 1024;
const MAX_FORM_BYTES = MEGABYTE;
const MAX_MULTIPART_BYTES = MAX_FILES * MAX_FILE_BYTES + 4 * MEGABYTE;
/** So much of a body that is too large is read and dropped, so that its sender sees the answer and no broken line. */
const GRACE_BYTES = MEGABYTE;

export interface Body {
  /** Fields by name; the last one wins, except checkbox groups which this product does not have. */
  values: Record<string, unknown>;
  /** Chosen files by field name, in the order they were chosen; empty file inputs are left out. */
  files: Record<string, UploadedFile[]>;
}

const tooLarge = () => new DomainError("too_large", "That is too large to be accepted.");

/** The request with a body that breaks off with too_large after `max` bytes, whatever its headers say. */
function capped(request: Request, max: number): Request {
  if (Number(request.headers.get("content-length") ?? 0) > max) throw tooLarge();
  if (request.body === null) return request;
  let received = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.byteLength;
      if (received > max + GRACE_BYTES) controller.error(tooLarge());
      else if (received <= max) controller.enqueue(chunk);
    },
    flush(controller) {
      if (received > max) controller.error(tooLarge());
    },
  });
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: request.body.pipeThrough(counter),
    duplex: "half",
  } as RequestInit);
}

async function readMultipart(request: Request): Promise<Body> {
  const files: Body["files"] = {};
  // Only the whole body is limited here: a file over its own limit is read to its end and refused by name by the image
  // pipeline, because a browser that is cut off while it still sends shows no answer at all.
  const options = { maxFiles: 4 * MAX_FILES, maxFileSize: MAX_MULTIPART_BYTES };
  try {
    const form = await parseFormData(capped(request, MAX_MULTIPART_BYTES), options, async (file) => {
      if (file.name === "" && file.size === 0) return null;
      (files[file.fieldName] ??= []).push({ filename: file.name, bytes: await file.bytes() });
      return null;
    });
    const values = Object.fromEntries([...form.entries()].filter(([, value]) => typeof value === "string"));
    return { values, files };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (error instanceof MaxFilesExceededError) throw new DomainError("invalid", "Too many files were sent at once.");
    throw brokenBody(error);
  }
}

/** A body that breaks off or makes no sense is the sender's fault; a cap that tripped keeps its own words. */
function brokenBody(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof Error && error.cause instanceof DomainError) return error.cause;
  return new DomainError("invalid", "The request could not be read.");
}

async function readText(request: Request, max: number): Promise<string> {
  try {
    return await capped(request, max).text();
  } catch (error) {
    throw brokenBody(error);
  }
}

export type BodyKind = "json" | "form" | "multipart" | "none" | "other";

export function bodyKind(request: Request): BodyKind {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type === "multipart/form-data") return "multipart";
  return type === "" ? "none" : "other";
}

/**
 * Reads a request's body, whatever of the accepted kinds it is. The stream is used up.
 * @throws DomainError too_large past the limits; invalid for a body that cannot be read
 */
export async function readBody(request: Request): Promise<Body> {
  switch (bodyKind(request)) {
    case "multipart":
      return readMultipart(request);
    case "form": {
      const params = new URLSearchParams(await readText(request, MAX_FORM_BYTES));
      return { values: Object.fromEntries(params), files: {} };
    }
    default:
      return { values: parseJson(await readText(request, MAX_JSON_BYTES)), files: {} };
  }
}

function parseJson(text: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DomainError("invalid", "The body is not valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new DomainError("invalid", "The body must be a JSON object.");
  }
  return value as Record<string, unknown>;
}
