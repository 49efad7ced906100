import type { Request, RequestHandler } from "express";
import { env } from "~/env.server";
import { refuse } from "~/http/origin";

/** `name` or `name:port`, IPv6 included. Anything else would end up in the URLs that we build from it. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

const UNREADABLE = "The request could not be read.";

/** Empty path segments. The router would read a leading one as another host, and logs errors for the others. */
const EMPTY_SEGMENT = /\/\/|^\/(?:\\|%5c)/i;

/**
 * Normalizes host and URL once, so that routes, page cache and links use the same values. An invalid Host is refused
 * with 400, X-Forwarded-Host is ignored, and APP_URL, where set, replaces the Host.
 */
export const readAddress: RequestHandler = (req, res, next) => {
  delete req.headers["x-forwarded-host"];
  const { host = "" } = req.headers;
  const url = HOST.test(host) ? parse(host, req.url) : undefined;
  if (!url) return refuse(req, res, 400, UNREADABLE);
  if (EMPTY_SEGMENT.test(url.pathname)) return refuse(req, res, 404, "There is nothing at this address.");
  const path = url.pathname + url.search;
  req.url = path;
  req.originalUrl = path;
  const { APP_URL } = env();
  if (APP_URL !== undefined) req.headers.host = new URL(APP_URL).host;
  next();
};

/** @returns undefined where the URL is malformed or its path cannot be percent-decoded */
function parse(host: string, target: string): URL | undefined {
  const absolute = target.startsWith("/") ? `http://${host}${target}` : target;
  if (!URL.canParse(absolute)) return undefined;
  const parsed = new URL(absolute);
  return isDecodable(parsed.pathname) ? parsed : undefined;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Cache key of a request: host (unless APP_URL fixes it) and URL. */
export function addressKey(req: Request): string {
  return env().APP_URL === undefined ? `${req.headers.host} ${req.originalUrl}` : req.originalUrl;
}
