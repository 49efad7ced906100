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

/** What the front has found out about a request that goes on to the app. */
interface CacheContext {
  /** The response is to be cached. */
  refresh?: CacheRefresh;
  /** The request carries no credential of any kind: caches on the way may store the response. */
  isVisitor: boolean;
}

const contexts = new WeakMap<IncomingMessage, CacheContext>();

/** What the cache lookup found for a request. */
export const cacheContext = (req: IncomingMessage): CacheContext => contexts.get(req) ?? { isVisitor: false };

/**
 * How often a request waits for the render of another one, where writes keep outdating it, before it renders itself.
 */
const MAX_WAITS = 3;

/**
 * Serves cached responses before the app sees the request; everything else goes on to the app.
 * @param app renders what is not cached, and caches it (see `storeResponses`)
 * @param dismissedAnnouncement the id of the current announcement, where a `Cookie` header shows that it was dismissed
 */
export function serveCached(
  cache: ResponseCache,
  app: RequestListener,
  findRoute: FindRoute,
  dismissedAnnouncement: (cookie: string) => Promise<string | undefined>,
): RequestListener {
  const refresh = oncePerTurn(cache.refresh);
  const serve = (exchange: Exchange, key: string, waits = 0): void => {
    const { req, res } = exchange;
    const found = cache.find(key);
    if ("response" in found) send(exchange, found.response);
    else if ("refresh" in found) {
      // Not when it has left: that takes as long as the client likes, and longer where an earlier response of the same
      // connection has not been read.
      beforeHead(res, found.refresh.end);
      res.once("close", found.refresh.end);
      pass(exchange, { refresh: found.refresh });
    } else if (waits === MAX_WAITS) pass(exchange, { refresh: cache.beside(key) });
    else {
      void found.making.then(() => {
        if (res.destroyed) return;
        if (isKnown(refresh)) serve(exchange, key, waits + 1);
        else app(req, res);
      });
    }
  };
  const pass = ({ req, res, isVisitor }: Exchange, found: Omit<CacheContext, "isVisitor">) => {
    contexts.set(req, { ...found, isVisitor });
    app(req, res);
  };
  const serveIfFresh = (exchange: Exchange, key: string) => {
    const found = cache.peek(key);
    if (found?.isPublic) send(exchange, found);
    else pass(exchange, { refresh: cache.beside(key) });
  };
  const respond = (req: IncomingMessage, res: ServerResponse, dismissed?: string) => {
    const requester = requesterOf(req);
    const key = requester === "other" ? undefined : keyOf(req, findRoute, dismissed);
    // Also for members: what a suspension has hidden is back at its end.
    if (!isKnown(refresh) || key === undefined) return void app(req, res);
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
      // The app answers what has gone wrong.
      () => app(req, res),
    );
  };
}

/**
 * Calls `look` for the first request of a turn of the event loop. Those that follow in the same turn had arrived by then,
 * so nothing can have changed before they were sent. Where it throws, the next one calls it again.
 */
function oncePerTurn(look: () => void): () => void {
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

/** Its response is rendered like the others, but not cached. */
const NOT_CACHED: CacheRefresh = { store: (made) => made, end() {} };

/** Whether `look` could say what has changed. Where the database fails, the app says so, as for any request. */
function isKnown(look: () => void): boolean {
  try {
    look();
    return true;
  } catch {
    return false;
  }
}

/** What may be a cookie of ours. Others are nobody's business here: what analytics and the like leave. */
const OWN_COOKIE = /paddock_/i;

/** Cookies of earlier logins and sign-ups, which no cached response depends on, and the announcement's, part of the key. */
const IGNORED_COOKIE = /^\s*(?:__Host-)?paddock_(?:device|sign_up|announcement)=/;

const ANNOUNCEMENT_COOKIE = /paddock_announcement=/;

const isIgnored = (cookie: string) => !OWN_COOKIE.test(cookie) || IGNORED_COOKIE.test(cookie);

/** Pictures and files are no responses of this cache: they are large, and have rules of their own. */
const FILES = /^\/(?:img|assets|map-tiles|healthz)(?:\/|$)/i;

/** Longer addresses are no links: responses there are not cached. */
const MAX_LENGTH = 500;

/**
 * Who requests a cacheable address: a visitor, a visitor whose browser we know, a bearer at the API, or another user.
 */
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

/**
 * The cache key: exactly what the app routes by, the host unless APP_URL fixes it, and the dismissed announcement. As
 * JSON, so that no part can pass for another.
 */
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

/** As the router reads it, which decodes: `/%69mg/…` is a picture too. */
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

/** One request in so many has a line of its own in the log … */
const LOGGED_SAMPLE = 100;
/** … and all are counted in one line every so many ms. */
const LOG_INTERVAL_MS = 10_000;

const counts = { whole: 0, unchanged: 0 };
let serial = 0;
let timer: NodeJS.Timeout | undefined;

/**
 * Counts a request that was served before the app saw it. A line for each would cost more than the response.
 * @param status 200 or 304
 */
function countServed({ method, url = "" }: IncomingMessage, status: 200 | 304, requestId: string): void {
  if (status === 200) counts.whole += 1;
  else counts.unchanged += 1;
  countCacheUse(status === 200 ? "whole" : "unchanged");
  timer ??= setTimeout(logCounts, LOG_INTERVAL_MS).unref();
  if (serial++ % LOGGED_SAMPLE !== 0) return;
  const path = maskTokens(url.split("?", 1)[0] ?? "");
  log.info({ requestId, method, path, status, oneOf: LOGGED_SAMPLE }, "request answered from the cache");
}

/** Counts a cached response, sent whole or as 304, or one rendered for the cache, for the metrics. */
export let countCacheUse: (how: "whole" | "unchanged" | "made") => void = () => {};

/** Tells `listener` of each from here on. */
export function onCacheUse(listener: typeof countCacheUse): void {
  countCacheUse = listener;
}

function logCounts(): void {
  clearTimeout(timer);
  timer = undefined;
  if (counts.whole + counts.unchanged === 0) return;
  log.info({ ...counts }, "requests answered from the cache");
  counts.whole = 0;
  counts.unchanged = 0;
}

process.once("exit", logCounts);

/** Size limit of the cache, bytes. */
const MAX_CACHE_BYTES = 32 * 1024 * 1024;

/** The render of a response, by the one request that does it for all. */
export interface CacheRefresh {
  /**
   * Caches the response, unless something public has changed since the render began: then a part of it may be outdated.
   * @returns what to send: the same bytes, but compressed already where they were before
   */
  store(response: CachedResponse): CachedResponse;
  /** The render is over, whatever its outcome. May be repeated. */
  end(): void;
}

/** Result of a lookup: a cached response, a render in progress to wait for, or the task to render it. */
type CacheLookup = { response: CachedResponse } | { making: Promise<void> } | { refresh: CacheRefresh };

interface Render {
  version: number;
  over: Promise<void>;
}

/**
 * Responses for visitors, until something public changes, in this process or another. A response that is only too old
 * is served while one request renders it again; one that a write has outdated is deleted at once, and requests wait for
 * the one that renders it.
 * @param publicVersion stays the same for as long as nothing public changes
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
  const keep = (key: string, from: number) => (made: CachedResponse) => {
    refresh();
    if (version !== from) return made;
    const response = asBefore(made, responses.peek(key));
    responses.set(key, response);
    return response;
  };
  const begin = (key: string): CacheRefresh => {
    let end = () => {};
    const making: Render = { version, over: new Promise((resolve) => (end = resolve)) };
    renders.set(key, making);
    return {
      store: keep(key, version),
      end: () => {
        if (renders.get(key) === making) renders.delete(key);
        end();
      },
    };
  };

  return {
    /** Checks whether anything public has changed, and clears the cache if so. Before each lookup. */
    refresh,
    /** Looks up a request without credentials. */
    find(key: string): CacheLookup {
      const response = responses.get(key);
      const making = renders.get(key);
      const isCurrent = making?.version === version;
      if (response && (isCurrent || isNew(response))) return { response };
      if (making && isCurrent) return { making: making.over };
      return { refresh: begin(key) };
    },
    /** A fresh response; never waits for one, nor renders one. */
    peek(key: string): CachedResponse | undefined {
      const response = responses.get(key);
      return response && isNew(response) ? response : undefined;
    },
    /** For a request whose response may turn out to be public, once it is rendered. */
    beside: (key: string): CacheRefresh => ({ store: keep(key, version), end() {} }),
  };
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

const isNew = ({ madeAt, maxAge }: CachedResponse) => performance.now() - madeAt < maxAge;

/**
 * A response that was rendered again: with the old one's bytes and their compressed forms, where nothing is different.
 */
function asBefore(made: CachedResponse, before: CachedResponse | undefined): CachedResponse {
  if (before?.hash !== made.hash || before.isPublic !== made.isPublic) return made;
  return { ...made, body: before.body, forms: before.forms };
}
