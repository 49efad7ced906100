import type { Request, RequestHandler } from "express";
import { env, isOtherLoopback, publicUrl } from "~/env.server";
import { sendRefusal } from "~/http/origin";
import { NOTHING_HERE } from "~/lib/errors";
import { isUtf8Encoded } from "~/lib/utf8";
import { type FindRoute, isDecodable } from "./routes";

/** `name` or `name:port`, including IPv6. Other text would get into generated URLs. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

const UNREADABLE = "The request could not be read.";

const NOT_UTF8 = "What is asked for in this address is not UTF-8 text, so it cannot be read.";

/**
 * Empty segments: the router reads a leading one as a host and logs errors for others. Line ends: its `*` does not
 * match them.
 */
const NOWHERE = /\/\/|^\/(?:\\|%5c)|%0[ad]|%e2%80%a[89]/i;

/** Path with the query parameters in use. */
interface Address {
  host: string;
  path: string;
}

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
  // Pages check only the parameters in use.
  if (!isUtf8Encoded(API.test(url.pathname) ? url.search : query)) return { status: 400, message: NOT_UTF8 };
  const path = (url.pathname + query).replace(API, "/api/v1");
  return { host: APP_URL === undefined ? host : new URL(APP_URL).host, path };
}

/** The router also accepts `/API/v1`, so detection must too. */
const API = /^\/(?:a|%[46]1)(?:p|%[57]0)(?:i|%[46]9)\/(?:v|%[57]6)(?:1|%31)(?=[/?]|$)/i;

/**
 * Normalizes host and URL once, so that routes, cache and links agree. Refuses an invalid Host with 400, ignores
 * X-Forwarded-Host; APP_URL replaces the Host.
 */
export const normalizeAddress =
  (findRoute: FindRoute): RequestHandler =>
  (req, res, next) => {
    delete req.headers["x-forwarded-host"];
    // Other values from a proxy would get into addresses.
    if (!/^\s*https\s*(,|$)/.test(String(req.headers["x-forwarded-proto"] ?? "")))
      delete req.headers["x-forwarded-proto"];
    const address = parseAddress(req.headers.host ?? "", req.url ?? "", findRoute);
    if ("status" in address) return sendRefusal(req, res, address.status, address.message);
    const path = withPatternCase(address.path, findRoute);
    if (path !== address.path && (req.method === "GET" || req.method === "HEAD")) return res.redirect(301, path);
    if (isOtherLoopback(address.host) && isPageRequest(req)) return res.redirect(307, publicUrl() + address.path);
    req.url = address.path;
    req.originalUrl = address.path;
    req.headers.host = address.host;
    next();
  };

/** A page's address in the case of its route, because the router ignores case. Parameters stay: tokens need theirs. */
function withPatternCase(address: string, findRoute: FindRoute): string {
  const [, pathname = "", rest = ""] = /^([^?]*)(.*)$/.exec(address) ?? [];
  const pattern = findRoute(pathname).path;
  if (pattern.endsWith("*") || NO_PAGE.test(pathname) || pathname.endsWith(".data")) return address;
  const patternParts = pattern.split("/");
  const isFixed = (at: number) => patternParts[at] !== undefined && !patternParts[at].startsWith(":");
  return (
    pathname
      .split("/")
      .map((part, index) => (isFixed(index) ? patternParts[index] : part))
      .join("/") + rest
  );
}

const NO_PAGE = /^\/(?:(?:api|img|assets|uploads)\/|healthz|metrics)/i;

/** By a browser on this machine; programs and proxied requests are not redirected. */
function isPageRequest({ method, path, headers }: Request): boolean {
  if (method !== "GET" || NO_PAGE.test(path) || !/text\/html/.test(headers.accept ?? "")) return false;
  return env().TRUST_PROXY === 0 && headers["x-forwarded-for"] === undefined && headers.forwarded === undefined;
}

function parse(host: string, target: string): URL | undefined {
  const absolute = target.startsWith("/") ? `http://${host}${target}` : target;
  if (!URL.canParse(absolute)) return undefined;
  const parsed = new URL(absolute);
  return isDecodable(parsed.pathname) ? parsed : undefined;
}

/** Drops parameters that the route does not read: they must not bypass the cache. The path must be decodable. */
function usedQuery({ pathname, search, searchParams }: URL, findRoute: FindRoute): string {
  if (search === "") return "";
  const names = findRoute(pathname).cache.query;
  if (names === undefined) return search;
  // Remix reads `_routes` in requests for a page's data.
  const isRead = (name: string) => names.includes(name) || (name === "_routes" && pathname.endsWith(".data"));
  const readParams = new URLSearchParams([...searchParams].filter(([name]) => isRead(name)));
  return readParams.size > 0 ? `?${readParams}` : "";
}
