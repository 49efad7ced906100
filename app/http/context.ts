import "@remix-run/server-runtime";
import type { Viewer } from "~/features/accounts/policy";
import type { CacheRule } from "./caching";

export interface RouteEntry {
  module: object;
}

export interface RouteHandle {
  cache?: CacheRule;
  /** No header, footer or sections. */
  isBare?: boolean;
}

export interface RequestContext {
  /** Logged, and shown after a fault. */
  requestId: string;
  /** Of the response's Content-Security-Policy. */
  nonce: string;
  /** Behind TRUST_PROXY proxies, for request limits. */
  clientAddress: string;
  /** See `getViewer`. */
  viewer?: Promise<Viewer | null>;
  hasLoggedRefusal?: boolean;
  /** The client sent HEAD; the request says GET, so that the response can be cached. */
  isHeadOnly?: boolean;
  /** The same for every viewer. */
  isPublic?: boolean;
  /** Only CDNs cache it. */
  skipsCache?: boolean;
  routes(): Promise<RouteEntry[]>;
  /**
   * When everything sent so far has arrived; false after a disconnect. For bodies generated while sent, because Remix
   * does not wait for a slow client.
   */
  drained(): Promise<boolean>;
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends RequestContext {}
}
