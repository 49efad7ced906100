import "@remix-run/server-runtime";
import type { KnownRoute } from "./api-calls.server";
import type { LimitName } from "./limits.server";
import type { WholeAnswer } from "./whole-answer";

/** What the server knows of a request beside the request itself. */
export interface RequestContext {
  /** Stands in the log and, after a fault, on the page. */
  requestId: string;
  /** Of this response's Content-Security-Policy. */
  nonce: string;
  /** The client's address (behind TRUST_PROXY proxies), for request limits. */
  clientAddress: string;
  /** The security log has its line of this request's refusal. */
  refusalIsLogged?: boolean;
  /**
   * This request's form is refused, and its page shows what was typed: what the form would start with otherwise need not
   * be read, nor stand in the answer.
   */
  refusedForm?: { intent: string | undefined };
  /** The limits that this answer counts against, where it is a costly one. */
  countedAs?: LimitName[];
  /** Whoever asks, with whatever credential, gets this answer of the API. */
  sameForAll?: boolean;
  /** This answer is public, but the site makes it anew for each who asks for it here. */
  madeEachTime?: boolean;
  /** Takes a body that is complete, past the answer; see `wholeAnswer`. */
  takeBody?: (body: string | Uint8Array) => void;
  /** Takes an answer of the API that is complete, in the place of what the call returns; see `wholeAnswer`. */
  takeAnswer?: (answer: WholeAnswer) => void;
  /**
   * Reads the text of this request's body, of at most so many bytes, where the request itself comes without one.
   * @returns undefined where it is longer
   * @throws Error where it breaks off
   */
  readText?: (max: number) => Promise<string | undefined>;
  /** The routes of the site, as the router has them. */
  routes(): Promise<KnownRoute[]>;
  /**
   * Resolves once the client has taken what was sent so far, with false where it has gone. For bodies that are made
   * while they are sent: Remix writes them as fast as they come, however slowly they leave.
   */
  drained(): Promise<boolean>;
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends RequestContext {}
}
