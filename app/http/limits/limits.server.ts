import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { env } from "~/env.server";
import { SECOND_STEP_MESSAGES } from "~/features/accounts/limits";
import { DomainError } from "~/lib/errors";
import { plural } from "~/lib/text";
import { log } from "~/services/log/log.server";

// In seconds, as the limiter takes them.
const SECOND = 1;
const MINUTE_SECONDS = 60 * SECOND;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

type Key = "client" | "person" | "asker";

interface Limit {
  points: number;
  /** Seconds. */
  duration: number;
  /** Each is counted: the client's address, the person with a session; the asker is that person, else the client. */
  per: readonly Key[];
  /** `tries` counts whatever comes; `done` gives back what was refused for another reason. */
  counts: "tries" | "done";
}

const EACH = ["client", "person"] as const;
/** So many may ask from one address as much as each may. */
const ASKERS = 4;
const CLIENT = ["client"] as const;

function limit(points: number, duration: number, per: readonly Key[] = EACH, counts: Limit["counts"] = "tries"): Limit {
  return { points, duration, per, counts };
}

/** How often each kind of call may be made. Every write names one of these, and so does every costly read. */
export const LIMITS = {
  // Accounts
  /** Clubs share a network, phones the address of their carrier; mails are limited by mailbox. */
  signUp: limit(40, HOUR_SECONDS, CLIENT, "done"),
  setUp: limit(20, HOUR_SECONDS, CLIENT, "done"),
  forgotPassword: limit(5, 30 * MINUTE_SECONDS, CLIENT),
  mailLink: limit(30, 30 * MINUTE_SECONDS, CLIENT),
  /** One click in a mail program comes from its provider, for all whose mail that is. */
  unsubscribe: limit(600, 5 * MINUTE_SECONDS, CLIENT),
  logout: limit(60, 5 * MINUTE_SECONDS),
  leave: limit(20, HOUR_SECONDS),
  // What people do
  edit: limit(120, 5 * MINUTE_SECONDS),
  /** Beside `MAX_NEW_A_DAY`, which counts what is still there: vehicles and entries that are added and deleted again. */
  newVehicle: limit(250, DAY_SECONDS, ["person"], "done"),
  newEntry: limit(250, DAY_SECONDS, ["person"], "done"),
  upload: limit(60, 30 * MINUTE_SECONDS),
  /** On a bad line a photo comes in many. */
  uploadPiece: limit(600, 5 * MINUTE_SECONDS),
  turn: limit(120, 30 * MINUTE_SECONDS), // Beside the call's own.
  comment: limit(30, 5 * MINUTE_SECONDS, EACH, "done"),
  /** Beside the others: words stay, and a day is long. */
  commentsOfADay: limit(500, DAY_SECONDS, ["person"], "done"),
  review: limit(20, HOUR_SECONDS, EACH, "done"),
  like: limit(60, 5 * MINUTE_SECONDS),
  follow: limit(60, 5 * MINUTE_SECONDS),
  block: limit(60, 5 * MINUTE_SECONDS),
  attendance: limit(30, 5 * MINUTE_SECONDS),
  submitEvent: limit(10, DAY_SECONDS, ["person"], "done"),
  ticket: limit(5, 30 * MINUTE_SECONDS, EACH, "done"),
  report: limit(10, HOUR_SECONDS, ["asker"], "done"),
  moderate: limit(300, 5 * MINUTE_SECONDS),
  /** Forms of ended sessions, which are read to be kept. */
  errorReport: limit(20, 5 * MINUTE_SECONDS, CLIENT),
  // Costly reads
  /** Responses that are rendered for this client: neither cached ones nor files. */
  render: limit(300, MINUTE_SECONDS, ["asker"]),
  search: limit(120, MINUTE_SECONDS),
  map: limit(120, MINUTE_SECONDS),
  export: limit(5, HOUR_SECONDS),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/**
 * What is counted inside a call, because only part of it is a try: wrong passwords and codes, mails to one address. See
 * `login.server.ts`.
 */
export const ATTEMPT_LIMITS = {
  wrongLogin: { points: 25, duration: 5 * MINUTE_SECONDS },
  wrongLoginToAccount: { points: 10, duration: 5 * MINUTE_SECONDS },
  wrongLoginFromUnknown: { points: 50, duration: HOUR_SECONDS },
  unknownDevice: { points: 1, duration: MINUTE_SECONDS },
  /** Of an account, over all devices that it does not know: a code has six digits. */
  wrongCode: { points: 20, duration: HOUR_SECONDS },
  /** After these the owner hears of it … */
  wrongCodeUntold: { points: 5, duration: DAY_SECONDS },
  /** … so often. */
  wrongCodeMail: { points: 1, duration: DAY_SECONDS },
  /** Right ones of a person: each leaves a session behind. */
  logins: { points: 60, duration: 5 * MINUTE_SECONDS },
  mailToAddress: { points: 3, duration: HOUR_SECONDS },
  mailToTags: { points: 10, duration: DAY_SECONDS },
} as const;

type InnerLimitName = keyof typeof ATTEMPT_LIMITS;

let counters = makeCounters(RateLimiterMemory);

/** Counts in the primary process from here on: where several serve one site, each limit holds for all of them. */
export function countInPrimary(): void {
  counters = makeCounters(RateLimiterCluster);
}

let onRefusal: (limit: LimitName | InnerLimitName) => void = () => {};

/** Tells `listener` of every call that is refused from here on. */
export function onLimitExceeded(listener: typeof onRefusal): void {
  onRefusal = listener;
}

/** One that is counted under a limit's name, with the limit's points or so many times as many. */
export interface Counted {
  name: LimitName | InnerLimitName;
  /** Made by `limiterKey`. */
  key: string;
  times?: number;
}

function toCounter({ name, times = 1 }: Counted): RateCounter {
  const { points, duration } = { ...LIMITS, ...ATTEMPT_LIMITS }[name];
  return { name, points: points * times, duration };
}

/** Keys are hashes: whatever somebody sends as an address stays small in memory, and is nowhere in clear. */
export function limiterKey(...parts: (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

/** Of an IPv6 client: the network that everybody owns at least, and larger ones that are as easy to come by. */
const NETWORKS = [
  { bits: 64, times: 1 },
  { bits: 56, times: 4 },
  { bits: 48, times: 16 },
];

/**
 * What is counted for a client: an IPv4 address as it is; of an IPv6 one its networks, of which the larger ones have more
 * points, because several people may share them.
 */
export function listNetworks(address: string): { network: string; times: number }[] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!isIPv6(plain)) return [{ network: plain, times: 1 }];
  const [head = "", tail = ""] = plain.split("::");
  const left = head.split(":").filter(Boolean);
  const right = plain.includes("::") ? tail.split(":").filter(Boolean) : [];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = plain.includes("::") ? [...left, ...zeros, ...right] : left;
  const first = groups.slice(0, 4).reduce((bits, group) => (bits << 16n) | BigInt(Number.parseInt(group, 16)), 0n);
  return NETWORKS.map(({ bits, times }) => ({
    network: `${(first >> BigInt(64 - bits)).toString(16)}/${bits}`,
    times,
  }));
}

/** The client's address, and the user where there is a session. */
interface Caller {
  clientAddress: string;
  userId?: number | undefined;
}

/** Takes back what a call was counted with. */
export type Refund = () => Promise<void>;

/**
 * Counts a call.
 * @returns gives back what only counts once it is done; to be called where the call was refused
 * @throws DomainError rate_limited with the seconds to wait
 */
export async function consumeForCaller(names: LimitName | readonly LimitName[], caller: Caller): Promise<Refund> {
  const counted: Counted[] = [];
  const refund: Refund = async () => {
    for (const one of counted) if (LIMITS[one.name as LimitName].counts === "done") await refundAttempt(one);
  };
  try {
    for (const one of ([names].flat() as LimitName[]).flatMap((name) => listCounted(name, caller))) {
      await consumeAttempt(one);
      counted.push(one);
    }
  } catch (refusal) {
    await refund();
    throw refusal;
  }
  return refund;
}

function listCounted(name: LimitName, { clientAddress, userId }: Caller): Counted[] {
  return LIMITS[name].per.flatMap((kind) => {
    if (kind === "client" || (kind === "asker" && userId === undefined)) return ofClient(name, clientAddress);
    if (userId === undefined) return [];
    const house = kind === "asker" ? ofClient(name, clientAddress, "askers") : [];
    const shared = house.map((one) => ({ ...one, times: (one.times ?? 1) * ASKERS }));
    return [{ name, key: limiterKey("person", userId) }, ...shared];
  });
}

/** @param about what of the client's is counted, where not all of it under this name */
export function ofClient(name: Counted["name"], clientAddress: string, ...about: (string | number)[]): Counted[] {
  return listNetworks(clientAddress).map(({ network, times }) => {
    return { name, key: limiterKey(...about, "client", network), times };
  });
}

/** Consumes one attempt. @throws DomainError rate_limited with the seconds to wait */
export async function consumeAttempt(one: Counted): Promise<void> {
  if (env().RATE_LIMITS === "off") return;
  const wait = await counters.count(toCounter(one), one.key);
  if (wait === 0) return;
  onRefusal(one.name);
  throw rateLimitedError(wait, REFUSALS[one.name]?.(wait));
}

/** Refunds an attempt that should not count, such as a correct password. */
export async function refundAttempt(one: Counted): Promise<void> {
  if (env().RATE_LIMITS === "on") await counters.refund(toCounter(one), one.key);
}

/** Whether the next attempt would exceed the limit. */
export async function isExhausted(one: Counted): Promise<boolean> {
  return env().RATE_LIMITS === "on" && (await counters.isUsedUp(toCounter(one), one.key));
}

/** Counts what is never refused. @returns whether it has come as often as the limit says */
export async function countUpTo(one: Counted): Promise<boolean> {
  if (env().RATE_LIMITS === "on") await counters.count(toCounter(one), one.key);
  return isExhausted(one);
}

/** Limits that say more than how long to wait. */
const REFUSALS: { [Name in Counted["name"]]?: (wait: number) => string } = {
  wrongCode: () => SECOND_STEP_MESSAGES.tooManyWrong,
  signUp: (wait) => `Too many sign-ups from this network. Try again in ${plural(Math.ceil(wait / 60_000), "minute")}.`,
};

/** @param wait milliseconds until another try makes sense @param message where more is to be said than that */
function rateLimitedError(wait: number, message?: string): DomainError {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const time = seconds < 60 ? plural(seconds, "second") : plural(Math.ceil(seconds / 60), "minute");
  const defaultMessage = `You are doing that too often. Please try again in ${time}.`;
  return new DomainError("rate_limited", message ?? defaultMessage, {}, seconds);
}

/** What is counted: so many points in so many seconds. */
interface RateCounter {
  name: string;
  points: number;
  duration: number;
}

/** The wait, ms, where the counters cannot be reached: a limit that does not count is none. */
const RETRY_MS = 1000;

/** Counters in the memory of this process, or of the primary process, where several serve one site. */
export function makeCounters(Limiter: typeof RateLimiterMemory | typeof RateLimiterCluster) {
  const limiters = new Map<string, RateLimiterMemory | RateLimiterCluster>();
  const limiter = ({ name, points, duration }: RateCounter) => {
    // A worker of a newer build may have another limit under the same name.
    const keyPrefix = `${name} ${points} ${duration}`;
    let found = limiters.get(keyPrefix);
    if (!found) {
      found = new Limiter({ points, duration, keyPrefix });
      limiters.set(keyPrefix, found);
    }
    return found;
  };
  return {
    /** Counts one try. @returns 0, or the ms until another try makes sense where the points are used up */
    count: async (counter: RateCounter, key: string) =>
      limiter(counter)
        .consume(key)
        .then(
          () => 0,
          (refusal) =>
            refusal instanceof RateLimiterRes ? Math.max(1, refusal.msBeforeNext) : notCounted(refusal, RETRY_MS),
        ),
    refund: async (counter: RateCounter, key: string) => {
      await limiter(counter)
        .reward(key)
        .catch((error) => notCounted(error, null));
    },
    isUsedUp: async (counter: RateCounter, key: string): Promise<boolean> =>
      limiter(counter)
        .get(key)
        .then(
          (state) => state !== null && state.remainingPoints <= 0,
          (error) => notCounted(error, true),
        ),
  };
}

/** The primary process has not answered. @returns `answer` */
function notCounted<T>(error: unknown, answer: T): T {
  log.error({ err: error }, "limits cannot be counted");
  return answer;
}
