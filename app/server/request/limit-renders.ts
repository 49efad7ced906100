import type { RequestHandler } from "express";
import { env } from "~/env.server";
import type { RequestContext } from "~/http/context";
import { consumeForCaller } from "~/http/limits/limits.server";
import { sendRefusal } from "~/http/origin";
import { findUserId } from "~/http/session/session.server";
import { DomainError } from "~/lib/errors";
import { logSecurity } from "~/services/log/log.server";

const PICTURE = /^\/(img\/[^/]+\/[^/]+|map-tiles(\/[^/]+){4})$/;

/** Each uncached response costs as much as many cached ones. */
export const limitUncached: RequestHandler = async (req, res, next) => {
  const isRead = req.method === "GET" || req.method === "HEAD";
  if (env().RATE_LIMITS === "off" || (isRead && PICTURE.test(req.path))) return next();
  const context = res.locals as RequestContext;
  const { clientAddress, requestId } = context;
  try {
    await consumeForCaller("render", { clientAddress, userId: await findUserId(req, context) });
  } catch (error) {
    if (!(error instanceof DomainError)) return next(error);
    logSecurity("refused_limit", { userId: undefined, clientAddress, requestId, method: req.method });
    return sendRefusal(req, res.set("Retry-After", String(error.retryAfter)), 429, error.message);
  }
  next();
};
