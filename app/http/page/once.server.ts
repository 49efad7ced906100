import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { ActionFunctionArgs } from "@remix-run/node";
import { DomainError } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { hashToken } from "~/lib/tokens.server";
import { log } from "~/services/log/log.server";
import { listNetworks, type Refund } from "../limits/limits.server";
import { getViewer } from "../session/session.server";
import { claimForm, dropClaim, storeResponse } from "./sent-forms.server";

export const formPath = ({ url }: Request) => new URL(url).pathname.replace(/\.data$/, "");

/** By its fields, without files; or by its files, if it has no text fields. */
export type DeduplicateBy = "fields" | "files";

interface SentForm {
  values: Record<string, unknown>;
  files: Record<string, UploadedFile[]>;
}

const POLL_INTERVAL_MS = 100;
const MAX_POLLS = 300;

/**
 * Runs a form that creates something once: the same form of the same user (visitor: client) within a minute gets the
 * first one's response, in any process. A refused form does not count.
 * @param refund of the form's limits, for a repeated form
 * @throws DomainError conflict if the first form is still running
 */
export async function once<T>(
  args: ActionFunctionArgs,
  deduplicateBy: DeduplicateBy,
  form: SentForm,
  { run, refund }: { run: () => T | Promise<T>; refund?: Refund | undefined },
): Promise<T> {
  const viewer = await getViewer(args);
  const sender = viewer ? `person ${viewer.id}` : `client ${listNetworks(args.context.clientAddress)[0]?.network}`;
  const key = hashToken(JSON.stringify([sender, formPath(args.request), await contentOf(form, deduplicateBy)]));
  const first = await awaitFirstResponse(args.request, key, viewer?.id ?? null);
  if (first) {
    await refund?.();
    // The redirect of the first form.
    return first as T;
  }
  try {
    const done = await run();
    if (done instanceof Response && done.headers.has("Location")) storeRedirect(key, done.headers);
    else dropClaim(key);
    return done;
  } catch (error) {
    dropClaim(key);
    throw error;
  }
}

/** @returns undefined for the first form */
async function awaitFirstResponse(
  { signal }: Request,
  key: string,
  userId: number | null,
): Promise<Response | undefined> {
  for (let look = 0; look < MAX_POLLS && !signal.aborted; look++) {
    const claim = claimForm(key, userId);
    if (claim === "claimed") return undefined;
    if (claim !== "running") return new Response(null, { status: 302, headers: JSON.parse(claim.answer) });
    await pause(POLL_INTERVAL_MS);
  }
  throw new DomainError("conflict", "We are still saving this. Please wait a moment before you send it again.");
}

/** A failure is only logged: the form itself has succeeded. */
function storeRedirect(key: string, headers: Headers): void {
  try {
    storeResponse(key, JSON.stringify([...headers]));
  } catch (error) {
    log.warn({ err: error }, "response of a form not stored");
  }
}

const FILE_FIELDS = new Set(["uploads", "morePhotos"]);

async function contentOf({ values, files }: SentForm, deduplicateBy: DeduplicateBy): Promise<unknown> {
  const fields = Object.entries(values).filter(([name]) => deduplicateBy === "files" || !FILE_FIELDS.has(name));
  const words = fields.map(([name, value]) => [name, toStableText(value)] as const).filter(([, text]) => text !== "");
  const pictures = deduplicateBy === "files" ? await Promise.all(Object.values(files).flat().map(digestOf)) : [];
  return [words.sort(([a], [b]) => (a < b ? -1 : 1)), pictures];
}

/** Equal in all browsers. Forms have no lists or objects; deeply nested ones have no text. */
const toStableText = (value: unknown) =>
  typeof value === "object" ? "" : String(value).replace(/\r\n?/g, "\n").trim();

async function digestOf({ path, size }: UploadedFile): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array);
  return `${hash.digest("hex")} ${size}`;
}
