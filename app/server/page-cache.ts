import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Request, RequestHandler, Response } from "express";
import { LRUCache } from "lru-cache";
import { matchesTag } from "~/http/conditional";
import type { LimitName } from "~/http/limits.server";
import { addressKey } from "./address";
import type { Running } from "./boot.server";
import { builtStyleSheets, type FirstView, firstView } from "./first-view";

/** Maximum age without any write, ms: Featured Garages are random, and dates pass. */
const MAX_AGE = 5_000;
/** Size limit of the cache, bytes. */
const MAX_BYTES = 32 * 1024 * 1024;

type Encoding = "br" | "gzip" | "identity";

interface CachedPage {
  headers: Record<string, number | string | string[]>;
  html: Buffer;
  etag: string;
  encoded: Partial<Record<Encoding, Buffer>>;
  /** The limit that each view of a costly page counts against. */
  countedAs: LimitName | undefined;
}

interface PageCache {
  /** Middleware that answers from the cache; mounted before everything that only rendering needs. */
  serve: RequestHandler;
  /** Middleware that stores the rendered page; mounted after compression. */
  store: RequestHandler;
}

/**
 * Caches the pages of visitors, with their compressed forms, until the database changes (in this process or another).
 * Requests with a session, an Authorization header, or any cookie that a page reads bypass the cache.
 */
export function pageCache({ databaseVersion, mayRead }: Pick<Running, "databaseVersion" | "mayRead">): PageCache {
  const withStyles = firstView(builtStyleSheets());
  const pages = new LRUCache<string, CachedPage>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf, ttl: MAX_AGE });
  let version = databaseVersion();
  return {
    serve(req, res, next) {
      if (!isCacheableRequest(req)) return next();
      const current = databaseVersion();
      if (version !== current) pages.clear();
      version = current;
      const cached = pages.get(addressKey(req));
      if (cached && !cached.countedAs) return send(req, res, cached);
      res.locals.cacheFor = current;
      if (!cached?.countedAs) return next();
      mayRead(cached.countedAs, res.locals.clientAddress).then((may) => (may ? send(req, res, cached) : next()), next);
    },
    store(req, res, next) {
      const renderedFrom: string | undefined = res.locals.cacheFor;
      if (renderedFrom === undefined) return next();
      const key = addressKey(req);
      capture(req, res, (html) => {
        const page = toCachedPage(res, html, withStyles);
        // A write during rendering may be missing from this page.
        if (renderedFrom === databaseVersion()) pages.set(key, page);
        return page;
      });
      next();
    },
  };
}

/** Estimate that includes the compressed forms, which are made later and take less than half the size each. */
function sizeOf({ html }: CachedPage): number {
  return 2 * html.length + 2_000;
}

/** Cookies left by earlier logins and sign-ups, which no cached page reads. */
const IGNORED_COOKIES = /^(?:(?:__Host-)?paddock_(?:device|sign_up)=[^;]*(?:; *|$))*$/;

function isCacheableRequest(req: Request): boolean {
  if (req.method !== "GET" && req.method !== "HEAD") return false;
  if (!IGNORED_COOKIES.test(req.headers.cookie ?? "") || req.headers.authorization !== undefined) return false;
  return !/^\/(api\/v1|img|assets)\/|\.\w+$/i.test(req.path) && req.originalUrl.length < 500;
}

/** Buffers the page while it is rendered; responses that cannot be cached pass through. */
function capture(req: Request, res: Response, cachePage: (html: Buffer) => CachedPage): void {
  const { write, end } = res;
  const chunks: Buffer[] = [];
  let cacheable: boolean | undefined;
  const isCacheable = () => {
    cacheable ??= res.statusCode === 200 && isHtml(res) && allowsStoring(res) && req.method === "GET";
    return cacheable;
  };
  res.write = ((chunk: Uint8Array, ...rest: never[]) => {
    if (!isCacheable()) return (write as (...all: unknown[]) => boolean).call(res, chunk, ...rest);
    chunks.push(Buffer.from(chunk));
    const callback = rest.at(-1) as unknown;
    if (typeof callback === "function") callback();
    return true;
  }) as typeof res.write;
  res.end = ((...all: unknown[]) => {
    const complete = isCacheable() && !res.writableEnded;
    res.write = write;
    res.end = end;
    if (!complete) return (end as (...rest: unknown[]) => Response).apply(res, all);
    if (all[0] instanceof Uint8Array) chunks.push(Buffer.from(all[0]));
    send(req, res, cachePage(Buffer.concat(chunks)));
    return res;
  }) as typeof res.end;
}

function isHtml(res: Response): boolean {
  return String(res.getHeader("Content-Type") ?? "").startsWith("text/html");
}

function allowsStoring(res: Response): boolean {
  return !res.hasHeader("Set-Cookie") && !/no-store/i.test(String(res.getHeader("Cache-Control") ?? ""));
}

/**
 * The page without its nonce. A nonce must not be used twice, so the policy allows the cached page's inline scripts by
 * hash, but only those that carried the nonce. Without it equal content has equal bytes, so that a strong ETag works.
 */
function toCachedPage(res: Response, rendered: Buffer, withStyles: (html: string) => FirstView): CachedPage {
  const { nonce, countedAs } = res.locals;
  const marked = rendered.toString("utf8");
  const own = marked.matchAll(/<script\b(?=[^>]* nonce="([^"]*)")(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g);
  const hashes = new Set(
    [...own]
      .filter(([, given]) => given === nonce)
      .map(([, , code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`),
  );
  const view = withStyles(marked.replaceAll(` nonce="${nonce}"`, ""));
  const html = Buffer.from(view.html);
  const headers = Object.fromEntries(
    Object.entries(res.getHeaders()).filter(([name, value]) => value !== undefined && !PER_RESPONSE.has(name)),
  ) as CachedPage["headers"];
  headers["content-security-policy"] = String(headers["content-security-policy"])
    .replace(/(script-src[^;]*?) 'nonce-[^']+'/, `$1 ${[...hashes].join(" ")}`)
    .replace(/(style-src [^;]*?) 'nonce-[^']+'/, `$1 ${view.styleHashes.join(" ")}`)
    .replaceAll(` 'nonce-${nonce}'`, "");
  const etag = createHash("sha256").update(html).digest("base64url").slice(0, 22);
  return { headers, html, etag, encoded: {}, countedAs };
}

const PER_RESPONSE = new Set([
  "x-request-id",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "date",
  "etag",
]);

function send(req: Request, res: Response, page: CachedPage): void {
  // Tested one by one: among equal weights `acceptsEncodings` uses the browser's order, and browsers name gzip first.
  const encoding = (["br", "gzip"] as const).find((name) => req.acceptsEncodings(name)) ?? "identity";
  for (const [name, value] of Object.entries(page.headers)) res.setHeader(name, value);
  res.setHeader("Vary", "Cookie, Authorization, Accept-Encoding");
  const etag = `"${page.etag}-${encoding}"`;
  res.setHeader("ETag", etag);
  if (matchesTag(req.headers["if-none-match"] ?? "", etag)) {
    res.statusCode = 304;
    res.removeHeader("Content-Type");
    res.end();
    return;
  }
  const body = encodePage(page, encoding);
  if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
  res.setHeader("Content-Length", body.length);
  res.end(req.method === "HEAD" ? undefined : body);
}

function encodePage(page: CachedPage, encoding: Encoding): Buffer {
  let body = page.encoded[encoding];
  if (!body) {
    const size = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: page.html.length };
    if (encoding === "br") body = brotliCompressSync(page.html, { params: size });
    else body = encoding === "gzip" ? gzipSync(page.html) : page.html;
    page.encoded[encoding] = body;
  }
  return body;
}
