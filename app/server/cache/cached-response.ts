import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type Request, request } from "express";
import { CACHE_CDN, CACHE_PRIVATE, isNotModified, VARY } from "~/http/caching";
import { cspHash } from "../request/security-headers";
import type { CriticalCss } from "./critical-css";

type Encoding = "br" | "gzip" | "identity";

export interface CachedResponse {
  body: Buffer;
  /** Without the headers of one transfer. */
  headers: OutgoingHttpHeaders;
  /**
   * Of body and headers, because a new policy makes a new response. Starts with the app's own strong `ETag`, if any.
   */
  hash: string;
  /** `Last-Modified`, ms since 1970. */
  modifiedAt: number | undefined;
  isPublic: boolean;
  /** By `performance.now()`. */
  renderedAt: number;
  /** Freshness while no public data changes, ms. */
  maxAge: number;
  encodedBodies: Partial<Record<Encoding, EncodedBody>>;
}

interface EncodedBody {
  etag: string;
  body: Buffer;
}

interface ResponseParts {
  status: 200 | 304;
  headers: OutgoingHttpHeaders;
  /** undefined for HEAD and 304. */
  body: Buffer | undefined;
}

interface CapturedResponse {
  headers: OutgoingHttpHeaders;
  body: Buffer;
  nonce: string;
  isPublic: boolean;
  /** Depends also on chance or time. */
  isShortLived: boolean;
}

/** ms; later, "5 minutes ago" is wrong. Short-lived: Featured Garages are random, and events begin. */
const MAX_AGE_MS = 60_000;
const SHORT_LIVED_MAX_AGE_MS = 5_000;

const PER_TRANSFER = new Set([
  "x-request-id",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "connection",
  "date",
  "etag",
  "vary",
  ...Object.keys(CACHE_CDN).map((name) => name.toLowerCase()),
]);

/** Hardly slower than 5 and almost 1 % smaller; 9 takes ten times as long for 0.3 %. */
const QUALITY = 7;

/** Bytes; less is not worth compressing. */
const MIN_COMPRESSED_BYTES = 600;

/**
 * A nonce must not be used twice, so the policy allows its scripts by hash. Equal content then has equal bytes, as a
 * strong ETag requires.
 * @param withStyles adds the critical CSS to a page
 */
export function toCachedResponse(
  { headers, body, nonce, isPublic, isShortLived }: CapturedResponse,
  withStyles: (html: string) => CriticalCss,
): CachedResponse {
  const isPage = String(headers["content-type"] ?? "").startsWith("text/html");
  const page = isPage ? withoutNonce(body, nonce, withStyles) : { html: body, scriptHashes: [], styleHashes: [] };
  const { html } = page;
  const storedHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !PER_TRANSFER.has(name)));
  const policy = storedHeaders["content-security-policy"];
  if (policy !== undefined) storedHeaders["content-security-policy"] = withHashes(String(policy), page, nonce);
  const [, version] = /^"([\w-]+)"$/.exec(String(headers.etag)) ?? [];
  const sum = createHash("sha256").update(JSON.stringify(storedHeaders)).update(html).digest("base64url").slice(0, 22);
  const modifiedAt = Date.parse(String(headers["last-modified"] ?? ""));
  return {
    body: html,
    headers: storedHeaders,
    hash: (version ?? "") + sum,
    modifiedAt: Number.isNaN(modifiedAt) ? undefined : modifiedAt,
    isPublic,
    renderedAt: performance.now(),
    maxAge: isShortLived ? SHORT_LIVED_MAX_AGE_MS : MAX_AGE_MS,
    encodedBodies: {},
  };
}

interface PageContent {
  html: Buffer;
  scriptHashes: string[];
  styleHashes: string[];
}

function withoutNonce(page: Buffer, nonce: string, withStyles: (html: string) => CriticalCss): PageContent {
  const pageHtml = page.toString("utf8");
  const scripts = pageHtml.matchAll(/<script\b(?=[^>]* nonce="([^"]*)")(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g);
  const hashes = [...scripts].filter(([, value]) => value === nonce).map(([, , code = ""]) => cspHash(code));
  const { html, styleHashes } = withStyles(pageHtml.replaceAll(` nonce="${nonce}"`, ""));
  return { html: Buffer.from(html), scriptHashes: [...new Set(hashes)], styleHashes };
}

function withHashes(policy: string, { scriptHashes, styleHashes }: Omit<PageContent, "html">, nonce: string): string {
  const allow = (hashes: string[]) => (hashes.length > 0 ? ` ${hashes.join(" ")}` : "");
  return policy
    .replace(/(script-src [^;]*?) 'nonce-[^']+'/, `$1${allow(scriptHashes)}`)
    .replace(/(style-src [^;]*?) 'nonce-[^']+'/, `$1${allow(styleHashes)}`)
    .replaceAll(` 'nonce-${nonce}'`, "");
}

/** Estimate, including compressed forms created later. */
export function cachedBytes({ body, headers }: CachedResponse): number {
  return 2 * body.length + 100 * Object.keys(headers).length + 2_000;
}

/** @param isVisitor without credentials; else shared caches must not store even a public response */
export function responseParts(
  response: CachedResponse,
  method: string,
  requestHeaders: IncomingHttpHeaders,
  isVisitor = false,
): ResponseParts {
  const encoding =
    response.body.length < MIN_COMPRESSED_BYTES ? "identity" : encodingFor(requestHeaders["accept-encoding"] ?? "");
  const { etag, body } = formOf(response, encoding);
  const scripts = { ...(isVisitor ? CACHE_CDN : CACHE_PRIVATE), ETag: etag, Vary: VARY };
  const get = (name: string) => (requestHeaders[name] as string | undefined) ?? null;
  if (isNotModified({ get }, { etag, modifiedAt: response.modifiedAt }))
    return { status: 304, headers: { ...repeatedOf(response), ...scripts }, body: undefined };
  const encodingHeader = encoding === "identity" ? {} : { "Content-Encoding": encoding };
  const headers = { ...response.headers, ...scripts, ...encodingHeader, "Content-Length": body.length };
  return { status: 200, headers, body: method === "HEAD" ? undefined : body };
}

/** In a 304, besides the cache headers (RFC 9110 15.4.5). */
const REPEATED = ["last-modified", "strict-transport-security"];

const repeatedOf = ({ headers }: CachedResponse) =>
  Object.fromEntries(REPEATED.flatMap((name) => (name in headers ? [[name, headers[name]]] : [])));

function formOf(response: CachedResponse, encoding: Encoding): EncodedBody {
  response.encodedBodies[encoding] ??= {
    etag: `"${response.hash}-${encoding}"`,
    body: compress(response.body, encoding),
  };
  return response.encodedBodies[encoding];
}

/** The smallest allowed encoding. Weights count as yes or no: browsers list gzip first among equals. */
export function encodingFor(header: string): Encoding {
  const requestHeaders = { headers: { "accept-encoding": header } } as Request;
  const allows = (name: Encoding) => request.acceptsEncodings.call(requestHeaders, name) !== false;
  return (["br", "gzip"] as const).find(allows) ?? "identity";
}

function compress(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === "identity") return body;
  if (encoding === "gzip") return gzipSync(body);
  return brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}
