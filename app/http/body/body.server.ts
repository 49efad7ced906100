import { buffer } from "node:stream/consumers";
import type { Viewer } from "~/features/accounts/policy";
import { asJson } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import { fieldsByName } from "~/lib/forms";
import { isUtf8Encoded, readUtf8 } from "~/lib/utf8";
import { MultipartFiles } from "~/services/uploads/multipart-files.server";
import { requireUnchangedViewer } from "../session/session.server";
import { type RequestBody, readMultipart } from "./multipart.server";
import {
  type BodyRule,
  bodyKind,
  checkFieldCount,
  limitedChunks,
  MAX_FIELDS,
  maxBodyBytes,
  notUtf8,
  tooLarge,
  unsupported,
} from "./rules";

interface BodyPolicy {
  rule: BodyRule;
  viewer: Viewer | null;
}

const policies = new WeakMap<Request, BodyPolicy>();

const policyOf = (request: Request): BodyPolicy => policies.get(request) ?? { rule: "text", viewer: null };

/** Default: text from a visitor. */
export function setBodyRule(request: Request, rule: BodyRule, viewer: Viewer | null): void {
  policies.set(request, { rule, viewer });
}

/**
 * @returns the limit, bytes
 * @throws DomainError too_large by the declared length
 */
function checkDeclaredLength(request: Request): number {
  const { rule, viewer } = policyOf(request);
  const max = maxBodyBytes(rule, bodyKind(request.headers), viewer !== null);
  if (Number(request.headers.get("content-length") ?? 0) > max) throw tooLarge();
  return max;
}

const storages = new WeakMap<Request, MultipartFiles>();

/** Call it when the action has ended; may be repeated. */
export async function releaseUploads(request: Request): Promise<void> {
  await storages.get(request)?.drop();
}

async function receiveMultipart(request: Request, max: number): Promise<RequestBody> {
  const { rule, viewer } = policyOf(request);
  if (rule !== "files" || viewer === null) return readParts(request, max);
  const storage = new MultipartFiles(viewer.id);
  storages.set(request, storage);
  const body = await readParts(request, max, storage);
  if (storage.failure) {
    textsOfFailedUploads.set(request, body.values);
    throw storage.failure;
  }
  return body;
}

const textsOfFailedUploads = new WeakMap<Request, RequestBody["values"]>();

/** If files could not be stored. */
export const textsOfRefusedFiles = (request: Request): RequestBody["values"] | undefined =>
  textsOfFailedUploads.get(request);

const readParts = (request: Request, max: number, storage?: MultipartFiles): Promise<RequestBody> =>
  readMultipart(request, max, storage).catch(refuseBroken);

/**
 * The text of a multipart body without its files, so that a form refused early keeps its values.
 * @throws what readBody throws
 */
export async function readTextParts(request: Request): Promise<RequestBody> {
  return readParts(request, checkDeclaredLength(request));
}

function refuseBroken(error: unknown): never {
  if (error instanceof DomainError) throw error;
  throw new DomainError("invalid", "The request could not be read.");
}

async function readText(request: Request, max: number): Promise<string> {
  const text = readUtf8(await buffer(limitedChunks(request.body, max)).catch(refuseBroken));
  if (text === undefined) throw notUtf8();
  return text;
}

/**
 * Files stay on disk until `releaseUploads`.
 * @throws DomainError too_large; invalid for a body that cannot be parsed; unsupported for another kind or charset;
 *   cannot_store and rate_limited without room for files, see `textsOfRefusedFiles`; like `requireUnchangedViewer`
 */
export async function readBody(request: Request): Promise<RequestBody> {
  const { viewer } = policyOf(request);
  const body = await receiveBody(request);
  if (viewer !== null) await requireUnchangedViewer(request, viewer);
  return body;
}

async function receiveBody(request: Request): Promise<RequestBody> {
  const kind = bodyKind(request.headers);
  if (kind === "other") throw unsupported(request.headers);
  const max = checkDeclaredLength(request);
  switch (kind) {
    case "multipart":
      return receiveMultipart(request, max);
    case "form":
      return { values: formFields(await readText(request, max)), files: {} };
    default:
      return { values: asJson(parseJson(await readText(request, max))), files: {} };
  }
}

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
