import "@remix-run/server-runtime";
import type { CacheRule } from "./caching";

/** A route as the router has it: its module. */
export interface RouteEntry {
  module: object;
}

/** What a page declares, as its route's `handle`. */
export interface RouteHandle {
  cache?: CacheRule;
  /** The page stands alone: no header, footer or sections. */
  isBare?: boolean;
}

/** What the server passes to the app with a request. */
export interface RequestContext {
  /** Stands in the log and, after a fault, on the page. */
  requestId: string;
  /** Of this response's Content-Security-Policy. */
  nonce: string;
  /** The client's address (behind TRUST_PROXY proxies), for request limits. */
  clientAddress: string;
  /** The security log already has a line about this request's refusal. */
  hasLoggedRefusal?: boolean;
  /** The request says GET, so that its whole response can be cached, but its client sent HEAD. */
  isHeadOnly?: boolean;
  /** This API response is the same for every viewer, whatever the credentials. */
  isPublic?: boolean;
  /** This response is public, but the site does not cache it: CDNs do. */
  skipsCache?: boolean;
  /** The routes of the site, as the router has them. */
  routes(): Promise<RouteEntry[]>;
  /**
   * Resolves once the client has taken what was sent so far, with false where it has gone. For bodies that are made
   * while they are sent: Remix writes them as fast as they come, however slowly they leave.
   */
  drained(): Promise<boolean>;
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends RequestContext {}
}

/**
 * The header in which the server hands a request's id on to the app. It is set for every request, over whatever the
 * client sent.
 */
export const REQUEST_ID = "x-request-id";
