import type { Request, RequestHandler } from "express";
import { env, isOtherLoopback, publicUrl } from "~/env.server";
import { sendRefusal } from "~/http/origin";
import { NOTHING_HERE } from "~/lib/errors";
import { isUtf8Encoded } from "~/lib/utf8";
import { type FindRoute, isDecodable } from "./routes";

/** `name` or `name:port`, IPv6 included. Anything else would end up in the URLs that we build from it. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

const UNREADABLE = "The request could not be read.";

const NOT_UTF8 = "What is asked for in this address is not UTF-8 text, so it cannot be read.";

/**
 * Empty path segments: the router would read a leading one as another host, and logs errors for the others. And ends of
 * lines, which its `*` does not take.
 */
const NOWHERE = /\/\/|^\/(?:\\|%5c)|%0[ad]|%e2%80%a[89]/i;

/** The host and the URL of a request as the app routes them: path and what is read of the query, normalized. */
interface Address {
  host: string;
  path: string;
}

/**
 * Reads the address of a request, for routing and for filing its response: the same for both.
 * @param host of the request's headers
 * @param target of its first line
 * @returns how it is to be refused, where it cannot be read
 */
export function parseAddress(
  host: string,
  target: string,
  findRoute: FindRoute,
): Address | { status: 400 | 404; message: string } {
  const url = HOST.test(host) ? parse(host, target) : undefined;
  if (!url) return { status: 400, message: UNREADABLE };
  if (NOWHERE.test(url.pathname)) return { status: 404, message: NOTHING_HERE };
  const { APP_URL } = env();
  const query = usedQuery(url, findRoute);
  // In pages only what is read of it counts.
  if (!isUtf8Encoded(API.test(url.pathname) ? url.search : query)) return { status: 400, message: NOT_UTF8 };
  const path = (url.pathname + query).replace(API, "/api/v1");
  return { host: APP_URL === undefined ? host : new URL(APP_URL).host, path };
}

/** The router takes `/API/v1` for the API too: so does whatever tells it from pages by how its addresses begin. */
const API = /^\/(?:a|%[46]1)(?:p|%[57]0)(?:i|%[46]9)\/(?:v|%[57]6)(?:1|%31)(?=[/?]|$)/i;

/**
 * Normalizes host and URL once, so that routes, cache and links use the same values. An invalid Host is refused with
 * 400, X-Forwarded-Host is ignored, and APP_URL, where set, replaces the Host.
 */
export const normalizeAddress =
  (findRoute: FindRoute): RequestHandler =>
  (req, res, next) => {
    delete req.headers["x-forwarded-host"];
    // Whatever else a proxy passes on there would end up in addresses.
    if (!/^\s*https\s*(,|$)/.test(String(req.headers["x-forwarded-proto"] ?? "")))
      delete req.headers["x-forwarded-proto"];
    const address = parseAddress(req.headers.host ?? "", req.url ?? "", findRoute);
    if ("status" in address) return sendRefusal(req, res, address.status, address.message);
    if (isOtherLoopback(address.host) && isPageRequest(req)) return res.redirect(307, publicUrl() + address.path);
    req.url = address.path;
    req.originalUrl = address.path;
    req.headers.host = address.host;
    next();
  };

const NO_PAGE = /^\/(?:(?:api|img|assets|uploads)\/|healthz|metrics)/i;

/** A browser that opens a page on this machine; programs, and what comes through a proxy, stay where they are. */
function isPageRequest({ method, path, headers }: Request): boolean {
  if (method !== "GET" || NO_PAGE.test(path) || !/text\/html/.test(headers.accept ?? "")) return false;
  return env().TRUST_PROXY === 0 && headers["x-forwarded-for"] === undefined && headers.forwarded === undefined;
}

/** @returns undefined where the URL is malformed or its path cannot be percent-decoded */
function parse(host: string, target: string): URL | undefined {
  const absolute = target.startsWith("/") ? `http://${host}${target}` : target;
  if (!URL.canParse(absolute)) return undefined;
  const parsed = new URL(absolute);
  return isDecodable(parsed.pathname) ? parsed : undefined;
}

/**
 * The parts of a query that its route reads, so that made-up ones are served from the cache.
 * @param url with a path that can be decoded
 */
function usedQuery({ pathname, search, searchParams }: URL, findRoute: FindRoute): string {
  if (search === "") return "";
  const names = findRoute(pathname).cache.query;
  if (names === undefined) return search;
  // Remix itself reads `_routes` where it asks for a page's data.
  const isRead = (name: string) => names.includes(name) || (name === "_routes" && pathname.endsWith(".data"));
  const used = new URLSearchParams([...searchParams].filter(([name]) => isRead(name)));
  return used.size > 0 ? `?${used}` : "";
}
