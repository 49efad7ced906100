import { asJson } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { fieldsByName } from "~/lib/forms";
import { isUtf8Encoded, readUtf8 } from "~/lib/utf8";
import { type Arriving, letArrive } from "~/services/uploads/arriving.server";
import { openUploadWriter, type UploadWriter } from "~/services/uploads/upload-writer.server";
import { getViewer, requireStill } from "../session/session.server";
import { type RequestBody, readMultipart } from "./multipart.server";
import {
  type BodyRule,
  bodyKind,
  checkFieldCount,
  MAX_FIELDS,
  maxBodyBytes,
  notUtf8,
  tooLarge,
  unsupported,
} from "./rules";

const rules = new WeakMap<Request, BodyRule>();

/** States which body the route of this request takes; text where nobody says. */
export function setBodyRule(request: Request, rule: BodyRule): void {
  rules.set(request, rule);
}

/**
 * How large this request's body may be, bytes.
 * @throws DomainError too_large where it says of itself that it is larger; nothing of it has been read then
 */
async function checkDeclaredLength(request: Request): Promise<number> {
  const member = (await getViewer(request)) !== null;
  const max = maxBodyBytes(rules.get(request) ?? "text", bodyKind(request.headers), member);
  if (Number(request.headers.get("content-length") ?? 0) > max) throw tooLarge();
  return max;
}

/**
 * The body, cut with too_large after `max` bytes. Whatever breaks off here leaves the rest unread and the connection
 * open, so that the response arrives (the server reads the rest away).
 */
function cut(body: ReadableStream<Uint8Array>, max: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let received = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      received += value.byteLength;
      if (received > max) controller.error(tooLarge());
      else controller.enqueue(value);
    },
  });
}

/** The same request with another body in the place of its own, which somebody else reads. */
export function withBody({ url, method, headers, signal }: Request, body: ReadableStream<Uint8Array>): Request {
  return new Request(url, { method, headers, signal, body, duplex: "half" } as RequestInit);
}

/** What a request's files hold on to until it is over. */
interface Upload {
  writer: UploadWriter;
  arriving?: Arriving;
}

const uploads = new WeakMap<Request, Upload>();

/**
 * Deletes the request's temporary files and frees its upload slot. Call it when the action has ended, successful or
 * not; safe to repeat.
 */
export async function releaseUploads(request: Request): Promise<void> {
  const upload = uploads.get(request);
  if (!upload) return;
  uploads.delete(request);
  try {
    await upload.writer.drop();
  } finally {
    upload.arriving?.release();
  }
}

async function receiveMultipart(request: Request, max: number): Promise<RequestBody> {
  const person = await getViewer(request);
  const storeFiles = rules.get(request) === "files" && person !== null;
  const upload: Upload = { writer: openUploadWriter() };
  uploads.set(request, upload);
  if (!storeFiles || request.body === null) return readAllParts(request, max, upload.writer, storeFiles);
  const bytes = Number(request.headers.get("content-length") ?? max);
  upload.arriving = await letArrive(request.body, { userId: person.id, bytes, signal: request.signal });
  const body = await readAllParts(withBody(request, upload.arriving.body), max, upload.writer, true);
  const { diskFailure } = upload.writer;
  if (diskFailure) {
    textsOfRefused.set(request, body.values);
    throw diskFailure;
  }
  await requireStill(request, person);
  return body;
}

const textsOfRefused = new WeakMap<Request, RequestBody["values"]>();

/** The texts beside files that the disk did not take. */
export const textsBesideFiles = (request: Request): RequestBody["values"] | undefined => textsOfRefused.get(request);

async function readAllParts(
  request: Request,
  max: number,
  writer: UploadWriter,
  storeFiles: boolean,
): Promise<RequestBody> {
  try {
    return await readMultipart(request, max, { writer, storeFiles });
  } catch (error) {
    // A disk that refuses is no fault of the sender's.
    throw error === writer.failure ? error : brokenBody(error);
  }
}

/**
 * The text of a multipart body whose files are not wanted any more: a form that was refused before it was read keeps
 * what was typed.
 * @throws what readBody throws
 */
export async function readTextParts(request: Request): Promise<RequestBody> {
  return readAllParts(request, await checkDeclaredLength(request), openUploadWriter(), false);
}

/** A body that breaks off or makes no sense is the sender's fault; a cap that tripped keeps its own words. */
function brokenBody(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof Error && error.cause instanceof DomainError) return error.cause;
  return new DomainError("invalid", "The request could not be read.");
}

async function readText(request: Request, max: number): Promise<string> {
  if (request.body === null) return "";
  const bytes = await new Response(cut(request.body, max)).arrayBuffer().catch((error: unknown) => {
    throw brokenBody(error);
  });
  const text = readUtf8(bytes);
  if (text === undefined) throw notUtf8();
  return text;
}

/**
 * Reads a request's body, whatever of the accepted kinds it is. The stream is used up. Files are on the disk until
 * `releaseUploads`, and one upload of a person is read at a time: another waits, unread.
 * @throws DomainError too_large past the limits; cannot_store where the disk takes no files, see `textsBesideFiles`;
 *   invalid for a body that cannot be read; unsupported for one of another
 *   kind or charset; rate_limited where its turn to be read does not come; too_slow where others wait for the room that it
 *   holds
 */
export async function readBody(request: Request): Promise<RequestBody> {
  const kind = bodyKind(request.headers);
  if (kind === "other") throw unsupported(request.headers);
  const max = await checkDeclaredLength(request);
  switch (kind) {
    case "multipart":
      return receiveMultipart(request, max);
    case "form":
      return { values: formFields(await readText(request, max)), files: {} };
    default:
      return { values: asJson(parseJson(await readText(request, max))), files: {} };
  }
}

/** Counted before they are taken apart, which costs most. */
function formFields(text: string): Record<string, string> {
  checkFieldCount(text.split("&", MAX_FIELDS + 1).length);
  if (!isUtf8Encoded(text)) throw notUtf8();
  return fieldsByName(new URLSearchParams(text));
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
