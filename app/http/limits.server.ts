import { createHash } from "node:crypto";
import { env } from "~/env.server";
import { DomainError } from "~/lib/errors";
import { plural } from "~/lib/text";
import { type Counter, type Counters, memoryCounters } from "./counters.server";

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Key = "client" | "person";

interface Limit {
  /** How many … */
  points: number;
  /** … in how many seconds. */
  duration: number;
  /** Who is counted, each for itself: the client's address, the person with the session. */
  per: readonly Key[];
  /** `tries` counts whatever comes; `done` gives back what was refused for another reason. */
  counts: "tries" | "done";
}

const EACH = ["client", "person"] as const;
const CLIENT = ["client"] as const;

function limit(points: number, duration: number, per: readonly Key[] = EACH, counts: Limit["counts"] = "tries"): Limit {
  return { points, duration, per, counts };
}

/** How often each kind of call may be made. Every write names one of these, and so does every costly read. */
export const LIMITS = {
  // Accounts
  signUp: limit(5, 30 * MINUTE, CLIENT, "done"),
  forgotPassword: limit(5, 30 * MINUTE, CLIENT),
  mailLink: limit(30, 30 * MINUTE, CLIENT),
  /** One click in a mail program comes from its provider, for all whose mail that is. */
  unsubscribe: limit(600, 5 * MINUTE, CLIENT),
  logout: limit(60, 5 * MINUTE),
  leave: limit(20, HOUR),
  // What people do
  edit: limit(120, 5 * MINUTE),
  upload: limit(60, 30 * MINUTE),
  /** Of a resumable upload: on a bad line a photo comes in many. */
  uploadPiece: limit(600, 5 * MINUTE),
  /** Beside the call's own: each turn draws a photo anew. */
  turn: limit(120, 30 * MINUTE),
  comment: limit(30, 5 * MINUTE, EACH, "done"),
  review: limit(20, HOUR, EACH, "done"),
  like: limit(60, 5 * MINUTE),
  follow: limit(60, 5 * MINUTE),
  block: limit(60, 5 * MINUTE),
  attendance: limit(30, 5 * MINUTE),
  submitEvent: limit(10, DAY, ["person"], "done"),
  ticket: limit(5, 30 * MINUTE, EACH, "done"),
  moderate: limit(300, 5 * MINUTE),
  /** Forms of ended sessions, which are read to be kept. */
  park: limit(30, 5 * MINUTE, CLIENT),
  errorReport: limit(20, 5 * MINUTE, CLIENT),
  // Costly reads
  search: limit(120, MINUTE, CLIENT),
  map: limit(120, MINUTE, CLIENT),
  export: limit(5, HOUR),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/**
 * What is counted inside a call, because only part of it is a try: wrong passwords and codes, mails to one address. See
 * `login-limits.server.ts` and `mail-limits.server.ts`.
 */
export const INNER_LIMITS = {
  wrongLogin: { points: 25, duration: 5 * MINUTE },
  wrongLoginToAccount: { points: 10, duration: 5 * MINUTE },
  wrongLoginFromUnknown: { points: 50, duration: HOUR },
  unknownDevice: { points: 1, duration: MINUTE },
  /** Right ones of a person: each leaves a session behind. */
  logins: { points: 60, duration: 5 * MINUTE },
  mailToAddress: { points: 3, duration: HOUR },
} as const;

type InnerLimitName = keyof typeof INNER_LIMITS;

let counters = memoryCounters();

/** Counts in `shared` from here on: where several processes serve one site, each limit holds for all of them. */
export function countIn(shared: Counters): void {
  counters = shared;
}

let onRefusal: (limit: LimitName | InnerLimitName) => void = () => {};

/** Tells `listener` of every call that is refused from here on. */
export function watchRefusals(listener: typeof onRefusal): void {
  onRefusal = listener;
}

function counterOf(name: LimitName | InnerLimitName): Counter {
  const { points, duration } = { ...LIMITS, ...INNER_LIMITS }[name];
  return { name, points, duration };
}

/** Keys are hashes: whatever somebody sends as an address stays small in memory, and is nowhere in clear. */
export function limiterKey(...parts: (string | number)[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url").slice(0, 22);
}

/** An IPv6 client owns a whole /64, so that is what is counted; IPv4 counts as it is. */
export function clientKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const left = head.split(":").filter(Boolean);
  const right = plain.includes("::") ? tail.split(":").filter(Boolean) : [];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = plain.includes("::") ? [...left, ...zeros, ...right] : left;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/** Whoever is counted: the client's address, and the person, where there is a session. */
export interface Caller {
  clientAddress: string;
  personId?: number | undefined;
}

/** Takes back what a call was counted with. */
export type GiveBack = () => Promise<void>;

/**
 * Counts a call.
 * @param how `again`: where it is refused here it will be counted again, by who refuses it in words
 * @returns gives back what only counts once it is done; to be called where the call was refused
 * @throws DomainError rate_limited with the seconds to wait
 */
export async function countCall(
  names: LimitName | readonly LimitName[],
  caller: Caller,
  how: { again?: boolean } = {},
): Promise<GiveBack> {
  const counted: [LimitName, string][] = [];
  const giveBack: GiveBack = async () => {
    for (const [name, key] of counted) if (LIMITS[name].counts === "done") await giveBackTry(name, key);
  };
  try {
    for (const name of [names].flat() as LimitName[]) {
      for (const key of keysOf(name, caller)) {
        await countTry(name, key, how);
        counted.push([name, key]);
      }
    }
  } catch (refusal) {
    await giveBack();
    throw refusal;
  }
  return giveBack;
}

function keysOf(name: LimitName, { clientAddress, personId }: Caller): string[] {
  return LIMITS[name].per.flatMap((kind) => {
    if (kind === "client") return limiterKey("client", clientKey(clientAddress));
    return personId === undefined ? [] : limiterKey("person", personId);
  });
}

/**
 * Counts one try.
 * @param key made by `limiterKey`
 * @throws DomainError rate_limited with the seconds to wait
 */
export async function countTry(
  name: LimitName | InnerLimitName,
  key: string,
  { again = false }: { again?: boolean } = {},
): Promise<void> {
  if (env().RATE_LIMITS === "off") return;
  const wait = await counters.count(counterOf(name), key);
  if (wait === 0) return;
  if (!again) onRefusal(name);
  throw tooOften(wait);
}

/** Gives one try back that was none. */
export async function giveBackTry(name: LimitName | InnerLimitName, key: string): Promise<void> {
  if (env().RATE_LIMITS === "on") await counters.giveBack(counterOf(name), key);
}

/** Whether so many tries have been made that the next one would be refused. */
export async function isExhausted(name: LimitName | InnerLimitName, key: string): Promise<boolean> {
  return env().RATE_LIMITS === "on" && (await counters.isUsedUp(counterOf(name), key));
}

/** @param wait milliseconds until another try makes sense */
export function tooOften(wait: number): DomainError {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const time = seconds < 60 ? plural(seconds, "second") : plural(Math.ceil(seconds / 60), "minute");
  return new DomainError("rate_limited", `You are doing that too often. Please try again in ${time}.`, {}, seconds);
}
