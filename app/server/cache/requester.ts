import type { IncomingMessage } from "node:http";
import { env, isOtherLoopback } from "~/env.server";
import { parseAddress } from "../request/address";
import type { FindRoute } from "../request/routes";

/** Others, such as analytics cookies, are ignored. */
const OWN_COOKIE = /paddock_/i;

/** Cookies of earlier logins and sign-ups do not affect responses; the announcement's is part of the key. */
const IGNORED_COOKIE = /^\s*(?:__Host-)?paddock_(?:device|sign_up|announcement)(?:_\d+)?=/;

export const ANNOUNCEMENT_COOKIE = /paddock_announcement(?:_\d+)?=/;

const isIgnored = (cookie: string) => !OWN_COOKIE.test(cookie) || IGNORED_COOKIE.test(cookie);

/** With their own cache rules: large, or secret. */
const FILES = /^\/(?:img|assets|calendar|map-tiles|healthz)(?:\/|$)/i;

/** "visitor-with-cookies": only with cookies that affect no response. "other": the cache cannot serve it. */
export type Requester = "visitor" | "visitor-with-cookies" | "bearer" | "other";

export function requesterOf({ method, url = "", headers }: IncomingMessage): Requester {
  if (method !== "GET" && method !== "HEAD") return "other";
  if (!url.startsWith("/") || FILES.test(url)) return "other";
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return "other";
  if (headers["if-match"] !== undefined || headers["if-unmodified-since"] !== undefined) return "other";
  const hasOwnCookie = headers.cookie !== undefined && OWN_COOKIE.test(headers.cookie);
  if (hasOwnCookie && !headers.cookie?.split(";").every(isIgnored)) return "other";
  if (headers.authorization === undefined) return hasOwnCookie ? "visitor-with-cookies" : "visitor";
  return method === "GET" && url.startsWith("/api/v1/") ? "bearer" : "other";
}

/**
 * The cache key: normalized path, host unless APP_URL fixes it, dismissed announcement. JSON prevents collisions.
 * @returns undefined for responses that are not cached
 */
export function keyOf(
  { url = "", headers }: IncomingMessage,
  findRoute: FindRoute,
  dismissedId: string | undefined,
): string | undefined {
  const address = parseAddress(headers.host ?? "", url, findRoute);
  if ("status" in address || isFile(address.path) || isOtherLoopback(address.host)) return undefined;
  const host = env().APP_URL === undefined ? address.host : null;
  return JSON.stringify([host, dismissedId ?? null, address.path]);
}

/** Decodes as the router does: `/%69mg/…` is a picture too. */
function isFile(path: string): boolean {
  return FILES.test(decodeURIComponent(path.split("?", 1)[0] ?? ""));
}
