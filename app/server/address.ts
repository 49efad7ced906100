import type { Request, RequestHandler } from "express";
import { env } from "~/env.server";
import { refuse } from "~/http/origin";

/** `name`, `name:port`, and the same with an IPv6 address: anything behind it would become part of addresses. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

const UNREADABLE = "The request could not be read.";

/** No address has one. The router takes what begins so for another host's, and complains of the rest in the log. */
const EMPTY_PART = /\/\/|^\/(?:\\|%5c)/i;

/**
 * Reads whom a request is for and what it asks, once, so that whoever looks at it further in (routes, kept pages, links)
 * sees the same: a Host that is none is refused, what a proxy says of another one is not read, and with APP_URL only that
 * counts. The path is put as routes will see it.
 */
export const readAddress: RequestHandler = (req, res, next) => {
  delete req.headers["x-forwarded-host"];
  const { host = "" } = req.headers;
  const asked = HOST.test(host) ? parse(host, req.url) : undefined;
  if (!asked) return refuse(req, res, 400, UNREADABLE);
  if (EMPTY_PART.test(asked.pathname)) return refuse(req, res, 404, "There is nothing at this address.");
  const path = asked.pathname + asked.search;
  req.url = path;
  req.originalUrl = path;
  const { APP_URL } = env();
  if (APP_URL !== undefined) req.headers.host = new URL(APP_URL).host;
  next();
};

/** An address that cannot be decoded is the sender's fault, and of no use to anybody further in. */
function parse(host: string, url: string): URL | undefined {
  const whole = url.startsWith("/") ? `http://${host}${url}` : url;
  if (!URL.canParse(whole)) return undefined;
  const parsed = new URL(whole);
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

/** What an answer is kept under: exactly what is routed, and for whom. */
export function addressKey(req: Request): string {
  return env().APP_URL === undefined ? `${req.headers.host} ${req.originalUrl}` : req.originalUrl;
}
