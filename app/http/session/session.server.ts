import { createHmac, randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Cookie, createCookie, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { LRUCache } from "lru-cache";
import { env } from "~/env.server";
import { type PageViewer, requireNotSuspended, type Viewer } from "~/features/accounts/policy";
import { endSession, findPageViewer, findViewer, startSession } from "~/features/accounts/sessions.server";
import { DomainError } from "~/lib/errors";
import { requireId } from "~/lib/ids";
import { now } from "~/lib/time";
import { newToken } from "~/lib/tokens.server";
import { REQUEST_ID } from "../context";
import { COOKIES, type CookieKey } from "./cookies";

export const sessionCookieName = () => cookieName("session");

/** The request's session token: the bearer token if there is one, else the cookie's. */
export async function readSessionToken(request: Request): Promise<string | undefined> {
  const authorization = request.headers.get("authorization");
  if (authorization !== null && /^Bearer\b/i.test(authorization)) {
    return /^Bearer +([\w-]{1,200})$/i.exec(authorization)?.[1];
  }
  const value: unknown = await signedCookie("session").parse(request.headers.get("cookie"));
  return typeof value === "string" ? value : undefined;
}

const viewers = new WeakMap<Request, Promise<Viewer | null>>();
/** For the latest GET requests, because Remix gives each loader a copy of the request. */
const viewersOfReads = new LRUCache<string, Promise<Viewer | null>>({ max: 200 });

/** The logged-in user; null for a visitor or an ended session. One look-up per request. */
export function getViewer(request: Request): Promise<Viewer | null> {
  return viewers.get(request) ?? viewersOfReads.get(keyOfRead(request) ?? "") ?? findBySession(request, findViewer);
}

export async function findUserId(headers: Record<string, string>): Promise<number | undefined> {
  return (await getViewer(new Request("http://localhost/", { headers })))?.id;
}

/**
 * The viewer with the facts that the page header shows. The layout calls it first, so other loaders find its result.
 */
export function getPageViewer(request: Request): Promise<PageViewer | null> {
  return findBySession(request, findPageViewer);
}

function findBySession<V extends Viewer>(request: Request, find: (token: string) => V | null): Promise<V | null> {
  const viewer = readSessionToken(request).then((token) => (token === undefined ? null : find(token)));
  viewers.set(request, viewer);
  const key = keyOfRead(request);
  if (key !== null) viewersOfReads.set(key, viewer);
  return viewer;
}

/**
 * Checks the viewer again after a body that may have taken hours to arrive.
 * @param before the viewer at the start of the request
 * @throws DomainError unauthenticated if the session has ended; forbidden if the role has changed or the user is
 *   suspended
 */
export async function requireStill(request: Request, before: Viewer): Promise<void> {
  const token = await readSessionToken(request);
  const after = token === undefined ? null : findViewer(token);
  if (after?.id !== before.id) throw new DomainError("unauthenticated", "Please log in first.");
  if (before.suspendedUntil == null) requireNotSuspended(after);
  if (after.role !== before.role) throw new DomainError("forbidden", "Your role has changed. Please try again.");
}

/** Null for a write, because it may change the viewer. Loaders after a write make a request of their own. */
function keyOfRead({ method, headers }: Request): string | null {
  const id = method === "GET" ? headers.get(REQUEST_ID) : null;
  return id === null ? null : JSON.stringify([id, headers.get("authorization"), headers.get("cookie")]);
}

/**
 * The viewer of a page that needs a session.
 * @throws a redirect to `/` with `returnTo`, which offers the login: "A 401 on any call redirects to home"
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
 * Starts a new session and remembers the device.
 * @returns the token, for the API's body, and the headers with the cookies
 */
export async function startCookieSession(request: Request, userId: number) {
  const old = await readSessionToken(request);
  if (old !== undefined) endSession(old);
  const token = startSession(userId, request.headers.get("user-agent") ?? "");
  const headers = new Headers({ "Set-Cookie": await signedCookie("session").serialize(token) });
  headers.append("Set-Cookie", await rememberDevice(request, userId));
  return { token, headers };
}

/**
 * Ends the request's session in the database.
 * @returns headers that delete the cookie and the browser's storage: drafts and chosen photos
 */
export async function endRequestSession(request: Request) {
  const token = await readSessionToken(request);
  if (token !== undefined) endSession(token);
  const cookie = await signedCookie("session").serialize("", { maxAge: 0 });
  // Browsers obey this header on https and localhost only; script deletes the storage too.
  return { headers: { "Set-Cookie": cookie, "Clear-Site-Data": '"storage"' } };
}

/** A path on this site, else `/`: never an address of another site. */
export function safeReturnTo(value: unknown): string {
  if (typeof value !== "string" || !/^\/(?![/\\])[^\\\s]*$/.test(value) || value.length > 2000) return "/";
  return value;
}

/** @throws DomainError unauthenticated */
export async function requireApiUser(request: Request, message = "Please log in first."): Promise<Viewer> {
  const viewer = await getViewer(request);
  if (!viewer) throw new DomainError("unauthenticated", message);
  return viewer;
}

/**
 * False for other sites' pages: they must not change the browser's session by fetching an address. Clients that are no
 * browser may.
 */
export function mayTouchCookies(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return !headers.has("origin") && !(headers.get("accept") ?? "").includes("text/html");
}

/** Accounts per device. */
const MAX_KNOWN_ACCOUNTS = 10;

interface Device {
  id: string;
  /** Ids of its accounts, the latest last. */
  accounts: number[];
}

async function readDevice(request: Request): Promise<Device | undefined> {
  const value = (await signedCookie("device").parse(request.headers.get("cookie"))) as Partial<Device> | null;
  if (typeof value?.id !== "string" || !Array.isArray(value.accounts)) return undefined;
  return { id: value.id, accounts: value.accounts };
}

/** The device's id, if it has logged in to this account before. */
export async function findKnownDevice(request: Request, userId: number | undefined): Promise<string | undefined> {
  const device = await readDevice(request);
  return userId !== undefined && device?.accounts.includes(userId) ? device.id : undefined;
}

async function rememberDevice(request: Request, userId: number): Promise<string> {
  const { id, accounts } = (await readDevice(request)) ?? { id: newToken(), accounts: [] };
  const others = accounts.filter((account) => account !== userId);
  return signedCookie("device").serialize({
    id,
    accounts: [...others, userId].slice(-MAX_KNOWN_ACCOUNTS),
  } satisfies Device);
}

/**
 * Wraps a loader or action for the logged-in user and the row in the address.
 * @param param name of the route parameter with the row's id
 * @param missing message for a malformed id
 */
export function withMemberAndId<T>(
  param: string,
  missing: string,
  work: (viewer: Viewer, id: number, args: LoaderFunctionArgs) => T | Promise<T>,
) {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    const viewer = await requireUser(args.request);
    return work(viewer, requireId(args.params[param], missing), args);
  };
}

let secret: string | undefined;

/** SESSION_SECRET, else a secret that is generated once and stored beside the database, readable for its owner only. */
function sessionSecret(): string {
  const file = path.join(path.dirname(env().databaseFile), "session-secret");
  secret ??= env().SESSION_SECRET;
  if (secret === undefined && !existsSync(file)) makeSecret(file);
  secret ??= readFileSync(file, "utf8").trim();
  return secret;
}

/**
 * Written to a temporary file, then linked: if several processes start at once, one wins and none reads half a secret.
 */
function makeSecret(file: string): void {
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, randomBytes(32).toString("hex"), { mode: 0o600 });
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(aside);
  }
}

const secure = () => env().APP_URL?.startsWith("https:") ?? false;

/** The cookie's name. With https it has the prefix `__Host-`, so that no other host of the domain can set it. */
export function cookieName(key: CookieKey): string {
  const { name } = COOKIES[key];
  return secure() ? `__Host-${name}` : name;
}

/** Older sessions last 90 days, so all have ended by then. */
const OLD_SESSIONS_END = Date.UTC(2027, 2, 1);

/** Each cookie has a secret of its own, so that a signed value of one is invalid in another. */
export function listCookieSecrets(key: CookieKey, at = now()): string[] {
  const own = createHmac("sha256", sessionSecret()).update(COOKIES[key].name).digest("base64url");
  // Sessions that are still valid were signed with the shared secret; no other cookie held such a token.
  return key === "session" && at < OLD_SESSIONS_END ? [own, sessionSecret()] : [own];
}

const made = new Map<CookieKey, Cookie>();

/** Signed, HttpOnly and SameSite. */
export function signedCookie(key: CookieKey): Cookie {
  let cookie = made.get(key);
  if (!cookie) {
    const { seconds } = COOKIES[key];
    cookie = createCookie(cookieName(key), {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: secure(),
      secrets: listCookieSecrets(key),
      ...(seconds !== null && { maxAge: seconds }),
    });
    made.set(key, cookie);
  }
  return cookie;
}

/** Headers that make the next page welcome the owner of a new garage. */
export async function welcomeHeaders(garageId: number) {
  return { "Set-Cookie": await signedCookie("welcome").serialize(garageId) };
}

/**
 * Whether the owner comes from onboarding, with the header that deletes the mark. The header is sent only then, so that
 * other responses have no cookies.
 */
export async function popWelcome(request: Request, garageId: number) {
  const header = request.headers.get("cookie");
  if (!header?.includes(`${cookieName("welcome")}=`) || (await signedCookie("welcome").parse(header)) !== garageId)
    return { welcome: false };
  return { welcome: true, headers: { "Set-Cookie": await signedCookie("welcome").serialize("", { maxAge: 0 }) } };
}
