import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { env } from "~/env.server";
import { parseAddress } from "../address";
import type { AnswerCache, Refill } from "./answer-cache";
import { type CachedAnswer, transferOf } from "./cached-answer";
import { countAnswer } from "./traffic";

/** What the front has found out about a request that goes on to the app. */
export interface Passed {
  /** The answer is to be kept. */
  refill?: Refill;
  /** The answer, which is sent once this view has been counted. */
  counted?: CachedAnswer;
  /** Who asks has sent no credential of any kind: caches on the way may keep the answer. */
  isVisitor: boolean;
}

const passed = new WeakMap<IncomingMessage, Passed>();

/** What the front knows of a request. */
export const passedBy = (req: IncomingMessage): Passed => passed.get(req) ?? { isVisitor: false };

/** How often a request waits for another one's answer, where writes keep spoiling it, before it makes its own. */
const MOST_WAITS = 3;

/**
 * Answers what is kept, before the app sees the request; everything else goes on to the app.
 * @param app answers what is not kept, and keeps it (see `keepAnswers`)
 */
export function answerFirst(cache: AnswerCache, app: RequestListener): RequestListener {
  const answer = (exchange: Exchange, key: string, waits = 0): void => {
    const { req, res } = exchange;
    const found = cache.find(key);
    if ("answer" in found) give(exchange, found.answer);
    else if ("refill" in found) {
      whenBegun(res, found.refill.end);
      pass(exchange, { refill: found.refill });
    } else if (waits === MOST_WAITS) pass(exchange, { refill: cache.beside(key) });
    else {
      void found.making.then(() => {
        if (res.destroyed) return;
        if (isKnown(cache.refresh)) answer(exchange, key, waits + 1);
        else app(req, res);
      });
    }
  };
  const give = (exchange: Exchange, found: CachedAnswer) => {
    if (found.countedAs.length > 0) pass(exchange, { counted: found });
    else send(exchange, found);
  };
  const pass = ({ req, res, isVisitor }: Exchange, found: Omit<Passed, "isVisitor">) => {
    passed.set(req, { ...found, isVisitor });
    app(req, res);
  };
  const look = (exchange: Exchange, key: string) => {
    const found = cache.peek(key);
    if (found?.sameForAll) give(exchange, found);
    else pass(exchange, { refill: cache.beside(key) });
  };
  const refreshOnce = onceATurn(cache.refresh);
  return (req, res) => {
    const asker = askerOf(req);
    const key = asker === "other" ? undefined : keyOf(req);
    if (key === undefined || !isKnown(refreshOnce)) return void app(req, res);
    const exchange = { req, res, isVisitor: asker === "visitor" };
    if (key.length > MAX_LENGTH) pass(exchange, { refill: NOT_KEPT });
    else if (asker === "bearer") look(exchange, key);
    else answer(exchange, key);
  };
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  isVisitor: boolean;
}

/** Its answer is made like the others, and not kept. */
const NOT_KEPT: Refill = { store: (made) => made, end() {} };

/**
 * Calls `task` when an answer begins to leave, or when its client has gone. Not when it has left: that takes as long as
 * the client likes, and longer where an earlier answer of the same connection has not been read.
 */
function whenBegun(res: ServerResponse, task: () => void): void {
  const { writeHead } = res;
  res.writeHead = ((...all: Parameters<typeof writeHead>) => {
    task();
    return writeHead.apply(res, all);
  }) as typeof writeHead;
  res.once("close", task);
}

/** Whether `look` could say what has changed. Where the database fails, the app says so, as for any request. */
function isKnown(look: () => void): boolean {
  try {
    look();
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs `task` once a turn of the event loop. What a turn reads from its sockets has come before the turn began, so that
 * for all of it one look is as good as one for each; it is a quarter of what such an answer costs.
 */
function onceATurn(task: () => void): () => void {
  let done = false;
  const begin = () => {
    done = false;
  };
  return () => {
    if (done) return;
    task();
    done = true;
    setImmediate(begin);
  };
}

/** What may be a cookie of ours. Others are nobody's business here: what analytics and the like leave. */
const OWN_COOKIE = /paddock_/i;

/** Of ours those that earlier logins and sign-ups left, which no kept answer reads. */
const IGNORED_COOKIE = /^\s*(?:__Host-)?paddock_(?:device|sign_up)=/;

const isIgnored = (cookie: string) => !OWN_COOKIE.test(cookie) || IGNORED_COOKIE.test(cookie);

/** Pictures and files are no answers of this cache: they are large, and have rules of their own. */
const FILES = /^\/(?:img|assets|map-tiles|healthz)(?:\/|$)/i;

/** Longer addresses are nobody's links: what stands there is not kept. */
const MAX_LENGTH = 500;

/**
 * Who asks for what may be in the cache: a visitor, a visitor whose browser we know, somebody with a bearer at the API, or
 * somebody else.
 */
function askerOf({ method, url = "", headers }: IncomingMessage): "visitor" | "known" | "bearer" | "other" {
  if (method !== "GET" && method !== "HEAD") return "other";
  if (!url.startsWith("/") || FILES.test(url)) return "other";
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return "other";
  if (headers["if-match"] !== undefined || headers["if-unmodified-since"] !== undefined) return "other";
  const hasOwn = headers.cookie !== undefined && OWN_COOKIE.test(headers.cookie);
  if (hasOwn && !headers.cookie?.split(";").every(isIgnored)) return "other";
  if (headers.authorization === undefined) return hasOwn ? "known" : "visitor";
  return method === "GET" && url.startsWith("/api/v1/") ? "bearer" : "other";
}

/** Under what an answer is filed: exactly what the app routes, and the host unless APP_URL fixes it. */
function keyOf({ url = "", headers }: IncomingMessage): string | undefined {
  const address = parseAddress(headers.host ?? "", url);
  if ("status" in address || isFile(address.path)) return undefined;
  return env().APP_URL === undefined ? `${address.host} ${address.path}` : address.path;
}

/** As the router reads it, which decodes: `/%69mg/…` is a picture too. */
function isFile(path: string): boolean {
  return FILES.test(decodeURIComponent(path.split("?", 1)[0] ?? ""));
}

function send({ req, res, isVisitor }: Exchange, answer: CachedAnswer): void {
  const id = randomUUID();
  const { status, headers, body } = transferOf(answer, req.method ?? "GET", req.headers, isVisitor);
  res.writeHead(status, headers.concat("X-Request-Id", id));
  res.end(body, "latin1");
  countAnswer(req, status, id);
}
