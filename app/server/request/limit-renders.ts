import type { RequestHandler } from "express";
import { env } from "~/env.server";
import { REQUEST_ID } from "~/http/context";
import { consumeForCaller } from "~/http/limits/limits.server";
import { sendRefusal } from "~/http/origin";
import { findUserId } from "~/http/session/session.server";
import { DomainError } from "~/lib/errors";
import { logSecurity } from "~/services/log/log.server";

/** The only addresses of files, which need no render. */
const PICTURE = /^\/(img\/[^/]+\/[^/]+|map-tiles(\/[^/]+){4})$/;

/** Limits uncached responses per client: each costs as much as many cached ones. */
export const limitRenders: RequestHandler = async (req, res, next) => {
  const isRead = req.method === "GET" || req.method === "HEAD";
  if (env().RATE_LIMITS === "off" || (isRead && PICTURE.test(req.path))) return next();
  const { clientAddress, requestId } = res.locals;
  const { cookie, authorization } = req.headers;
  const credentials = {
    ...(cookie !== undefined && { cookie }),
    ...(authorization !== undefined && { authorization }),
  };
  const isVisitor = cookie === undefined && authorization === undefined;
  try {
    // The request id lets the loaders of a read reuse this viewer; a write may change the viewer.
    const headers = isRead ? { ...credentials, [REQUEST_ID]: requestId } : credentials;
    await consumeForCaller("render", { clientAddress, userId: isVisitor ? undefined : await findUserId(headers) });
  } catch (error) {
    if (!(error instanceof DomainError)) return next(error);
    logSecurity("refused_limit", { userId: undefined, clientAddress, requestId, method: req.method });
    return sendRefusal(req, res.set("Retry-After", String(error.retryAfter)), 429, error.message);
  }
  next();
};
