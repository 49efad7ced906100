import type { Request, RequestHandler, Response } from "express";
import { env } from "~/env.server";
import { logSecurity } from "~/services/log/log.server";
import { CACHE_PRIVATE } from "./caching";
import type { RequestContext } from "./context";
import { findUserId } from "./session/session.server";
import { failureBody } from "./status";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Every browser sends Sec-Fetch-Site or Origin with a write. A client without both, and without Referer, is no browser,
 * so no other site can make it send cookies.
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

function ownOriginOf(req: Request): string {
  const { APP_URL } = env();
  return APP_URL ? new URL(APP_URL).origin : `${req.protocol}://${req.headers.host}`;
}

/** Another site cannot make a browser send it. */
const hasBearer = ({ headers }: Request) => /^Bearer /i.test(headers.authorization ?? "");

/**
 * One-click unsubscribing by mail programs (RFC 8058): from any origin. The address holds a secret, no session is read,
 * and all it does is reduce the user's mail, which they can undo.
 */
const isOneClick = ({ method, path }: Request) => method === "POST" && /^\/unsubscribe\/[\w-]+\.[a-z-]+$/.test(path);

/**
 * Refuses browsers' writes from other sites, with or without cookies: a forced login or sign-up does harm too. A bearer
 * token or one-click secret lifts this.
 */
export const checkOrigin: RequestHandler = async (req, res, next) => {
  const mayComeFromElsewhere = SAFE.has(req.method) || hasBearer(req) || isOneClick(req);
  if (!mayComeFromElsewhere && !isSameOrigin(req.headers, ownOriginOf(req))) {
    const context = res.locals as RequestContext;
    const userId = await findUserId(req, context).catch(() => undefined);
    const { clientAddress, requestId } = context;
    logSecurity("refused_origin", { userId, clientAddress, requestId, method: req.method });
    sendRefusal(req, res, 403, "This request came from another site and was refused.");
    return;
  }
  // Remix's own check ignores APP_URL and answers 500. Reads of the API keep the header.
  if (!SAFE.has(req.method) || !/^\/api\//i.test(decodeURIComponent(req.path))) delete req.headers.origin;
  next();
};

/** JSON for API and resumable uploads, else plain text. */
export function sendRefusal(req: Request, res: Response, status: number, message: string): void {
  res.status(status).set(CACHE_PRIVATE);
  if (/^\/(api|uploads)(\/|$)/.test(req.path)) res.json(failureBody(status, message));
  else res.type("text/plain").send(message);
}
