import { createHmac, randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { type Cookie, createCookie, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { env, publicUrl } from "~/env.server";
import { type PageViewer, requireNotSuspended, type Viewer } from "~/features/accounts/policy";
import { endSession, findPageViewer, findViewer, startSession } from "~/features/accounts/sessions.server";
import { DomainError } from "~/lib/errors";
import { requireId } from "~/lib/ids";
import { now } from "~/lib/time";
import { newToken } from "~/lib/tokens.server";
import type { RequestContext } from "../context";
import { COOKIES, type CookieKey } from "./cookies";

export const sessionCookieName = () => cookieName("session");

/** The bearer token if there is one, else those of all session cookies with our signature. */
async function listSessionTokens(request: Pick<Request, "headers">): Promise<string[]> {
  const authorization = request.headers.get("authorization");
  if (authorization !== null && /^Bearer\b/i.test(authorization)) {
    const [, token] = /^Bearer +([\w-]{1,200})$/i.exec(authorization) ?? [];
    return token === undefined ? [] : [token];
  }
  const values = await ownCookie("session").parseEach(request.headers.get("cookie"));
  return values.filter((value) => typeof value === "string");
}

/** Of the live session if there is one. */
export async function readSessionToken(request: Pick<Request, "headers">): Promise<string | undefined> {
  const tokens = await listSessionTokens(request);
  return tokens.find((token, at) => at === tokens.length - 1 || findViewer(token) !== null);
}

export type RequestArgs = Pick<LoaderFunctionArgs, "request" | "context">;

interface Credentials {
  request: Pick<Request, "headers">;
  context: RequestContext;
}

/** null for a visitor or an ended session. One look-up per HTTP request. */
export function getViewer(args: Credentials): Promise<Viewer | null> {
  args.context.viewer ??= findBySession(args.request, findViewer);
  return args.context.viewer;
}

/** For Express handlers. */
export async function findUserId({ headers }: IncomingMessage, context: RequestContext): Promise<number | undefined> {
  const { cookie, authorization } = headers;
  const credentials = new Headers({ ...(cookie && { cookie }), ...(authorization && { authorization }) });
  return (await getViewer({ request: { headers: credentials }, context }))?.id;
}

/**
 * With the facts for the page header. Always a new look-up, because an action may have changed the viewer. The layout's
 * loader starts first, so the page's loaders find its result.
 */
export function getPageViewer({ request, context }: RequestArgs): Promise<PageViewer | null> {
  const viewer = findBySession(request, findPageViewer);
  context.viewer = viewer;
  return viewer;
}

async function findBySession<V extends Viewer>(
  request: Credentials["request"],
  find: (token: string) => V | null,
): Promise<V | null> {
  for (const token of await listSessionTokens(request)) {
    const viewer = find(token);
    if (viewer !== null) return viewer;
  }
  return null;
}

/**
 * Checks again after a body, which may take hours to arrive.
 * @param before the viewer at the start of the request
 * @throws DomainError unauthenticated if the session has ended; forbidden if the role has changed or the user is
 *   suspended
 */
export async function requireUnchangedViewer(request: Request, before: Viewer): Promise<void> {
  const after = await findBySession(request, findViewer);
  if (after?.id !== before.id) throw new DomainError("unauthenticated", "Please log in first.");
  if (before.suspendedUntil == null) requireNotSuspended(after);
  if (after.role !== before.role) throw new DomainError("forbidden", "Your role has changed. Please try again.");
}

/** @throws a redirect to `/` with `returnTo`, which offers the login: "A 401 on any call redirects to home" */
export async function requireUser({ request, context }: RequestArgs): Promise<Viewer> {
  const viewer = await getViewer({ request, context });
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
 * Starts a session and remembers the device.
 * @returns the token, for the API's body, and the cookie headers
 */
export async function startCookieSession(request: Request, userId: number) {
  for (const old of await listSessionTokens(request)) endSession(old);
  const token = startSession(userId, request.headers.get("user-agent") ?? "");
  const headers = new Headers({ "Set-Cookie": await signedCookie("session").serialize(token) });
  headers.append("Set-Cookie", await rememberDevice(request, userId));
  return { token, headers };
}

/** @returns headers that delete the cookie and the browser's storage: drafts and chosen photos */
export async function endRequestSession(request: Request) {
  for (const token of await listSessionTokens(request)) endSession(token);
  const cookie = await signedCookie("session").serialize("", { maxAge: 0 });
  // On https and localhost only; script deletes the storage too.
  return { headers: { "Set-Cookie": cookie, "Clear-Site-Data": '"storage"' } };
}

/** A path on this site, else `/`. */
export function safeReturnTo(value: unknown): string {
  if (typeof value !== "string" || !/^\/(?![/\\])[^\\\s]*$/.test(value) || value.length > 2000) return "/";
  return value;
}

/** @throws DomainError unauthenticated */
export async function requireApiUser(args: RequestArgs, message = "Please log in first."): Promise<Viewer> {
  const viewer = await getViewer(args);
  if (!viewer) throw new DomainError("unauthenticated", message);
  return viewer;
}

/**
 * False for other sites' pages: fetching an address must not change the browser's session. Clients that are no browser
 * may.
 */
export function mayTouchCookies(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return !headers.has("origin") && !(headers.get("accept") ?? "").includes("text/html");
}

const MAX_KNOWN_ACCOUNTS = 10;

interface Device {
  id: string;
  accounts: number[];
}

async function readDevice(request: Request): Promise<Device | undefined> {
  const value = (await signedCookie("device").parse(request.headers.get("cookie"))) as Partial<Device> | null;
  if (typeof value?.id !== "string" || !Array.isArray(value.accounts)) return undefined;
  return { id: value.id, accounts: value.accounts };
}

/** If it has logged in to this account before. */
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
 * @param param name of the route parameter with the row's id
 * @param missing message for a malformed id
 */
export function withMemberAndId<T>(
  param: string,
  missing: string,
  work: (viewer: Viewer, id: number, args: LoaderFunctionArgs) => T | Promise<T>,
) {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    const viewer = await requireUser(args);
    return work(viewer, requireId(args.params[param], missing), args);
  };
}

let secret: string | undefined;

/** SESSION_SECRET, else generated once and stored beside the database, readable for its owner only. */
function sessionSecret(): string {
  const file = path.join(path.dirname(env().databaseFile), "session-secret");
  secret ??= env().SESSION_SECRET;
  if (secret === undefined && !existsSync(file)) makeSecret(file);
  secret ??= readFileSync(file, "utf8").trim();
  return secret;
}

/** Written to a temporary file, then linked: of several starting processes one wins and none reads half a secret. */
function makeSecret(file: string): void {
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, randomBytes(32).toString("hex"), { mode: 0o600 });
  try {
    linkSync(temporaryFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(temporaryFile);
  }
}

const secure = () => env().APP_URL?.startsWith("https:") ?? false;

/**
 * With https it has the prefix `__Host-`, so that no other host of the domain can set it. With http it ends with the
 * port: browsers send cookies to all ports of a host, and another site may run there.
 */
export function cookieName(key: CookieKey): string {
  const { name } = COOKIES[key];
  if (secure()) return `__Host-${name}`;
  const { port } = new URL(publicUrl());
  return port === "" ? name : `${name}_${port}`;
}

/** Older sessions last 90 days: all have ended by then. */
const OLD_SESSIONS_END = Date.UTC(2027, 2, 1);

/** One secret per cookie, so that a signed value of one is invalid in another. */
export function listCookieSecrets(key: CookieKey, at = now()): string[] {
  const ownSecret = createHmac("sha256", sessionSecret()).update(COOKIES[key].name).digest("base64url");
  // Sessions that are still valid were signed with the shared secret; no other cookie held such a token.
  return key === "session" && at < OLD_SESSIONS_END ? [ownSecret, sessionSecret()] : [ownSecret];
}

interface OwnCookie {
  /** `parse` has the first valid value. */
  cookie: Cookie;
  /** The valid values of all cookies of this name: one may be of another path or site. */
  parseEach: (header: string | null) => Promise<unknown[]>;
}

const cookies = new Map<CookieKey, OwnCookie>();

function ownCookie(key: CookieKey): OwnCookie {
  const cachedCookie = cookies.get(key);
  if (cachedCookie) return cachedCookie;
  const { seconds } = COOKIES[key];
  const cookie = createCookie(cookieName(key), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: secure(),
    secrets: listCookieSecrets(key),
    ...(seconds !== null && { maxAge: seconds }),
  });
  const parseOne = cookie.parse;
  const parseEach = async (header: string | null) => {
    const pairs = header?.split(";").filter((pair) => pair.trimStart().startsWith(`${cookie.name}=`)) ?? [];
    const values: unknown[] = await Promise.all(pairs.map((pair) => parseOne(pair)));
    return values.filter((value) => value !== null);
  };
  cookie.parse = async (header) => (await parseEach(header))[0] ?? null;
  const cookieEntry = { cookie, parseEach };
  cookies.set(key, cookieEntry);
  return cookieEntry;
}

export const signedCookie = (key: CookieKey): Cookie => ownCookie(key).cookie;

export async function welcomeHeaders(garageId: number) {
  return { "Set-Cookie": await signedCookie("welcome").serialize(garageId) };
}

/**
 * Whether the owner comes from onboarding, with the header that deletes the mark. Sent only then, so that other
 * responses have no cookies.
 */
export async function popWelcome(request: Request, garageId: number) {
  const header = request.headers.get("cookie");
  if (!header?.includes(`${cookieName("welcome")}=`) || (await signedCookie("welcome").parse(header)) !== garageId)
    return { welcome: false };
  return { welcome: true, headers: { "Set-Cookie": await signedCookie("welcome").serialize("", { maxAge: 0 }) } };
}
