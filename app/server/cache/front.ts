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
}

const passed = new WeakMap<IncomingMessage, Passed>();

/** What the front knows of a request. */
export const passedBy = (req: IncomingMessage): Passed => passed.get(req) ?? {};

/** How often a request waits for another one's answer, where writes keep spoiling it, before it makes its own. */
const MOST_WAITS = 3;

/**
 * Answers what is kept, before the app sees the request; everything else goes on to the app.
 * @param app answers what is not kept, and keeps it (see `keepAnswers`)
 */
export function answerFirst(cache: AnswerCache, app: RequestListener): RequestListener {
  const answer = (req: IncomingMessage, res: ServerResponse, key: string, waits = 0): void => {
    const found = cache.find(key);
    if ("answer" in found) give(req, res, found.answer);
    else if ("refill" in found) {
      whenBegun(res, found.refill.end);
      pass(req, res, { refill: found.refill });
    } else if (waits === MOST_WAITS) app(req, res);
    else {
      void found.making.then(() => {
        if (res.destroyed) return;
        if (isKnown(cache.refresh)) answer(req, res, key, waits + 1);
        else app(req, res);
      });
    }
  };
  const give = (req: IncomingMessage, res: ServerResponse, found: CachedAnswer) => {
    if (found.countedAs.length > 0) pass(req, res, { counted: found });
    else send(req, res, found);
  };
  const pass = (req: IncomingMessage, res: ServerResponse, facts: Passed) => {
    passed.set(req, facts);
    app(req, res);
  };
  const look = (req: IncomingMessage, res: ServerResponse, key: string, isVisitor: boolean) => {
    const found = cache.peek(key);
    if (found && (isVisitor || found.sameForAll)) give(req, res, found);
    else if (isVisitor) app(req, res);
    else pass(req, res, { refill: cache.beside(key) });
  };
  const refreshOnce = onceATurn(cache.refresh);
  return (req, res) => {
    const asker = askerOf(req);
    const key = asker === "other" ? undefined : keyOf(req);
    if (key === undefined) return void app(req, res);
    if (!isKnown(refreshOnce)) app(req, res);
    else if (asker === "visitor" && req.method === "GET") answer(req, res, key);
    else look(req, res, key, asker === "visitor");
  };
}

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

/** Cookies left by earlier logins and sign-ups, which no cached page reads. */
const IGNORED_COOKIES = /^(?:(?:__Host-)?paddock_(?:device|sign_up)=[^;]*(?:; *|$))*$/;

/** Pictures and files are no answers of this cache: they are large, and have rules of their own. */
const FILES = /^\/(?:img|assets|map-tiles|healthz)(?:\/|$)/i;

/** Longer addresses are nobody's links. */
const MAX_LENGTH = 500;

/** Who asks for what may be in the cache: a visitor, somebody with a bearer at the API, or somebody else. */
function askerOf({ method, url = "", headers }: IncomingMessage): "visitor" | "bearer" | "other" {
  if (method !== "GET" && method !== "HEAD") return "other";
  if (!url.startsWith("/") || url.length > MAX_LENGTH || FILES.test(url)) return "other";
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return "other";
  if (headers["if-match"] !== undefined || headers["if-unmodified-since"] !== undefined) return "other";
  if (headers.cookie !== undefined && !IGNORED_COOKIES.test(headers.cookie)) return "other";
  if (headers.authorization === undefined) return "visitor";
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

function send(req: IncomingMessage, res: ServerResponse, answer: CachedAnswer): void {
  const id = randomUUID();
  const { status, headers, body } = transferOf(answer, req.method ?? "GET", req.headers);
  res.writeHead(status, headers.concat("X-Request-Id", id));
  res.end(body, "latin1");
  countAnswer(req, status, id);
}
