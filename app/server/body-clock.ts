import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { refuse } from "~/http/origin";

/** How long a text may take to arrive, ms; and how often an upload is looked at. */
const PATIENCE = 60_000;
/** What an upload has to bring in that time, bytes: a phone on a bad line does. */
const LEAST_PROGRESS = 16 * 1024;

/**
 * Cuts requests whose body does not arrive: a text has a minute, an upload goes on for as long as it gets anywhere. Node's
 * own limit would cut long uploads.
 */
export const bodyClock: RequestHandler = (req, res, next) => {
  if (!req.complete && (req.headers["transfer-encoding"] || Number(req.headers["content-length"]) > 0)) {
    let received = req.socket.bytesRead;
    const clock = setInterval(() => {
      const progress = req.socket.bytesRead - received;
      received += progress;
      if (req.complete) return clearInterval(clock);
      if (mayTakeItsTime(req) && progress >= LEAST_PROGRESS) return;
      clearInterval(clock);
      if (res.headersSent) req.socket.destroy();
      else refuse(req, res, 408, "The request took too long to arrive.");
    }, PATIENCE);
    req.once("close", () => clearInterval(clock));
  }
  next();
};

/** Whoever has no session is answered long before. */
function mayTakeItsTime({ headers }: IncomingMessage): boolean {
  const known = headers.cookie !== undefined || headers.authorization !== undefined;
  return known && /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");
}
