import { type Cookie, createCookie } from "@remix-run/node";
import { newToken } from "~/lib/tokens.server";
import { cookieName, cookieSettings } from "./cookies.server";

/** Seconds for which a device is remembered after its last login. */
const MAX_AGE = 365 * 24 * 3600;
/** How many accounts one device is remembered for. */
const MOST_ACCOUNTS = 10;

/** A browser or a program that has logged in before. */
interface Device {
  id: string;
  /** Of the accounts it logged in to, the last one last. */
  accounts: number[];
}

let cookie: Cookie | undefined;
function deviceCookie(): Cookie {
  cookie ??= createCookie(cookieName("paddock_device"), { ...cookieSettings(), maxAge: MAX_AGE });
  return cookie;
}

async function readDevice(request: Request): Promise<Device | undefined> {
  const value = (await deviceCookie().parse(request.headers.get("cookie"))) as Partial<Device> | null;
  if (typeof value?.id !== "string" || !Array.isArray(value.accounts)) return undefined;
  return { id: value.id, accounts: value.accounts };
}

/** The device's id, where it has logged in to this account before. */
export async function knownDevice(request: Request, userId: number | undefined): Promise<string | undefined> {
  const device = await readDevice(request);
  return userId !== undefined && device?.accounts.includes(userId) ? device.id : undefined;
}

/** The cookie that has a device known to an account from here on. */
export async function rememberDevice(request: Request, userId: number): Promise<string> {
  const { id, accounts } = (await readDevice(request)) ?? { id: newToken(), accounts: [] };
  const others = accounts.filter((account) => account !== userId);
  return deviceCookie().serialize({ id, accounts: [...others, userId].slice(-MOST_ACCOUNTS) } satisfies Device);
}
