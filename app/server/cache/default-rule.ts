import type { RequestHandler, Response } from "express";
import { FOR_ALL, FOR_ONE, FOR_VISITORS } from "~/http/caching";

const [SHARED] = Object.keys(FOR_VISITORS).filter((name) => !(name in FOR_ALL)) as [string];

/**
 * Sees to it, as an answer leaves, that whatever is not said to be for others too is for nobody to keep: what says nothing,
 * refusals and faults, answers with a cookie, and pages that are public but were made for one who is known or once only.
 */
export const defaultRule: RequestHandler = (_req, res, next) => {
  const { writeHead } = res;
  res.writeHead = ((...all: [status: number, ...rest: never[]]) => {
    if (!mayBeKept(res, all[0])) {
      res.removeHeader(SHARED);
      for (const [name, value] of Object.entries(FOR_ONE)) res.setHeader(name, value);
    }
    return (writeHead as (...args: unknown[]) => Response).apply(res, all);
  }) as typeof writeHead;
  next();
};

function mayBeKept(res: Response, status: number): boolean {
  const rule = res.getHeader("Cache-Control");
  if (status >= 400 || rule === undefined || /no-store/i.test(String(rule)) || res.hasHeader("Set-Cookie"))
    return false;
  return rule !== FOR_ALL["Cache-Control"] || res.hasHeader(SHARED);
}
