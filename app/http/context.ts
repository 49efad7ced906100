import "@remix-run/server-runtime";
import type { Viewer } from "~/features/accounts/policy";
import type { CacheRule } from "./caching";

/** A route with its module. */
export interface RouteEntry {
  module: object;
}

/** A page's declarations, its route's `handle`. */
export interface RouteHandle {
  cache?: CacheRule;
  /** The page has no header, footer or sections. */
  isBare?: boolean;
}

export interface RequestContext {
  /** Logged, and shown on the page after a fault. */
  requestId: string;
  /** Of the response's Content-Security-Policy. */
  nonce: string;
  /** The client's address behind TRUST_PROXY proxies, for request limits. */
  clientAddress: string;
  /** The look-up of the logged-in user; see `getViewer`. */
  viewer?: Promise<Viewer | null>;
  hasLoggedRefusal?: boolean;
  /** The client sent HEAD; the request says GET, so that the whole response can be cached. */
  isHeadOnly?: boolean;
  /** This API response is the same for every viewer. */
  isPublic?: boolean;
  /** The response is public, but only CDNs cache it. */
  skipsCache?: boolean;
  routes(): Promise<RouteEntry[]>;
  /**
   * Resolves when the client has received everything sent so far; false if it has disconnected. For bodies that are
   * generated while they are sent, because Remix does not wait for a slow client.
   */
  drained(): Promise<boolean>;
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends RequestContext {}
}
