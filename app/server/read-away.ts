import type { IncomingMessage } from "node:http";
import type { RequestHandler, Response } from "express";

/** So much of a body that nobody wanted is read and dropped … */
const MOST_BYTES = 32 * 1024 * 1024;
/** … for so long, ms. */
const LONGEST = 3_000;
/** How long the far end may take to see that the connection is over, ms. */
const LINGER = 1_000;

/**
 * Sees to it that an answer arrives which was given before its request had been read: the answer is sent, what the client
 * still sends is read away, and only then is the answer over. Where that does not end, the connection is closed.
 * Without this the rest of the body would be taken for the next request, or the connection would be cut under the answer.
 */
export const readAway: RequestHandler = (req, res, next) => {
  if (!hasBody(req)) return next();
  const { write, end, writeHead } = res;
  res.writeHead = ((...all: unknown[]) => {
    if (!req.complete && tooMuchIsComing(req)) res.setHeader("Connection", "close");
    return (writeHead as (...rest: unknown[]) => Response).apply(res, all);
  }) as typeof res.writeHead;
  res.end = ((...all: unknown[]) => {
    res.end = end;
    if (req.complete) return (end as (...rest: unknown[]) => Response).apply(res, all);
    if (typeof all[0] === "string" || all[0] instanceof Uint8Array) {
      (write as (...rest: unknown[]) => boolean).call(res, ...all.filter((part) => typeof part !== "function"));
    } else if (!res.headersSent) res.flushHeaders();
    void drop(req).then((complete) => {
      if (!complete) res.once("finish", () => closeGently(req));
      (end as () => Response).call(res);
    });
    return res;
  }) as typeof res.end;
  next();
};

function hasBody(req: IncomingMessage): boolean {
  return req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
}

function tooMuchIsComing(req: IncomingMessage): boolean {
  return Number(req.headers["content-length"] ?? 0) > MOST_BYTES;
}

/** @returns whether the whole body has been read away */
function drop(req: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let left = MOST_BYTES;
    const over = () => {
      clearTimeout(timer);
      req.off("data", count).off("end", over).off("close", over);
      // No more of it: what still comes waits in the system's buffers until the connection ends.
      if (!req.complete) req.pause();
      resolve(req.complete);
    };
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) over();
    };
    const timer = setTimeout(over, LONGEST);
    // Whoever was to read this has given up, and must not pile it up.
    req.removeAllListeners("data");
    req.on("data", count).once("end", over).once("close", over);
    req.resume();
  });
}

/** Our end first, then, in a moment, all of it: at once would take away what the client has not read yet. */
function closeGently(req: IncomingMessage): void {
  const { socket } = req;
  socket.end();
  setTimeout(() => socket.destroy(), LINGER).unref();
}
