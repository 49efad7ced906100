import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { refuse } from "~/http/origin";

/** Time limit for a request body that is no upload, and the interval at which uploads are checked, ms. */
const INTERVAL = 60_000;
/** Least bytes that an upload must send per interval; low enough for a bad mobile connection. */
const MIN_PROGRESS = 16 * 1024;

/**
 * Aborts requests whose body is too slow: a minute for text, no limit for uploads as long as they make progress.
 * Replaces Node's `requestTimeout`, which would abort long uploads.
 */
export const bodyClock: RequestHandler = (req, res, next) => {
  if (!req.complete && (req.headers["transfer-encoding"] || Number(req.headers["content-length"]) > 0)) {
    let received = req.socket.bytesRead;
    const clock = setInterval(() => {
      const progress = req.socket.bytesRead - received;
      received += progress;
      if (req.complete) return clearInterval(clock);
      if (isUpload(req) && progress >= MIN_PROGRESS) return;
      clearInterval(clock);
      if (res.headersSent) req.socket.destroy();
      else refuse(req, res, 408, "The request took too long to arrive.");
    }, INTERVAL);
    req.once("close", () => clearInterval(clock));
  }
  next();
};

/** Only requests with credentials: uploads without are refused long before. */
function isUpload({ headers }: IncomingMessage): boolean {
  const known = headers.cookie !== undefined || headers.authorization !== undefined;
  return known && /^(multipart\/form-data|application\/offset\+octet-stream)\b/i.test(headers["content-type"] ?? "");
}
