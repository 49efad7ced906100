import { createCookie } from "@remix-run/node";
import { cookieName } from "../support/browser-like";
import type { Case } from "./cases";

/** SESSION_SECRET: sessions are inserted, without a login. */
export const SECRET = "a secret for the tests alone";

/** @param url of the server */
export async function cookieOf(token: string, url: string): Promise<string> {
  const line = await createCookie(cookieName(url, "session"), { secrets: [SECRET] }).serialize(token);
  return line.split(";")[0]!;
}

const EVIL = "https://evil.example";

/** A write from another site, another port or a sandboxed frame. */
export const foreignHeaders = (ownOrigin: string): Record<string, Record<string, string>> => ({
  "another origin": { Origin: EVIL },
  "another port": { Origin: ownOrigin.replace(/:\d+$/, ":1") },
  "an opaque origin": { Origin: "null" },
  "cross-site": { "Sec-Fetch-Site": "cross-site" },
  "same-site": { "Sec-Fetch-Site": "same-site", Origin: ownOrigin },
  "a foreign referer only": { Referer: `${EVIL}/page` },
  "a foreign origin that claims to be same-origin": { Origin: EVIL, "Sec-Fetch-Site": "same-origin" },
});

async function credentials({ channel, token }: Case, url: string): Promise<Record<string, string>> {
  if (channel === "bearer") return { Authorization: `Bearer ${token ?? "unknown"}` };
  return token === undefined ? {} : { Cookie: await cookieOf(token, url) };
}

const AT_ONCE = 12;

export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** One transaction per row: a long one would exceed the server's write timeout. */
export async function madeInTurns<Row, Made>(
  { url }: { url: string },
  rows: readonly Row[],
  make: (row: Row) => Made[],
): Promise<Made[]> {
  const all: Made[] = [];
  for (const row of rows) {
    all.push(...make(row));
    const { status } = await fetch(`${url}/healthz`);
    if (status !== 200) throw new Error(`the server is not well: ${status}`);
  }
  return all;
}

const pathname = (location: string) => location.replace(/[?#].*$/, "");

/** `*` stands for an id. */
const leadsTo = (location: string, expected: string) =>
  new RegExp(`^${expected.replace(/[.+]/g, "\\$&").replace("*", "(\\d+|[\\w-]{43})")}$`).test(pathname(location));

const REDIRECT = /"SingleFetchRedirect".*?"redirect","([^"]*)"/s;

/** @returns the difference from the expected response; "" without one */
export async function describeRequest(testCase: Case, origin: string): Promise<string> {
  const { name, path, init, expected, channel } = testCase;
  const headers = { ...init.headers, ...(await credentials(testCase, origin)) };
  const response = await fetch(origin + path, { ...init, headers, redirect: "manual" });
  const text = await response.text();
  const data = channel === "data" && response.status === 202 ? REDIRECT.exec(text)?.[1] : undefined;
  // With 201, Location is the new thing's.
  const leads = response.status !== 201;
  const location = data ?? (leads ? (response.headers.get("location") ?? undefined) : undefined);
  if (typeof expected === "number" && location === undefined && response.status === expected) return "";
  if (typeof expected === "string" && location !== undefined && leadsTo(location, expected)) return "";
  return `${name}: ${response.status} ${location ?? ""}, not ${expected}`;
}
