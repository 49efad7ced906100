import "@remix-run/server-runtime";

/** What the server knows of a request beside the request itself. */
export interface RequestContext {
  /** Stands in the log and, after a fault, on the page. */
  requestId: string;
  /** Of this response's Content-Security-Policy. */
  nonce: string;
  /** The client's address (behind TRUST_PROXY proxies), for request limits. */
  clientAddress: string;
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends RequestContext {}
}
