import type { Request, RequestHandler, Response } from "express";
import { env } from "~/services/env.server";
import { failureBody } from "./status";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request comes from our own pages, as far as its headers tell. Every browser says so in Sec-Fetch-Site or
 * Origin on a request that changes something; a client that sends neither (nor a Referer) is no browser, so nobody
 * can be made to send its cookies against their will.
 */
export function isOwnOrigin(headers: Record<string, string | string[] | undefined>, ownOrigin: string): boolean {
  const site = headers["sec-fetch-site"];
  const origin = headers.origin;
  const referer = headers.referer;
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  if (origin !== undefined) return origin === ownOrigin;
  if (site !== undefined) return true;
  return referer === undefined || (URL.canParse(String(referer)) && new URL(String(referer)).origin === ownOrigin);
}

/** APP_URL's origin; where unset, what the request itself was sent to. */
function ownOriginOf(req: Request): string {
  const { APP_URL } = env();
  return APP_URL ? new URL(APP_URL).origin : `${req.protocol}://${req.headers.host}`;
}

/**
 * Refuses writes from other sites (decisions, Identity and sessions). A pure bearer call to the API carries nothing
 * that a foreign page could abuse, so it may come from anywhere.
 */
export const checkOrigin: RequestHandler = (req, res, next) => {
  const bearerOnly = req.path.startsWith("/api/") && req.headers.cookie === undefined;
  if (!SAFE.has(req.method) && !bearerOnly && !isOwnOrigin(req.headers, ownOriginOf(req))) {
    refuse(req, res, 403, "This request came from another site and was refused.");
    return;
  }
  // Compared once, here; Remix's own comparison of writes ignores APP_URL and answers 500.
  if (!SAFE.has(req.method)) delete req.headers.origin;
  next();
};

/** An answer from outside the app: JSON for the API, plain text for people. */
export function refuse(req: Request, res: Response, status: number, message: string): void {
  res.status(status).set("Cache-Control", "no-store");
  if (req.path.startsWith("/api/")) res.json(failureBody(status, message));
  else res.type("text/plain").send(message);
}
