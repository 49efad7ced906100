import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { env } from "~/env.server";
import { refuse } from "~/http/origin";

/** `name` or `name:port`, IPv6 included. Anything else would end up in the URLs that we build from it. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

const UNREADABLE = "The request could not be read.";

/** Empty path segments. The router would read a leading one as another host, and logs errors for the others. */
const EMPTY_SEGMENT = /\/\/|^\/(?:\\|%5c)/i;

/** The host and the URL of a request as the app routes them: path and query, normalized. */
export interface Address {
  host: string;
  path: string;
}

/**
 * Reads the address of a request, for routing and for filing its answer: the same for both.
 * @param host of the request's headers
 * @param target of its first line
 * @returns how it is to be refused, where it cannot be read
 */
export function parseAddress(host: string, target: string): Address | { status: 400 | 404; message: string } {
  if (host === knownHost && PLAIN.test(target)) return { host: publicHost() ?? host, path: target };
  const url = HOST.test(host) ? parse(host, target) : undefined;
  if (!url) return { status: 400, message: UNREADABLE };
  if (EMPTY_SEGMENT.test(url.pathname)) return { status: 404, message: "There is nothing at this address." };
  knownHost = host;
  return { host: publicHost() ?? host, path: url.pathname + url.search };
}

/** Paths that are normalized as they are: nothing to decode, no dots. */
const PLAIN = /^(?:\/[\w-]+)+$|^\/$/;
/** One that could be read. */
let knownHost = "";

let appHost: string | undefined;

/** APP_URL's host, where that is set: it replaces what the request says. */
function publicHost(): string | undefined {
  const { APP_URL } = env();
  if (APP_URL !== undefined) appHost ??= new URL(APP_URL).host;
  return appHost;
}

/**
 * Normalizes host and URL once, so that routes, cache and links use the same values. An invalid Host is refused with
 * 400, X-Forwarded-Host is ignored, and APP_URL, where set, replaces the Host.
 */
export const readAddress: RequestHandler = (req, res, next) => {
  const address = addressOf(req);
  if ("status" in address) return refuse(req, res, address.status, address.message);
  req.originalUrl = address.path;
  next();
};

/**
 * Normalizes host and URL in the request itself.
 * @returns them, or how the request is to be refused, as `parseAddress` does
 */
export function addressOf(req: IncomingMessage): ReturnType<typeof parseAddress> {
  delete req.headers["x-forwarded-host"];
  const address = parseAddress(req.headers.host ?? "", req.url ?? "");
  if ("status" in address) return address;
  req.url = address.path;
  req.headers.host = address.host;
  return address;
}

/** @returns undefined where the URL is malformed or its path cannot be percent-decoded */
function parse(host: string, target: string): URL | undefined {
  const absolute = target.startsWith("/") ? `http://${host}${target}` : target;
  if (!URL.canParse(absolute)) return undefined;
  const parsed = new URL(absolute);
  return isDecodable(parsed.pathname) ? parsed : undefined;
}

function isDecodable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
