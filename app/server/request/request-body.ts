import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { BODY_LIMITS, DRAIN_TIMEOUT_MS } from "~/http/body/rules";
import { sendRefusal } from "~/http/origin";
import { beforeEnd, beforeHead } from "./outgoing";

/** Body timeout, and progress interval of uploads. */
const CHECK_INTERVAL_MS = 60_000;
/** Per interval; low enough for a bad mobile connection. */
const MIN_PROGRESS_BYTES = 16 * 1024;

/**
 * Aborts slow bodies: text after a minute, uploads only without progress. Node's `requestTimeout` would abort long
 * uploads.
 */
export const bodyTimeout: RequestHandler = (req, res, next) => {
  if (!req.complete && hasBody(req)) {
    let receivedBytes = req.socket.bytesRead;
    const timer = setInterval(() => {
      const progress = req.socket.bytesRead - receivedBytes;
      receivedBytes += progress;
      if (req.complete) return clearInterval(timer);
      if (isUpload(req) && progress >= MIN_PROGRESS_BYTES) return;
      clearInterval(timer);
      if (res.headersSent) req.socket.destroy();
      else sendRefusal(req, res, 408, "The request took too long to arrive.");
    }, CHECK_INTERVAL_MS);
    req.once("close", () => clearInterval(timer));
  }
  next();
};

/** Uploads without credentials are refused long before. */
function isUpload({ headers }: IncomingMessage): boolean {
  const isMember = headers.cookie !== undefined || headers.authorization !== undefined;
  return isMember && /^(multipart\/form-data|application\/offset\+octet-stream)\b/i.test(headers["content-type"] ?? "");
}

/** `DRAIN_TIMEOUT_MS` limits the time. */
const MAX_DRAINED_BYTES = BODY_LIMITS.drainBody;
/** To read the response before the socket is destroyed. */
const LINGER_MS = 1_000;

/**
 * Clients lose a response that arrives while they send. So an early response first drains the body, and beyond the
 * limits closes the connection.
 */
export const drain: RequestHandler = (req, res, next) => {
  if (!hasBody(req)) return next();
  beforeHead(res, () => {
    if (!req.complete && Number(req.headers["content-length"] ?? 0) > MAX_DRAINED_BYTES)
      res.setHeader("Connection", "close");
  });
  beforeEnd(res, () => {
    if (req.complete) return undefined;
    return discardBody(req).then((complete) => {
      if (!complete) res.once("finish", () => closeAfterResponse(req));
    });
  });
  next();
};

function hasBody(req: IncomingMessage): boolean {
  return req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
}

/** @returns whether the whole body was discarded */
function discardBody(req: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let remaining = MAX_DRAINED_BYTES;
    const finish = () => {
      clearTimeout(timer);
      req.off("data", count).off("end", finish).off("close", finish);
      // The rest stays in the socket's buffers.
      if (!req.complete) req.pause();
      resolve(req.complete);
    };
    const count = (chunk: Buffer) => {
      remaining -= chunk.length;
      if (remaining < 0) finish();
    };
    const timer = setTimeout(finish, DRAIN_TIMEOUT_MS);
    // They would only buffer the data.
    req.removeAllListeners("data");
    req.on("data", count).once("end", finish).once("close", finish);
    req.resume();
  });
}

/** Half-closes first: destroying the socket would discard data that the client has not read. */
function closeAfterResponse(req: IncomingMessage): void {
  const { socket } = req;
  socket.end();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
