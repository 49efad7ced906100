import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Request, RequestHandler, Response } from "express";
import { LRUCache } from "lru-cache";
import { matchesTag } from "~/http/conditional";
import type { LimitName } from "~/http/limits.server";
import { addressKey } from "./address";
import type { Running } from "./boot.server";

/** How long a page may be shown although nothing was written, ms: Featured Garages are random, dates move on. */
const MAX_AGE = 5_000;
/** What all cached pages together may take up, bytes. */
const MAX_BYTES = 32 * 1024 * 1024;

type Encoding = "br" | "gzip" | "identity";

interface CachedPage {
  headers: Record<string, number | string | string[]>;
  html: Buffer;
  etag: string;
  encoded: Partial<Record<Encoding, Buffer>>;
  /** A costly page counts each time it is shown. */
  countedAs: LimitName | undefined;
}

interface PageCache {
  /** Answers with what is cached; stands before all that only a page that is made needs. */
  serve: RequestHandler;
  /** Keeps the page that is made now; stands behind whatever compresses it. */
  store: RequestHandler;
}

/**
 * Keeps whole pages of visitors, ready compressed, for as long as the database has not changed: whoever wrote, this
 * process or another. A request with a session, or any other cookie that a page looks at, or a credential is never
 * answered from here.
 */
export function pageCache({ databaseVersion, mayRead }: Pick<Running, "databaseVersion" | "mayRead">): PageCache {
  const pages = new LRUCache<string, CachedPage>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf, ttl: MAX_AGE });
  let version = databaseVersion();
  return {
    serve(req, res, next) {
      if (!isVisitorsPage(req)) return next();
      const asked = databaseVersion();
      if (version !== asked) pages.clear();
      version = asked;
      const cached = pages.get(addressKey(req));
      if (cached && !cached.countedAs) return send(req, res, cached);
      res.locals.cacheFor = asked;
      if (!cached?.countedAs) return next();
      mayRead(cached.countedAs, res.locals.clientAddress).then((may) => (may ? send(req, res, cached) : next()), next);
    },
    store(req, res, next) {
      const asked: string | undefined = res.locals.cacheFor;
      if (asked === undefined) return next();
      const key = addressKey(req);
      capture(req, res, (html) => {
        const page = toCachedPage(res, html);
        // What was written meanwhile may not be in it.
        if (asked === databaseVersion()) pages.set(key, page);
        return page;
      });
      next();
    },
  };
}

/** With its compressed forms, which come later and are less than half as large each. */
function sizeOf({ html }: CachedPage): number {
  return 2 * html.length + 2_000;
}

/** What a browser keeps of former logins and sign-ups; no page that is cached looks at it. */
const OLD_COOKIES = /^(?:(?:__Host-)?paddock_(?:device|sign_up)=[^;]*(?:; *|$))*$/;

function isVisitorsPage(req: Request): boolean {
  if (req.method !== "GET" && req.method !== "HEAD") return false;
  if (!OLD_COOKIES.test(req.headers.cookie ?? "") || req.headers.authorization !== undefined) return false;
  return !/^\/(api\/v1|img|assets)\/|\.\w+$/i.test(req.path) && req.originalUrl.length < 500;
}

/** Collects the page that is being rendered; what cannot be cached passes through untouched. */
function capture(req: Request, res: Response, cachePage: (html: Buffer) => CachedPage): void {
  const { write, end } = res;
  const chunks: Buffer[] = [];
  let keeping: boolean | undefined;
  const keepable = () => {
    keeping ??= res.statusCode === 200 && isHtml(res) && mayBeKept(res) && req.method === "GET";
    return keeping;
  };
  res.write = ((chunk: Uint8Array, ...rest: never[]) => {
    if (!keepable()) return (write as (...all: unknown[]) => boolean).call(res, chunk, ...rest);
    chunks.push(Buffer.from(chunk));
    const callback = rest.at(-1) as unknown;
    if (typeof callback === "function") callback();
    return true;
  }) as typeof res.write;
  res.end = ((...all: unknown[]) => {
    const complete = keepable() && !res.writableEnded;
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

function mayBeKept(res: Response): boolean {
  return !res.hasHeader("Set-Cookie") && !/no-store/i.test(String(res.getHeader("Cache-Control") ?? ""));
}

/**
 * The page without its nonce: a nonce must not be used twice, so the cached page's inline scripts are allowed by their
 * hashes instead, and only those that carried the nonce: whatever else stands in the page has no leave to run.
 * Without the nonce the same content is also the same bytes, and a strong ETag holds.
 */
function toCachedPage(res: Response, rendered: Buffer): CachedPage {
  const { nonce, countedAs } = res.locals;
  const marked = rendered.toString("utf8");
  const own = marked.matchAll(/<script\b(?=[^>]* nonce="([^"]*)")(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g);
  const hashes = new Set(
    [...own]
      .filter(([, given]) => given === nonce)
      .map(([, , code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`),
  );
  const html = Buffer.from(marked.replaceAll(` nonce="${nonce}"`, ""));
  const headers = Object.fromEntries(
    Object.entries(res.getHeaders()).filter(([name, value]) => value !== undefined && !PER_RESPONSE.has(name)),
  ) as CachedPage["headers"];
  headers["content-security-policy"] = String(headers["content-security-policy"])
    .replace(/(script-src[^;]*?) 'nonce-[^']+'/, `$1 ${[...hashes].join(" ")}`)
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
  // Asked one by one: among equals `acceptsEncodings` takes the browser's order, and browsers name gzip first.
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
