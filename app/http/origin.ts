import type { Request, RequestHandler, Response } from "express";
import { env } from "~/env.server";
import { logSecurity } from "~/services/log/log.server";
import { CACHE_PRIVATE } from "./caching";
import { findUserId } from "./session/session.server";
import { failureBody } from "./status";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request comes from our own pages, as far as its headers tell. Every browser says so in Sec-Fetch-Site or
 * Origin on a request that changes something; a client that sends neither (nor a Referer) is no browser, so nobody
 * can be made to send its cookies against their will.
 */
function isSameOrigin(headers: Record<string, string | string[] | undefined>, ownOrigin: string): boolean {
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

/** What a browser cannot be made to send from another site: whoever sends it means it. */
const hasBearer = ({ headers }: Request) => /^Bearer /i.test(headers.authorization ?? "");

/**
 * Where mail programs stop a kind of mail with one click (RFC 8058): a POST without cookie, from wherever the program is.
 * Whoever sends it knows the secret in the address, which no other site can know or have guessed; it looks at no session,
 * and all it can do is that somebody gets less mail, as they may change again in their settings.
 */
const isOneClick = ({ method, path }: Request) => method === "POST" && /^\/unsubscribe\/[\w-]+\.[a-z-]+$/.test(path);

/**
 * Refuses writes that a browser sends for another site, at every address, with a cookie or without: to be logged in, signed
 * up or heard against one's will is no better than to be logged out. A credential of its own lifts this.
 */
export const checkOrigin: RequestHandler = async (req, res, next) => {
  const mayComeFromElsewhere = SAFE.has(req.method) || hasBearer(req) || isOneClick(req);
  if (!mayComeFromElsewhere && !isSameOrigin(req.headers, ownOriginOf(req))) {
    const { cookie } = req.headers;
    const userId = cookie === undefined ? undefined : await findUserId({ cookie }).catch(() => undefined);
    const { clientAddress, requestId } = res.locals;
    logSecurity("refused_origin", { userId, clientAddress, requestId, method: req.method });
    sendRefusal(req, res, 403, "This request came from another site and was refused.");
    return;
  }
  // Compared once, here; Remix's own comparison ignores APP_URL and answers 500. A read of the API may still ask for it.
  if (!SAFE.has(req.method) || !/^\/api\//i.test(decodeURIComponent(req.path))) delete req.headers.origin;
  next();
};

/** A response from outside the app: JSON for the API and resumable uploads, plain text for people. */
export function sendRefusal(req: Request, res: Response, status: number, message: string): void {
  res.status(status).set(CACHE_PRIVATE);
  if (/^\/(api|uploads)(\/|$)/.test(req.path)) res.json(failureBody(status, message));
  else res.type("text/plain").send(message);
}
