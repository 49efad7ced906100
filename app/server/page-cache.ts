import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Request, RequestHandler, Response } from "express";

/** How long a page may be shown although nothing was written, ms: Featured Garages are random, dates move on. */
const MAX_AGE = 5_000;
const MAX_PAGES = 500;

type Encoding = "br" | "gzip" | "identity";

interface KeptPage {
  version: string;
  keptAt: number;
  headers: Record<string, number | string | string[]>;
  html: Buffer;
  etag: string;
  encoded: Partial<Record<Encoding, Buffer>>;
}

/**
 * Keeps whole pages of visitors, ready compressed, for as long as the database has not changed: whoever wrote, this
 * process or another. A request with a cookie or a credential is never answered from here (targets.md, Speed).
 * @param databaseVersion differs after every write
 */
export function pageCache(databaseVersion: () => string): RequestHandler {
  const pages = new Map<string, KeptPage>();
  return (req, res, next) => {
    if (!isVisitorsPage(req)) return next();
    const key = req.originalUrl;
    const version = databaseVersion();
    const kept = pages.get(key);
    if (kept && kept.version === version && Date.now() - kept.keptAt < MAX_AGE) return send(req, res, kept);
    pages.delete(key);
    capture(req, res, (html) => {
      const page = keep(res, html, version);
      pages.set(key, page);
      const [oldest] = pages.keys();
      if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
      return page;
    });
    next();
  };
}

function isVisitorsPage(req: Request): boolean {
  if (req.method !== "GET" && req.method !== "HEAD") return false;
  if (req.headers.cookie !== undefined || req.headers.authorization !== undefined) return false;
  return !/^\/(api|img|assets|verify-email|reset-password)\/|\.\w+$/.test(req.path) && req.originalUrl.length < 500;
}

/** Collects the page that is being rendered; what cannot be kept passes through untouched. */
function capture(req: Request, res: Response, keepPage: (html: Buffer) => KeptPage): void {
  const { write, end } = res;
  const chunks: Buffer[] = [];
  let keeping: boolean | undefined;
  const keepable = () => {
    keeping ??= res.statusCode === 200 && isHtml(res) && !res.hasHeader("Set-Cookie") && req.method === "GET";
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
    send(req, res, keepPage(Buffer.concat(chunks)));
    return res;
  }) as typeof res.end;
}

function isHtml(res: Response): boolean {
  return String(res.getHeader("Content-Type") ?? "").startsWith("text/html");
}

/**
 * The page without its nonce: a nonce must not be used twice, so the kept page's inline scripts are allowed by their
 * hashes instead. Without it, the same content is also the same bytes, and a strong ETag holds.
 */
function keep(res: Response, rendered: Buffer, version: string): KeptPage {
  const html = rendered.toString("utf8").replaceAll(` nonce="${res.locals.nonce}"`, "");
  // What is data (schema.org) never runs and needs no permission.
  const scripts = [...html.matchAll(/<script(?![^>]*\b(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = new Set(
    scripts.map(([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`),
  );
  const headers = Object.fromEntries(
    Object.entries(res.getHeaders()).filter(([name, value]) => value !== undefined && !PER_RESPONSE.has(name)),
  ) as KeptPage["headers"];
  headers["content-security-policy"] = String(headers["content-security-policy"])
    .replace(/(script-src[^;]*?) 'nonce-[^']+'/, `$1 ${[...hashes].join(" ")}`)
    .replaceAll(` 'nonce-${res.locals.nonce}'`, "");
  const bytes = Buffer.from(html);
  const etag = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  return { version, keptAt: Date.now(), headers, html: bytes, etag, encoded: {} };
}

const PER_RESPONSE = new Set([
  "x-request-id",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "date",
  "etag",
]);

function send(req: Request, res: Response, page: KeptPage): void {
  // Asked one by one: among equals `acceptsEncodings` takes the browser's order, and browsers name gzip first.
  const encoding = (["br", "gzip"] as const).find((name) => req.acceptsEncodings(name)) ?? "identity";
  for (const [name, value] of Object.entries(page.headers)) res.setHeader(name, value);
  res.setHeader("Vary", "Cookie, Authorization, Accept-Encoding");
  const etag = `"${page.etag}-${encoding}"`;
  res.setHeader("ETag", etag);
  if (req.headers["if-none-match"]?.split(/,\s*/).includes(etag)) {
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

function encodePage(page: KeptPage, encoding: Encoding): Buffer {
  let body = page.encoded[encoding];
  if (!body) {
    const size = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: page.html.length };
    if (encoding === "br") body = brotliCompressSync(page.html, { params: size });
    else body = encoding === "gzip" ? gzipSync(page.html) : page.html;
    page.encoded[encoding] = body;
  }
  return body;
}
