import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { env, isOtherLoopback } from "~/env.server";
import { maskTokens } from "~/lib/mask-tokens";
import { log } from "~/services/log/log.server";
import { parseAddress } from "../request/address";
import { beforeHead } from "../request/outgoing";
import type { FindRoute } from "../request/routes";
import { type CachedResponse, cachedBytes, responseParts } from "./cached-response";

interface CacheContext {
  refresh?: CacheRefresh;
  /** Without credentials: shared caches may store the response. */
  isVisitor: boolean;
}

const contexts = new WeakMap<IncomingMessage, CacheContext>();

export const cacheContext = (req: IncomingMessage): CacheContext => contexts.get(req) ?? { isVisitor: false };

/** Then a request whose awaited render was outdated by writes renders itself. */
const MAX_WAITS = 3;

/**
 * Serves cached responses; passes other requests to the app.
 * @param app renders and caches misses (see `storeResponses`)
 * @param dismissedAnnouncement the current announcement's id, if the `Cookie` header dismisses it
 */
export function serveCached(
  cache: ResponseCache,
  app: RequestListener,
  findRoute: FindRoute,
  dismissedAnnouncement: (cookie: string) => Promise<string | undefined>,
): RequestListener {
  const refresh = oncePerTick(cache.refresh);
  const serve = (exchange: Exchange, key: string, waits = 0): void => {
    const { req, res } = exchange;
    const lookup = cache.find(key);
    if ("response" in lookup) send(exchange, lookup.response);
    else if ("refresh" in lookup) {
      // Not at the end: a slow client, or an unread earlier response on the connection, would delay it.
      beforeHead(res, lookup.refresh.end);
      res.once("close", lookup.refresh.end);
      pass(exchange, { refresh: lookup.refresh });
    } else if (waits === MAX_WAITS) pass(exchange, { refresh: cache.storeOnly(key) });
    else {
      void lookup.pending.then(() => {
        if (res.destroyed) return;
        if (isDatabaseReadable(refresh)) serve(exchange, key, waits + 1);
        else app(req, res);
      });
    }
  };
  const pass = ({ req, res, isVisitor }: Exchange, context: Omit<CacheContext, "isVisitor">) => {
    contexts.set(req, { ...context, isVisitor });
    app(req, res);
  };
  const serveIfFresh = (exchange: Exchange, key: string) => {
    const cached = cache.peek(key);
    if (cached?.isPublic) send(exchange, cached);
    else pass(exchange, { refresh: cache.storeOnly(key) });
  };
  const respond = (req: IncomingMessage, res: ServerResponse, dismissed?: string) => {
    const requester = requesterOf(req);
    const key = requester === "other" ? undefined : keyOf(req, findRoute, dismissed);
    // Also refreshes for members, because content returns at the end of a suspension.
    if (!isDatabaseReadable(refresh) || key === undefined) return void app(req, res);
    const exchange = { req, res, isVisitor: requester === "visitor" };
    if (key.length > MAX_LENGTH) pass(exchange, { refresh: NOT_CACHED });
    else if (requester === "bearer") serveIfFresh(exchange, key);
    else serve(exchange, key);
  };
  return (req, res) => {
    const { cookie = "" } = req.headers;
    if (!ANNOUNCEMENT_COOKIE.test(cookie)) return respond(req, res);
    dismissedAnnouncement(cookie).then(
      (dismissed) => respond(req, res, dismissed),
      // The app reports the error.
      () => app(req, res),
    );
  };
}

/**
 * Calls `look` once per tick of the event loop: the tick's later requests had already arrived, so no change can precede
 * them. If it throws, the next request calls it again.
 */
function oncePerTick(look: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    look();
    isDone = true;
    setImmediate(() => (isDone = false));
  };
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  isVisitor: boolean;
}

const NOT_CACHED: CacheRefresh = { store: (made) => made, end() {} };

/** False if the database fails; the app then responds with the error. */
function isDatabaseReadable(look: () => void): boolean {
  try {
    look();
    return true;
  } catch {
    return false;
  }
}

/** Others, such as analytics cookies, are ignored. */
const OWN_COOKIE = /paddock_/i;

/** Cookies of earlier logins and sign-ups do not affect responses; the announcement's is part of the key. */
const IGNORED_COOKIE = /^\s*(?:__Host-)?paddock_(?:device|sign_up|announcement)(?:_\d+)?=/;

const ANNOUNCEMENT_COOKIE = /paddock_announcement(?:_\d+)?=/;

const isIgnored = (cookie: string) => !OWN_COOKIE.test(cookie) || IGNORED_COOKIE.test(cookie);

/** Large, with their own cache rules. */
const FILES = /^\/(?:img|assets|map-tiles|healthz)(?:\/|$)/i;

/** Characters; longer addresses are no links. */
const MAX_LENGTH = 500;

/** "known": a visitor with a known browser. */
function requesterOf({ method, url = "", headers }: IncomingMessage): "visitor" | "known" | "bearer" | "other" {
  if (method !== "GET" && method !== "HEAD") return "other";
  if (!url.startsWith("/") || FILES.test(url)) return "other";
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return "other";
  if (headers["if-match"] !== undefined || headers["if-unmodified-since"] !== undefined) return "other";
  const hasOwn = headers.cookie !== undefined && OWN_COOKIE.test(headers.cookie);
  if (hasOwn && !headers.cookie?.split(";").every(isIgnored)) return "other";
  if (headers.authorization === undefined) return hasOwn ? "known" : "visitor";
  return method === "GET" && url.startsWith("/api/v1/") ? "bearer" : "other";
}

/** Normalized path, host unless APP_URL fixes it, dismissed announcement. JSON prevents collisions. */
function keyOf(
  { url = "", headers }: IncomingMessage,
  findRoute: FindRoute,
  dismissed: string | undefined,
): string | undefined {
  const address = parseAddress(headers.host ?? "", url, findRoute);
  if ("status" in address || isFile(address.path) || isOtherLoopback(address.host)) return undefined;
  const host = env().APP_URL === undefined ? address.host : null;
  return JSON.stringify([host, dismissed ?? null, address.path]);
}

/** Decodes as the router does: `/%69mg/…` is a picture too. */
function isFile(path: string): boolean {
  return FILES.test(decodeURIComponent(path.split("?", 1)[0] ?? ""));
}

function send({ req, res, isVisitor }: Exchange, answer: CachedResponse): void {
  const id = randomUUID();
  const { status, headers, body } = responseParts(answer, req.method ?? "GET", req.headers, isVisitor);
  res.writeHead(status, { ...headers, "X-Request-Id": id });
  res.end(body);
  countServed(req, status, id);
}

/** One request in this many. */
const LOGGED_SAMPLE = 100;
const LOG_INTERVAL_MS = 10_000;

const counts = { whole: 0, unchanged: 0 };
let serial = 0;
let timer: NodeJS.Timeout | undefined;

/** A log line per cached response would cost more than the response. */
function countServed({ method, url = "" }: IncomingMessage, status: 200 | 304, requestId: string): void {
  if (status === 200) counts.whole += 1;
  else counts.unchanged += 1;
  countCacheUse(status === 200 ? "whole" : "unchanged");
  timer ??= setTimeout(logCounts, LOG_INTERVAL_MS).unref();
  if (serial++ % LOGGED_SAMPLE !== 0) return;
  const path = maskTokens(url.split("?", 1)[0] ?? "");
  log.info({ requestId, method, path, status, oneOf: LOGGED_SAMPLE }, "response served from cache");
}

/** A cached response sent whole or as 304, or one rendered for the cache. */
export let countCacheUse: (how: "whole" | "unchanged" | "made") => void = () => {};

export function onCacheUse(listener: typeof countCacheUse): void {
  countCacheUse = listener;
}

function logCounts(): void {
  clearTimeout(timer);
  timer = undefined;
  if (counts.whole + counts.unchanged === 0) return;
  log.info({ ...counts }, "responses served from cache");
  counts.whole = 0;
  counts.unchanged = 0;
}

process.once("exit", logCounts);

const MAX_CACHE_BYTES = 32 * 1024 * 1024;

export interface CacheRefresh {
  /**
   * Caches the response, unless public data has changed since the render began and part of it may be outdated.
   * @returns the response to send, with the compressed forms of an equal cached one
   */
  store(response: CachedResponse): CachedResponse;
  /** Also after a failure; may be repeated. */
  end(): void;
}

type CacheLookup = { response: CachedResponse } | { pending: Promise<void> } | { refresh: CacheRefresh };

interface Render {
  version: number;
  ended: Promise<void>;
}

/**
 * Caches visitors' responses until public data changes in any process. A stale response is served while one request
 * renders it again. After a write all are deleted, and requests wait for the one that renders.
 * @param publicVersion changes with every change of public data
 */
export function createResponseCache(publicVersion: () => number) {
  const responses = new LRUCache<string, CachedResponse>({ maxSize: MAX_CACHE_BYTES, sizeCalculation: cachedBytes });
  const renders = new Map<string, Render>();
  let version = publicVersion();

  const refresh = () => {
    const current = publicVersion();
    if (current !== version) responses.clear();
    version = current;
  };
  const storeIfCurrent = (key: string, from: number) => (rendered: CachedResponse) => {
    refresh();
    if (version !== from) return rendered;
    const response = reuseUnchanged(rendered, responses.peek(key));
    responses.set(key, response);
    return response;
  };
  const begin = (key: string): CacheRefresh => {
    let end = () => {};
    const render: Render = { version, ended: new Promise((resolve) => (end = resolve)) };
    renders.set(key, render);
    return {
      store: storeIfCurrent(key, version),
      end: () => {
        if (renders.get(key) === render) renders.delete(key);
        end();
      },
    };
  };

  return {
    /** Call before each lookup. */
    refresh,
    /** For requests without credentials. */
    find(key: string): CacheLookup {
      const response = responses.get(key);
      const running = renders.get(key);
      const isCurrent = running?.version === version;
      if (response && (isCurrent || isNew(response))) return { response };
      if (running && isCurrent) return { pending: running.ended };
      return { refresh: begin(key) };
    },
    /** Never waits or renders. */
    peek(key: string): CachedResponse | undefined {
      const response = responses.get(key);
      return response && isNew(response) ? response : undefined;
    },
    /** For a request whose response may be public. */
    storeOnly: (key: string): CacheRefresh => ({ store: storeIfCurrent(key, version), end() {} }),
  };
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

const isNew = ({ renderedAt: madeAt, maxAge }: CachedResponse) => performance.now() - madeAt < maxAge;

function reuseUnchanged(next: CachedResponse, previous: CachedResponse | undefined): CachedResponse {
  if (previous?.hash !== next.hash || previous.isPublic !== next.isPublic) return next;
  return { ...next, body: previous.body, encodedBodies: previous.encodedBodies };
}
