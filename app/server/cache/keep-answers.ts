import type { Request, RequestHandler, Response } from "express";
import { FOR_ALL } from "~/http/caching";
import type { LimitName } from "~/http/limits.server";
import type { FirstView } from "../first-view";
import { type CachedAnswer, toCachedAnswer, transferOf } from "./cached-answer";
import { passedBy } from "./front";
import { countKept } from "./traffic";

/**
 * Sends what the front found but could not send, because each view of it counts against a limit.
 * @param mayRead counts one for a client; false where the limit is used up
 */
export function sendCounted(mayRead: (limit: LimitName, clientAddress: string) => Promise<boolean>): RequestHandler {
  return async (req, res, next) => {
    const { counted, isVisitor } = passedBy(req);
    if (!counted) return next();
    for (const limit of counted.countedAs) {
      // The app refuses it in its own words.
      if (!(await mayRead(limit, res.locals.clientAddress))) return next();
    }
    send(req, res, counted, { asked: req.headers, isVisitor });
    countKept(res.statusCode === 304 ? "unchanged" : "whole");
  };
}

const CONDITIONS = ["if-none-match", "if-modified-since"] as const;

/**
 * Keeps what the app answers to a request that the front has passed on for that. Mounted after compression, so that it
 * sees the plain bytes.
 * @param withStyles puts into a page the style rules that it uses
 */
export function keepAnswers(withStyles: (html: string) => FirstView): RequestHandler {
  return (req, res, next) => {
    const { refill, isVisitor } = passedBy(req);
    if (!refill) return next();
    const asked = { ...req.headers };
    // The app makes the whole answer; whether the client has it already is looked at when it is sent.
    for (const name of CONDITIONS) delete req.headers[name];
    capture(res, (body) => {
      const { nonce, sameForAll = false, madeEachTime = false, countedAs = [] } = res.locals;
      const made = toCachedAnswer({ headers: res.getHeaders(), body, nonce, sameForAll, countedAs }, withStyles);
      countKept("made");
      const isForOthers = sameForAll || asked.authorization === undefined;
      // Nothing is what a route may have made for HEAD.
      const isKept = isForOthers && !madeEachTime && body.length > 0;
      const answer = isKept ? refill.store(made) : made;
      refill.end();
      send(req, res, answer, { asked, isVisitor });
    });
    next();
  };
}

/** Buffers the answer while it is made; one that may not be kept passes through. */
function capture(res: Response, whole: (body: Buffer) => void): void {
  const { write, end } = res;
  const chunks: Buffer[] = [];
  let keeps: boolean | undefined;
  const mayKeep = () => {
    keeps ??= res.statusCode === 200 && allowsKeeping(res);
    return keeps;
  };
  res.write = ((chunk: Uint8Array, ...rest: never[]) => {
    if (!mayKeep()) return (write as (...all: unknown[]) => boolean).call(res, chunk, ...rest);
    chunks.push(Buffer.from(chunk));
    const callback = rest.at(-1) as unknown;
    if (typeof callback === "function") callback();
    return true;
  }) as typeof res.write;
  res.end = ((...all: unknown[]) => {
    const complete = mayKeep() && !res.writableEnded;
    res.write = write;
    res.end = end;
    if (!complete) return (end as (...rest: unknown[]) => Response).apply(res, all);
    if (typeof all[0] === "string" || all[0] instanceof Uint8Array) chunks.push(Buffer.from(all[0] as string));
    whole(Buffer.concat(chunks));
    return res;
  }) as typeof res.end;
}

function allowsKeeping(res: Response): boolean {
  return res.getHeader("Cache-Control") === FOR_ALL["Cache-Control"] && !res.hasHeader("Set-Cookie");
}

interface Client {
  /** The headers that it sent. */
  asked: Request["headers"];
  isVisitor: boolean;
}

function send(req: Request, res: Response, answer: CachedAnswer, { asked, isVisitor }: Client): void {
  const { status, headers, body } = transferOf(answer, req.method, asked, isVisitor);
  const id = res.getHeader("X-Request-Id");
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  if (id !== undefined) res.setHeader("X-Request-Id", id);
  res.statusCode = status;
  for (let at = 0; at < headers.length; at += 2) res.appendHeader(headers[at] ?? "", headers[at + 1] ?? "");
  res.end(body, "latin1");
}
