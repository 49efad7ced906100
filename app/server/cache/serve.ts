import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { beforeHead } from "../request/outgoing";
import type { FindRoute } from "../request/routes";
import { countServed } from "./cache-log";
import { type CachedResponse, cachedBytes, responseParts } from "./cached-response";
import { ANNOUNCEMENT_COOKIE, keyOf, requesterOf } from "./requester";

interface CacheContext {
  /** Receives the response of a cacheable request. */
  fill?: CacheFill;
  /** Without credentials: shared caches may store the response. */
  isVisitor: boolean;
}

const contexts = new WeakMap<IncomingMessage, CacheContext>();

export const cacheContext = (req: IncomingMessage): CacheContext => contexts.get(req) ?? { isVisitor: false };

/** Characters; longer addresses are no links. */
const MAX_KEY_LENGTH = 500;

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
  const discardOutdated = oncePerTick(cache.discardOutdated);
  const serve = (exchange: Exchange, key: string, waitCount = 0): void => {
    const { req, res } = exchange;
    const lookup = cache.find(key);
    if ("response" in lookup) send(exchange, lookup.response);
    else if ("fill" in lookup) {
      // Not at the end: a slow client, or an unread earlier response on the connection, would delay it.
      beforeHead(res, lookup.fill.end);
      res.once("close", lookup.fill.end);
      pass(exchange, { fill: lookup.fill });
    } else if (waitCount === MAX_WAITS) pass(exchange, { fill: cache.storeOnly(key) });
    else {
      void lookup.pending.then(() => {
        if (res.destroyed) return;
        if (isDatabaseReadable(discardOutdated)) serve(exchange, key, waitCount + 1);
        else app(req, res);
      });
    }
  };
  const pass = ({ req, res, isVisitor }: Exchange, context: Omit<CacheContext, "isVisitor">) => {
    contexts.set(req, { ...context, isVisitor });
    app(req, res);
  };
  const serveIfFresh = (exchange: Exchange, key: string) => {
    const cachedResponse = cache.peek(key);
    if (cachedResponse?.isPublic) send(exchange, cachedResponse);
    else pass(exchange, { fill: cache.storeOnly(key) });
  };
  const respond = (req: IncomingMessage, res: ServerResponse, dismissedId?: string) => {
    const requester = requesterOf(req);
    const key = requester === "other" ? undefined : keyOf(req, findRoute, dismissedId);
    // Also for members, because content returns at the end of a suspension.
    if (!isDatabaseReadable(discardOutdated) || key === undefined) return void app(req, res);
    const exchange = { req, res, isVisitor: requester === "visitor" };
    if (key.length > MAX_KEY_LENGTH) pass(exchange, { fill: NOT_CACHED });
    else if (requester === "bearer") serveIfFresh(exchange, key);
    else serve(exchange, key);
  };
  return (req, res) => {
    const { cookie = "" } = req.headers;
    if (!ANNOUNCEMENT_COOKIE.test(cookie)) return respond(req, res);
    dismissedAnnouncement(cookie).then(
      (dismissedId) => respond(req, res, dismissedId),
      // The app reports the error.
      () => app(req, res),
    );
  };
}

/**
 * Calls `action` once per tick of the event loop: the tick's later requests had already arrived, so no change can precede
 * them. If it throws, the next request calls it again.
 */
function oncePerTick(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    action();
    isDone = true;
    setImmediate(() => (isDone = false));
  };
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  isVisitor: boolean;
}

const NOT_CACHED: CacheFill = { store: (response) => response, end() {} };

/** False if the database fails; the app then responds with the error. */
function isDatabaseReadable(read: () => void): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

function send({ req, res, isVisitor }: Exchange, response: CachedResponse): void {
  const id = randomUUID();
  const { status, headers, body } = responseParts(response, req.method ?? "GET", req.headers, isVisitor);
  res.writeHead(status, { ...headers, "X-Request-Id": id });
  res.end(body);
  countServed(req, status, id);
}

const MAX_CACHE_BYTES = 32 * 1024 * 1024;

/** The render of a missing or stale response. */
export interface CacheFill {
  /**
   * Caches the response, unless public data has changed since the render began and part of it may be outdated.
   * @returns the response to send, with the compressed forms of an equal cached one
   */
  store(response: CachedResponse): CachedResponse;
  /** Also after a failure; may be repeated. */
  end(): void;
}

type CacheLookup = { response: CachedResponse } | { pending: Promise<void> } | { fill: CacheFill };

interface Render {
  version: number;
  ended: Promise<void>;
}

/**
 * Caches visitors' responses until public data changes in any process. A stale response is served while one request
 * renders it again. A write deletes all.
 * @param publicVersion changes with every change of public data
 */
export function createResponseCache(publicVersion: () => number) {
  const responses = new LRUCache<string, CachedResponse>({ maxSize: MAX_CACHE_BYTES, sizeCalculation: cachedBytes });
  const renders = new Map<string, Render>();
  let version = publicVersion();

  const discardOutdated = () => {
    const current = publicVersion();
    if (current !== version) responses.clear();
    version = current;
  };
  const storeIfCurrent = (key: string, startVersion: number) => (freshResponse: CachedResponse) => {
    discardOutdated();
    if (version !== startVersion) return freshResponse;
    const response = reuseUnchanged(freshResponse, responses.peek(key));
    responses.set(key, response);
    return response;
  };
  const startFill = (key: string): CacheFill => {
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
    /** Deletes all responses if public data has changed. Call before each lookup. */
    discardOutdated,
    /** For requests without credentials. */
    find(key: string): CacheLookup {
      const response = responses.get(key);
      const render = renders.get(key);
      const isCurrent = render?.version === version;
      if (response && (isCurrent || isFresh(response))) return { response };
      if (render && isCurrent) return { pending: render.ended };
      return { fill: startFill(key) };
    },
    /** Never waits or renders. */
    peek(key: string): CachedResponse | undefined {
      const response = responses.get(key);
      return response && isFresh(response) ? response : undefined;
    },
    /** For a request whose response may be public. */
    storeOnly: (key: string): CacheFill => ({ store: storeIfCurrent(key, version), end() {} }),
  };
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

const isFresh = ({ renderedAt, maxAge }: CachedResponse) => performance.now() - renderedAt < maxAge;

function reuseUnchanged(next: CachedResponse, previous: CachedResponse | undefined): CachedResponse {
  if (previous?.hash !== next.hash || previous.isPublic !== next.isPublic) return next;
  return { ...next, body: previous.body, encodedBodies: previous.encodedBodies };
}
