import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestHandler } from "express";

/**
 * Serves `/metrics` for requests with METRICS_TOKEN. Others get the app's response to an unknown address, so it is in
 * neither the table of permissions nor the API description.
 */
export function metricsHandler(token: string, text: () => Promise<{ body: string; type: string }>): RequestHandler {
  const expected = hashOf(`Bearer ${token}`);
  return (req, res, next) => {
    // Case-insensitive (RFC 9110).
    const authorization = (req.headers.authorization ?? "").replace(/^bearer +/i, "Bearer ");
    if (!timingSafeEqual(hashOf(authorization), expected)) return next();
    res.set("Cache-Control", "private, no-store");
    if (req.method !== "GET" && req.method !== "HEAD") {
      return void res.status(405).set("Allow", "GET, HEAD").type("text/plain").send("This method is not allowed here.");
    }
    // Not Express's `send`: it would reorder the content type's parameters and compute an ETag.
    text().then(({ body, type }) => {
      res.setHeader("Content-Type", type);
      res.setHeader("Content-Length", Buffer.byteLength(body));
      res.end(body);
    }, next);
  };
}

/** Equal lengths, for a constant-time comparison. */
const hashOf = (text: string) => createHash("sha256").update(text).digest();
