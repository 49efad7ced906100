import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestHandler } from "express";

/**
 * `/metrics`, for requests with the token. For others the address does not exist: the app responds as to any unknown
 * one. So it appears neither in the table of permissions nor in the description of the API.
 * @param token METRICS_TOKEN
 * @param text renders the metrics, and states their content type
 */
export function metricsHandler(token: string, text: () => Promise<{ body: string; type: string }>): RequestHandler {
  const expected = hashOf(`Bearer ${token}`);
  return (req, res, next) => {
    // The scheme's name is in any case, as RFC 9110 has it.
    const sent = (req.headers.authorization ?? "").replace(/^bearer +/i, "Bearer ");
    if (!timingSafeEqual(hashOf(sent), expected)) return next();
    res.set("Cache-Control", "private, no-store");
    if (req.method !== "GET" && req.method !== "HEAD") {
      return void res.status(405).set("Allow", "GET, HEAD").type("text/plain").send("This method is not allowed here.");
    }
    // Not Express's `send`: it would put the parts of the content type into another order, and compute an ETag.
    text().then(({ body, type }) => {
      res.setHeader("Content-Type", type);
      res.setHeader("Content-Length", Buffer.byteLength(body));
      res.end(body);
    }, next);
  };
}

/** Of the same length whatever was sent, so that comparing takes the same time. */
const hashOf = (text: string) => createHash("sha256").update(text).digest();
