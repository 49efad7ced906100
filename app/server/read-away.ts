import type { IncomingMessage } from "node:http";
import type { RequestHandler, Response } from "express";
import { BODY_LIMITS, READ_AWAY_MS } from "~/http/body-rules";

/** Most bytes that are read and discarded of an unread body; for how long, `READ_AWAY_MS` says. */
const MAX_BYTES = BODY_LIMITS.readAway;
/** How long the client may take to read the response before its socket is destroyed, ms. */
const LINGER = 1_000;

/**
 * Delivers responses that are sent before their request's body has been read: writes the response, discards the rest of
 * the body, then ends the response; beyond the limits the connection is closed. Otherwise the rest of the body would be
 * parsed as the next request, or a reset would discard the response.
 */
export const readAway: RequestHandler = (req, res, next) => {
  if (!hasBody(req)) return next();
  const { write, end, writeHead } = res;
  res.writeHead = ((...all: unknown[]) => {
    if (!req.complete && declaresTooMuch(req)) res.setHeader("Connection", "close");
    return (writeHead as (...rest: unknown[]) => Response).apply(res, all);
  }) as typeof res.writeHead;
  res.end = ((...all: unknown[]) => {
    res.end = end;
    if (req.complete) return (end as (...rest: unknown[]) => Response).apply(res, all);
    if (typeof all[0] === "string" || all[0] instanceof Uint8Array) {
      (write as (...rest: unknown[]) => boolean).call(res, ...all.filter((part) => typeof part !== "function"));
    } else if (!res.headersSent) res.flushHeaders();
    void discardBody(req).then((complete) => {
      if (!complete) res.once("finish", () => closeAfterResponse(req));
      (end as () => Response).call(res);
    });
    return res;
  }) as typeof res.end;
  next();
};

/** Whether a request says that a body comes with it. */
export function hasBody(req: IncomingMessage): boolean {
  return req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
}

function declaresTooMuch(req: IncomingMessage): boolean {
  return Number(req.headers["content-length"] ?? 0) > MAX_BYTES;
}

/** @returns whether the whole body has been discarded */
function discardBody(req: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let left = MAX_BYTES;
    const finish = () => {
      clearTimeout(timer);
      req.off("data", count).off("end", finish).off("close", finish);
      // Leaves the rest in the socket's buffers until the connection is closed.
      if (!req.complete) req.pause();
      resolve(req.complete);
    };
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) finish();
    };
    const timer = setTimeout(finish, READ_AWAY_MS);
    // The former reader has given up; its listeners would only buffer the data.
    req.removeAllListeners("data");
    req.on("data", count).once("end", finish).once("close", finish);
    req.resume();
  });
}

/** Half-closes first: destroying the socket at once would discard what the client has not read yet. */
function closeAfterResponse(req: IncomingMessage): void {
  const { socket } = req;
  socket.end();
  setTimeout(() => socket.destroy(), LINGER).unref();
}
