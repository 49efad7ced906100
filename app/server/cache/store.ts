import type { Request, RequestHandler, Response } from "express";
import { CACHE_CDN, CACHE_PRIVATE, CACHE_PUBLIC } from "~/http/caching";
import { beforeHead, captureBody } from "../request/outgoing";
import type { FindRoute } from "../request/routes";
import { countCacheUse } from "./cache-log";
import { type CachedResponse, responseParts, toCachedResponse } from "./cached-response";
import type { CriticalCss } from "./critical-css";
import { cacheContext } from "./serve";

const CONDITIONS = ["if-none-match", "if-modified-since"] as const;

/**
 * Caches responses for `serveCached`. Mounted after compression, to get the uncompressed bytes.
 * @param withStyles adds the critical CSS to a page
 */
export function storeResponses(findRoute: FindRoute, withStyles: (html: string) => CriticalCss): RequestHandler {
  return (req, res, next) => {
    const { fill, isVisitor } = cacheContext(req);
    if (!fill) return next();
    const requestHeaders = { ...req.headers };
    const { method } = req;
    // HEAD also caches the whole response; Node sends no body.
    if (method === "HEAD") {
      req.method = "GET";
      res.locals.isHeadOnly = true;
    }
    // The app renders the whole response; `send` checks the conditions. A bearer's response may be personal, with a tag
    // of the app's own.
    if (requestHeaders.authorization === undefined) for (const name of CONDITIONS) delete req.headers[name];
    captureBody(
      res,
      () => isCacheable(res),
      (body) => {
        const { nonce, isPublic = false, skipsCache = false } = res.locals;
        const { isShortLived = false } = findRoute(req.path).cache;
        const capture = { headers: res.getHeaders(), body, nonce, isPublic, isShortLived };
        const freshResponse = toCachedResponse(capture, withStyles);
        countCacheUse("made");
        const isForOthers = isPublic || requestHeaders.authorization === undefined;
        const isStored = isForOthers && !skipsCache;
        const response = isStored ? fill.store(freshResponse) : freshResponse;
        fill.end();
        req.method = method;
        send(req, res, response, { requestHeaders, isVisitor });
      },
    );
    next();
  };
}

function isCacheable(res: Response): boolean {
  const isForAll = res.getHeader("Cache-Control") === CACHE_PUBLIC["Cache-Control"];
  return res.statusCode === 200 && isForAll && !res.hasHeader("Set-Cookie");
}

type Client = { requestHeaders: Request["headers"]; isVisitor: boolean };

function send(req: Request, res: Response, response: CachedResponse, { requestHeaders, isVisitor }: Client): void {
  const { status, headers, body } = responseParts(response, req.method, requestHeaders, isVisitor);
  const id = res.getHeader("X-Request-Id");
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  if (id !== undefined) res.setHeader("X-Request-Id", id);
  res.statusCode = status;
  // Not Express's `set`: it adds a charset to every content type.
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) res.setHeader(name, value);
  res.end(body);
}

const [SHARED] = Object.keys(CACHE_CDN).filter((name) => !(name in CACHE_PUBLIC)) as [string];

/** For refusals, faults, responses with a cookie, and public pages for a known viewer or not cached. */
export const defaultCacheControl: RequestHandler = (_req, res, next) => {
  beforeHead(res, (status) => {
    if (canBeCached(res, status)) return;
    res.removeHeader(SHARED);
    for (const [name, value] of Object.entries(CACHE_PRIVATE)) res.setHeader(name, value);
  });
  next();
};

function canBeCached(res: Response, status: number): boolean {
  const rule = res.getHeader("Cache-Control");
  if (status >= 400 || rule === undefined || /no-store/i.test(String(rule)) || res.hasHeader("Set-Cookie"))
    return false;
  return rule !== CACHE_PUBLIC["Cache-Control"] || res.hasHeader(SHARED);
}
