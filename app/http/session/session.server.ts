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

/** Of the session's cookie. */
export const sessionCookieName = () => cookieName("session");

/** The session token a request carries: a bearer's, where it says that it has one, else the cookie's. */
export async function readSessionToken(request: Request): Promise<string | undefined> {
  const authorization = request.headers.get("authorization");
  if (authorization !== null && /^Bearer\b/i.test(authorization)) {
    return /^Bearer +([\w-]{1,200})$/i.exec(authorization)?.[1];
  }
  const value: unknown = await signedCookie("session").parse(request.headers.get("cookie"));
  return typeof value === "string" ? value : undefined;
}

const viewers = new WeakMap<Request, Promise<Viewer | null>>();
/** Of the latest reads: Remix hands each loader of a page a copy of the request. */
const viewersOfReads = new LRUCache<string, Promise<Viewer | null>>({ max: 200 });

/** Who asks: the logged-in person, or null for a visitor or a dead session. One look-up a request. */
export function getViewer(request: Request): Promise<Viewer | null> {
  return viewers.get(request) ?? viewersOfReads.get(keyOfRead(request) ?? "") ?? findBySession(request, findViewer);
}

/** The user whose session the headers of a request carry. */
export async function findUserId(headers: Record<string, string>): Promise<number | undefined> {
  return (await getViewer(new Request("http://localhost/", { headers })))?.id;
}

/**
 * The same for the layout of a page, with what its header tells. It is the first to ask: the page's other loaders then
 * find what it has looked up.
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
 * Looks again at who sends a body that may have taken hours to arrive.
 * @param before who it was when the request came
 * @throws DomainError unauthenticated where the session has ended since; forbidden where the person may do less, or more
 */
export async function requireStill(request: Request, before: Viewer): Promise<void> {
  const token = await readSessionToken(request);
  const after = token === undefined ? null : findViewer(token);
  if (after?.id !== before.id) throw new DomainError("unauthenticated", "Please log in first.");
  if (before.suspendedUntil == null) requireNotSuspended(after);
  if (after.role !== before.role) throw new DomainError("forbidden", "Your role has changed. Please try again.");
}

/** Not of a write, which may change who asks; the loaders after it are a read of their own. */
function keyOfRead({ method, headers }: Request): string | null {
  const id = method === "GET" ? headers.get(REQUEST_ID) : null;
  return id === null ? null : JSON.stringify([id, headers.get("authorization"), headers.get("cookie")]);
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
export async function startCookieSession(request: Request, userId: number) {
  const old = await readSessionToken(request);
  if (old !== undefined) endSession(old);
  const token = startSession(userId, request.headers.get("user-agent") ?? "");
  const headers = new Headers({ "Set-Cookie": await signedCookie("session").serialize(token) });
  headers.append("Set-Cookie", await rememberDevice(request, userId));
  return { token, headers };
}

/**
 * Ends the request's session, here and in the database.
 * @returns the headers that take the cookie off the browser, and what it keeps for this site: drafts and chosen photos
 */
export async function endRequestSession(request: Request) {
  const token = await readSessionToken(request);
  if (token !== undefined) endSession(token);
  const cookie = await signedCookie("session").serialize("", { maxAge: 0 });
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

/**
 * No other site may change whose session a browser has by having it fetch an address: only our own pages, and clients
 * that are no browser.
 */
export function mayTouchCookies(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return !headers.has("origin") && !(headers.get("accept") ?? "").includes("text/html");
}

/** How many accounts one device is remembered for. */
const MAX_KNOWN_ACCOUNTS = 10;

/** A browser or a program that has logged in before. */
interface Device {
  id: string;
  /** Of the accounts it logged in to, the last one last. */
  accounts: number[];
}

async function readDevice(request: Request): Promise<Device | undefined> {
  const value = (await signedCookie("device").parse(request.headers.get("cookie"))) as Partial<Device> | null;
  if (typeof value?.id !== "string" || !Array.isArray(value.accounts)) return undefined;
  return { id: value.id, accounts: value.accounts };
}

/** The device's id, where it has logged in to this account before. */
export async function findKnownDevice(request: Request, userId: number | undefined): Promise<string | undefined> {
  const device = await readDevice(request);
  return userId !== undefined && device?.accounts.includes(userId) ? device.id : undefined;
}

/** The cookie that has a device known to an account from here on. */
async function rememberDevice(request: Request, userId: number): Promise<string> {
  const { id, accounts } = (await readDevice(request)) ?? { id: newToken(), accounts: [] };
  const others = accounts.filter((account) => account !== userId);
  return signedCookie("device").serialize({
    id,
    accounts: [...others, userId].slice(-MAX_KNOWN_ACCOUNTS),
  } satisfies Device);
}

/**
 * What a loader reads, or a write does, for whoever is logged in, on the row that the address names.
 * @param param of the address that holds the row's id
 * @param missing said where that can be no id
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

/**
 * SESSION_SECRET, or the one that was generated once and is stored beside the database, readable for its owner only.
 */
function sessionSecret(): string {
  const file = path.join(path.dirname(env().databaseFile), "session-secret");
  secret ??= env().SESSION_SECRET;
  if (secret === undefined && !existsSync(file)) makeSecret(file);
  secret ??= readFileSync(file, "utf8").trim();
  return secret;
}

/** Written aside and linked: of several processes that start at once, one wins and none reads half a secret. */
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

/**
 * Name of a cookie. With https only this very host can set it: neither a neighbour under the same domain nor an
 * attacker on a connection without https.
 */
export function cookieName(key: CookieKey): string {
  const { name } = COOKIES[key];
  return secure() ? `__Host-${name}` : name;
}

/** All sessions signed before have ended by then: they last 90 days. */
const OLD_SESSIONS_END = Date.UTC(2027, 2, 1);

/** Each signs with a secret of its own, so that a value that we signed for one is nothing in another. */
export function listCookieSecrets(key: CookieKey, at = now()): string[] {
  const own = createHmac("sha256", sessionSecret()).update(COOKIES[key].name).digest("base64url");
  // The one of all cookies signed sessions that are still alive; no other cookie held a token like theirs.
  return key === "session" && at < OLD_SESSIONS_END ? [own, sessionSecret()] : [own];
}

const made = new Map<CookieKey, Cookie>();

/** A cookie of ours: script cannot read it, other sites cannot send it along with a POST. */
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

/** The headers that have the page of a new garage welcome its owner, once. */
export async function welcomeHeaders(garageId: number) {
  return { "Set-Cookie": await signedCookie("welcome").serialize(garageId) };
}

/**
 * Whether the owner of this garage comes from onboarding, and the header that makes it once: sent only when it is so,
 * so that other responses stay free of cookies.
 */
export async function popWelcome(request: Request, garageId: number) {
  const header = request.headers.get("cookie");
  if (!header?.includes(`${cookieName("welcome")}=`) || (await signedCookie("welcome").parse(header)) !== garageId)
    return { welcome: false };
  return { welcome: true, headers: { "Set-Cookie": await signedCookie("welcome").serialize("", { maxAge: 0 }) } };
}
