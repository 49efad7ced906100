import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { FOR_ONE, FOR_VISITORS, VARY } from "~/http/caching";
import { isUnchanged } from "~/http/conditional";
import type { LimitName } from "~/http/limits.server";
import { compress, type Encoding, encodingFor } from "../encoding";
import type { FirstView } from "../first-view";
import { policyHash } from "../policy-hash";

/** An answer kept ready: the bytes and the headers that every visitor gets. */
export interface CachedAnswer {
  body: Buffer;
  /** Of the whole answer, without those of one transfer. */
  headers: [name: string, value: string][];
  /** Hash of body and headers: a new policy makes a new answer. */
  hash: string;
  /** `Last-Modified`, milliseconds since 1970. */
  modifiedAt: number | undefined;
  /** Whoever asks, with whatever credential, gets the same. */
  sameForAll: boolean;
  /** The limits that each view of a costly page counts against. */
  countedAs: readonly LimitName[];
  /** When it was made, by `performance.now()`. */
  madeAt: number;
  forms: Partial<Record<Encoding, AnswerForm>>;
}

/** The answer in one encoding, with the head that lets caches keep it and the one that forbids it. */
interface AnswerForm {
  etag: string;
  body: Bytes;
  forVisitors: Head;
  forOne: Head;
}

/** The headers of the whole (200) and of "you have it already" (304), names and values in turns. */
interface Head {
  whole: string[];
  unchanged: string[];
}

/** As a string, one character a byte ("latin1"), where they are few: node sends those together with the head. */
type Bytes = Buffer | string;

/** Bytes above which joining them to the head costs more than a write of their own. */
const FEW = 16 * 1024;

/** What an answer to one request is made of. */
export interface Transfer {
  status: 200 | 304;
  /** Names and values in turns. */
  headers: readonly string[];
  /** undefined for HEAD and 304; a string has one character a byte. */
  body: Bytes | undefined;
}

/** What the app has answered, and what it said of the answer. */
export interface Answered {
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** Of the response's inline scripts. */
  nonce: string;
  sameForAll: boolean;
  countedAs: readonly LimitName[];
}

/** Headers that belong to one transfer, or are made anew for each. */
const PER_TRANSFER = new Set([
  "x-request-id",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "connection",
  "date",
  "etag",
  "vary",
  ...Object.keys(FOR_VISITORS).map((name) => name.toLowerCase()),
]);

/** Of brotli: hardly slower than 5 and nearly a percent smaller; 9 takes ten times as long for a third of a percent. */
const QUALITY = 7;

/** Bytes below which compressing is not worth its time. */
const TOO_SMALL = 600;

/**
 * Makes an answer that can be sent again.
 * @param withStyles puts into a page the style rules that it uses
 *
 * A nonce must not be used twice, so the policy allows the page's inline scripts by hash, but only those that carried the
 * nonce. Without it equal content has equal bytes, so that a strong ETag works.
 */
export function toCachedAnswer(
  { headers, body, nonce, sameForAll, countedAs }: Answered,
  withStyles: (html: string) => FirstView,
): CachedAnswer {
  const isPage = String(headers["content-type"] ?? "").startsWith("text/html");
  const page = isPage ? withoutNonce(body, nonce, withStyles) : { html: body, scriptHashes: [], styleHashes: [] };
  const { html } = page;
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || PER_TRANSFER.has(name)) return [];
    return [value].flat().map((one): [string, string] => [name, String(one)]);
  });
  const policied = kept.map(([name, value]): [string, string] =>
    name === "content-security-policy" ? [name, withHashes(value, page, nonce)] : [name, value],
  );
  const modified = Date.parse(String(headers["last-modified"] ?? ""));
  return {
    body: html,
    headers: policied,
    hash: createHash("sha256").update(JSON.stringify(policied)).update(html).digest("base64url").slice(0, 22),
    modifiedAt: Number.isNaN(modified) ? undefined : modified,
    sameForAll,
    countedAs,
    madeAt: performance.now(),
    forms: {},
  };
}

interface PageContent {
  html: Buffer;
  /** For `script-src` and `style-src`, in quotes. */
  scriptHashes: string[];
  styleHashes: string[];
}

function withoutNonce(rendered: Buffer, nonce: string, withStyles: (html: string) => FirstView): PageContent {
  const marked = rendered.toString("utf8");
  const own = marked.matchAll(/<script\b(?=[^>]* nonce="([^"]*)")(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g);
  const hashes = [...own].filter(([, given]) => given === nonce).map(([, , code = ""]) => policyHash(code));
  const { html, styleHashes } = withStyles(marked.replaceAll(` nonce="${nonce}"`, ""));
  return { html: Buffer.from(html), scriptHashes: [...new Set(hashes)], styleHashes };
}

function withHashes(policy: string, { scriptHashes, styleHashes }: Omit<PageContent, "html">, nonce: string): string {
  const allow = (hashes: string[]) => (hashes.length > 0 ? ` ${hashes.join(" ")}` : "");
  return policy
    .replace(/(script-src [^;]*?) 'nonce-[^']+'/, `$1${allow(scriptHashes)}`)
    .replace(/(style-src [^;]*?) 'nonce-[^']+'/, `$1${allow(styleHashes)}`)
    .replaceAll(` 'nonce-${nonce}'`, "");
}

/** Bytes of an answer, an estimate that includes its compressed forms, which are made when they are asked for. */
export function sizeOf({ body, headers }: CachedAnswer): number {
  return 2 * body.length + 100 * headers.length + 2_000;
}

/**
 * The answer to a request with these headers.
 * @param isVisitor without any credential: else caches on the way may not keep what is the same for all either
 */
export function transferOf(
  answer: CachedAnswer,
  method: string,
  asked: IncomingHttpHeaders,
  isVisitor = false,
): Transfer {
  const encoding = answer.body.length < TOO_SMALL ? "identity" : encodingFor(asked["accept-encoding"] ?? "");
  const { etag, body, forVisitors, forOne } = formOf(answer, encoding);
  const { whole, unchanged } = isVisitor ? forVisitors : forOne;
  if (isKnown(asked, etag, answer)) return { status: 304, headers: unchanged, body: undefined };
  return { status: 200, headers: whole, body: method === "HEAD" ? undefined : body };
}

function isKnown(asked: IncomingHttpHeaders, etag: string, { modifiedAt }: CachedAnswer): boolean {
  const { "if-none-match": tags, "if-modified-since": since } = asked;
  // What browsers send.
  if (tags === etag) return true;
  if (tags === undefined && since === undefined) return false;
  const get = (name: string) => (asked[name] as string | undefined) ?? null;
  return isUnchanged({ get }, modifiedAt === undefined ? { etag } : { etag, modifiedAt });
}

/** Of the answer's headers those that a 304 repeats beside the rules for caches, as RFC 9110 15.4.5 has it. */
const REPEATED = new Set(["last-modified", "strict-transport-security"]);

function formOf(answer: CachedAnswer, encoding: Encoding): AnswerForm {
  let form = answer.forms[encoding];
  if (!form) {
    const body = compress(answer.body, encoding, QUALITY);
    const etag = `"${answer.hash}-${encoding}"`;
    const own = ["ETag", etag, "Vary", VARY];
    const length = ["Content-Length", String(body.length)];
    const encoded = encoding === "identity" ? [] : ["Content-Encoding", encoding];
    const repeated = answer.headers.filter(([name]) => REPEATED.has(name)).flat();
    const headOf = (rules: Record<string, string>): Head => ({
      whole: [...answer.headers.flat(), ...Object.entries(rules).flat(), ...own, ...encoded, ...length],
      unchanged: [...repeated, ...Object.entries(rules).flat(), ...own],
    });
    form = {
      etag,
      body: body.length > FEW ? body : body.toString("latin1"),
      forVisitors: headOf(FOR_VISITORS),
      forOne: headOf(FOR_ONE),
    };
    answer.forms[encoding] = form;
  }
  return form;
}
