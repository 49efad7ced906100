import { type Cookie, createCookie, redirect } from "@remix-run/node";
import { LRUCache } from "lru-cache";
import type { PageViewer, Viewer } from "~/features/accounts/policy";
import {
  endSession,
  findPageViewer,
  findViewer,
  SESSION_SECONDS,
  startSession,
} from "~/features/accounts/sessions.server";
import { DomainError } from "~/lib/errors";
import { cookieName, cookieSettings } from "./cookies.server";
import { rememberDevice } from "./device.server";
import { REQUEST_ID } from "./request-id";

/** Of the session's cookie. */
export const sessionCookieName = () => cookieName("paddock_session");

let cookie: Cookie | undefined;
function sessionCookie(): Cookie {
  cookie ??= createCookie(sessionCookieName(), { ...cookieSettings(), maxAge: SESSION_SECONDS });
  return cookie;
}

/** The session token a request carries: a bearer's, where it says that it has one, else the cookie's. */
export async function sessionToken(request: Request): Promise<string | undefined> {
  const authorization = request.headers.get("authorization");
  if (authorization !== null && /^Bearer\b/i.test(authorization)) {
    return /^Bearer +([\w-]{1,200})$/i.exec(authorization)?.[1];
  }
  const value: unknown = await sessionCookie().parse(request.headers.get("cookie"));
  return typeof value === "string" ? value : undefined;
}

const viewers = new WeakMap<Request, Promise<Viewer | null>>();
/** Of the latest reads: Remix hands each loader of a page a copy of the request. */
const viewersOfReads = new LRUCache<string, Promise<Viewer | null>>({ max: 200 });

/** Who asks: the logged-in person, or null for a visitor or a dead session. One look-up a request. */
export function getViewer(request: Request): Promise<Viewer | null> {
  let viewer = viewers.get(request);
  if (!viewer) {
    viewer = request.method === "GET" ? viewerOfRead(request) : lookUpViewer(request);
    viewers.set(request, viewer);
  }
  return viewer;
}

function lookUpViewer(request: Request): Promise<Viewer | null> {
  return sessionToken(request).then((token) => (token === undefined ? null : findViewer(token)));
}

/**
 * The same for the layout of a page, with what its header tells. It is the first to ask: the page's other loaders then
 * find what it has looked up.
 */
export function getPageViewer(request: Request): Promise<PageViewer | null> {
  const viewer = sessionToken(request).then((token) => (token === undefined ? null : findPageViewer(token)));
  viewers.set(request, viewer);
  const key = request.method === "GET" ? keyOfRead(request) : null;
  if (key !== null) viewersOfReads.set(key, viewer);
  return viewer;
}

function keyOfRead({ headers }: Request): string | null {
  const id = headers.get(REQUEST_ID);
  return id === null ? null : [id, headers.get("authorization"), headers.get("cookie")].join("\n");
}

/** Not for a write, which may change who asks; the loaders after it are a read of their own. */
function viewerOfRead(request: Request): Promise<Viewer | null> {
  const key = keyOfRead(request);
  if (key === null) return lookUpViewer(request);
  let viewer = viewersOfReads.get(key);
  if (!viewer) {
    viewer = lookUpViewer(request);
    viewersOfReads.set(key, viewer);
  }
  return viewer;
}

/**
 * For pages and forms that need a session.
 * @throws a redirect to `/` (with the way back, to offer login) where there is none: "A 401 on any call redirects to home"
 */
export async function requireUser(request: Request): Promise<Viewer> {
  const viewer = await getViewer(request);
  if (viewer) return viewer;
  const { pathname, search } = new URL(request.url);
  const back = request.method === "GET" ? pathname.replace(/\.data$/, "") + withoutRouteQuery(search) : "";
  throw redirect(back === "" ? "/" : `/?returnTo=${encodeURIComponent(back)}`);
}

function withoutRouteQuery(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("_routes");
  return params.size > 0 ? `?${params}` : "";
}

/**
 * Starts a session, always a new one, and hands its token to a browser, which the account knows from here on.
 * @returns the token (for the API's body) and the headers that set the cookies
 */
export async function openSession(request: Request, userId: number) {
  const old = await sessionToken(request);
  if (old !== undefined) endSession(old);
  const token = startSession(userId, request.headers.get("user-agent") ?? "");
  const headers = new Headers({ "Set-Cookie": await sessionCookie().serialize(token) });
  headers.append("Set-Cookie", await rememberDevice(request, userId));
  return { token, headers };
}

/**
 * Starts a session for whoever reads the answer, and leaves what the browser holds as it is.
 * @returns the token
 */
export function openSessionBeside(request: Request, userId: number): string {
  return startSession(userId, request.headers.get("user-agent") ?? "");
}

/**
 * Ends the request's session, here and in the database.
 * @returns the headers that take the cookie off the browser, and what it keeps for this site: drafts and chosen photos
 */
export async function closeSession(request: Request) {
  const token = await sessionToken(request);
  if (token !== undefined) endSession(token);
  const cookie = await sessionCookie().serialize("", { maxAge: 0 });
  // Script clears it too, at logout, where it runs by then; browsers follow the header over https and on localhost only.
  return { headers: { "Set-Cookie": cookie, "Clear-Site-Data": '"storage"' } };
}

/** A path on this site to return to, or `/`: never somebody else's address. */
export function safeReturnTo(value: unknown): string {
  if (typeof value !== "string" || !/^\/(?![/\\])[^\\\s]*$/.test(value) || value.length > 2000) return "/";
  return value;
}

/** @throws DomainError unauthenticated, for the API end */
export async function requireApiUser(request: Request, message = "Please log in first."): Promise<Viewer> {
  const viewer = await getViewer(request);
  if (!viewer) throw new DomainError("unauthenticated", message);
  return viewer;
}
