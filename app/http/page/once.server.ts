import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { ActionFunctionArgs } from "@remix-run/node";
import { claimForm, dropClaim, storeResponse } from "~/features/accounts/sent-forms.server";
import { DomainError } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { hashToken } from "~/lib/tokens.server";
import { log } from "~/services/log/log.server";
import { listNetworks, type Refund } from "../limits/limits.server";
import { getViewer } from "../session/session.server";
import { formPath } from "./saved-form.server";

/**
 * By what a form is known again: by its words, whatever files come with it; one that has no words, by its files.
 */
export type KnownBy = "words" | "files";

interface SentForm {
  values: Record<string, unknown>;
  files: Record<string, UploadedFile[]>;
}

/** How often, and how many times, it is looked whether the first one is done. */
const POLL_INTERVAL_MS = 100;
const MAX_POLLS = 300;

/**
 * Does what a form makes, once: on a slow line people press again. The same form of the same person (visitor: client)
 * within a minute waits for the first one and gets its response, in whichever process of the site. One that was refused
 * does not count.
 * @param refund of what the form was counted with: a second press is none
 * @throws DomainError conflict where the first one is still not done
 */
export async function once<T>(
  args: ActionFunctionArgs,
  knownBy: KnownBy,
  form: SentForm,
  { run, refund }: { run: () => T | Promise<T>; refund?: Refund | undefined },
): Promise<T> {
  const viewer = await getViewer(args.request);
  const who = viewer ? `person ${viewer.id}` : `client ${listNetworks(args.context.clientAddress)[0]?.network}`;
  const key = hashToken(JSON.stringify([who, formPath(args.request), await whatOf(form, knownBy)]));
  const first = await awaitFirstResponse(args.request, key, viewer?.id ?? null);
  if (first) {
    await refund?.();
    // A redirect, as `run` has given it to the first one.
    return first as T;
  }
  try {
    const done = await run();
    if (done instanceof Response && done.headers.has("Location")) keep(key, done.headers);
    else dropClaim(key);
    return done;
  } catch (error) {
    dropClaim(key);
    throw error;
  }
}

/** @returns undefined where this one is the first */
async function awaitFirstResponse(
  { signal }: Request,
  key: string,
  userId: number | null,
): Promise<Response | undefined> {
  for (let look = 0; look < MAX_POLLS && !signal.aborted; look++) {
    const claim = claimForm(key, userId);
    if (claim === "yours") return undefined;
    if (claim !== "under way") return new Response(null, { status: 302, headers: JSON.parse(claim.answer) });
    await pause(POLL_INTERVAL_MS);
  }
  throw new DomainError("conflict", "We are still saving this. Please wait a moment before you send it again.");
}

/** What was done is done, also where it cannot be remembered. */
function keep(key: string, headers: Headers): void {
  try {
    storeResponse(key, JSON.stringify([...headers]));
  } catch (error) {
    log.warn({ err: error }, "a form that was taken cannot be remembered");
  }
}

/** Fields that say which files come along, and what is to be done with more of them. */
const OF_FILES = new Set(["uploads", "morePhotos"]);

async function whatOf({ values, files }: SentForm, knownBy: KnownBy): Promise<unknown> {
  const fields = Object.entries(values).filter(([name]) => knownBy === "files" || !OF_FILES.has(name));
  const words = fields.map(([name, value]) => [name, toStableText(value)] as const).filter(([, text]) => text !== "");
  const pictures = knownBy === "files" ? await Promise.all(Object.values(files).flat().map(digestOf)) : [];
  return [words.sort(([one], [other]) => (one < other ? -1 : 1)), pictures];
}

/** Without what a browser may send differently each time. */
const toStableText = (value: unknown) =>
  typeof value === "string" ? value.replace(/\r\n?/g, "\n").trim() : JSON.stringify(value);

async function digestOf({ path, size }: UploadedFile): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array);
  return `${hash.digest("hex")} ${size}`;
}
