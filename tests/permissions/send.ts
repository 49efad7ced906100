import { createCookie } from "@remix-run/node";
import type { Case } from "./cases";

/** The server's SESSION_SECRET: sessions are written straight into its database, so that nobody has to log in. */
export const SECRET = "a secret for the tests alone";

const sessionCookie = createCookie("paddock_session", { secrets: [SECRET] });

/** A browser's Cookie header with a session's token in it. */
export const cookieOf = async (token: string) => (await sessionCookie.serialize(token)).split(";")[0]!;

async function credentials({ channel, token }: Case): Promise<Record<string, string>> {
  if (channel === "bearer") return { Authorization: `Bearer ${token ?? "unknown"}` };
  return token === undefined ? {} : { Cookie: await cookieOf(token) };
}

/** Number of concurrent requests. */
const AT_ONCE = 12;

/** Runs `work` for every item, with limited concurrency. */
export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const pathname = (location: string) => location.replace(/[?#].*$/, "");

/** Whether a redirect's target matches; `*` stands for an id. */
const leadsTo = (location: string, expected: string) =>
  new RegExp(`^${expected.replace(/[.+]/g, "\\$&").replace("*", "\\d+")}$`).test(pathname(location));

/** A redirect in a data response. */
const REDIRECT = /"SingleFetchRedirect".*?"redirect","([^"]*)"/s;

/**
 * Sends a request.
 * @returns what is wrong with the response; "" where it is as expected
 */
export async function tell(one: Case, origin: string): Promise<string> {
  const { name, path, init, expected, channel } = one;
  const headers = { ...init.headers, ...(await credentials(one)) };
  const response = await fetch(origin + path, { ...init, headers, redirect: "manual" });
  const text = await response.text();
  const data = channel === "data" && response.status === 202 ? REDIRECT.exec(text)?.[1] : undefined;
  // Of what was made, it is no redirect.
  const leads = response.status !== 201;
  const location = data ?? (leads ? (response.headers.get("location") ?? undefined) : undefined);
  if (typeof expected === "number" && location === undefined && response.status === expected) return "";
  if (typeof expected === "string" && location !== undefined && leadsTo(location, expected)) return "";
  return `${name}: ${response.status} ${location ?? ""}, not ${expected}`;
}
