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

type Key = "client" | "person" | "userOrClient";

interface Limit {
  points: number;
  duration: number;
  /** "userOrClient" is the user, else the client's address. */
  per: readonly Key[];
  /** `done` refunds a call refused for another reason. */
  counts: "tries" | "done";
}

const EACH = ["client", "person"] as const;
/** Users sharing an address have this many times the limit of one. */
const USERS_PER_NETWORK = 4;
const CLIENT = ["client"] as const;

function limit(points: number, duration: number, per: readonly Key[] = EACH, counts: Limit["counts"] = "tries"): Limit {
  return { points, duration, per, counts };
}

/** Every write and every costly read names one. */
export const LIMITS = {
  /** Clubs and phones share networks. Mails are limited by mailbox. */
  signUp: limit(40, HOUR_SECONDS, CLIENT, "done"),
  /** Both the beginning and the return. */
  providerLogin: limit(60, 5 * MINUTE_SECONDS, CLIENT),
  setUp: limit(20, HOUR_SECONDS, CLIENT, "done"),
  forgotPassword: limit(5, 30 * MINUTE_SECONDS, CLIENT),
  changeEmail: limit(5, HOUR_SECONDS),
  mailLink: limit(30, 30 * MINUTE_SECONDS, CLIENT),
  /** A login takes two. */
  passkey: limit(120, 5 * MINUTE_SECONDS, CLIENT),
  /** One-click requests come from the mail provider, for all its customers. */
  unsubscribe: limit(600, 5 * MINUTE_SECONDS, CLIENT),
  logout: limit(60, 5 * MINUTE_SECONDS),
  leave: limit(20, HOUR_SECONDS),
  edit: limit(120, 5 * MINUTE_SECONDS),
  /** Includes deleted vehicles and entries; `MAX_NEW_A_DAY` counts the existing ones. */
  newVehicle: limit(250, DAY_SECONDS, ["person"], "done"),
  newEntry: limit(250, DAY_SECONDS, ["person"], "done"),
  upload: limit(60, 30 * MINUTE_SECONDS),
  /** On a bad connection a photo comes in many pieces. */
  uploadPiece: limit(600, 5 * MINUTE_SECONDS),
  turn: limit(120, 30 * MINUTE_SECONDS), // In addition to the limit of its call.
  comment: limit(30, 5 * MINUTE_SECONDS, EACH, "done"),
  /** In addition to `comment`. */
  commentsOfADay: limit(500, DAY_SECONDS, ["person"], "done"),
  review: limit(20, HOUR_SECONDS, EACH, "done"),
  like: limit(60, 5 * MINUTE_SECONDS),
  follow: limit(60, 5 * MINUTE_SECONDS),
  block: limit(60, 5 * MINUTE_SECONDS),
  attendance: limit(30, 5 * MINUTE_SECONDS),
  submitEvent: limit(10, DAY_SECONDS, ["person"], "done"),
  ticket: limit(5, 30 * MINUTE_SECONDS, EACH, "done"),
  report: limit(10, HOUR_SECONDS, ["userOrClient"], "done"),
  moderate: limit(300, 5 * MINUTE_SECONDS),
  testMail: limit(5, 30 * MINUTE_SECONDS),
  errorReport: limit(20, 5 * MINUTE_SECONDS, CLIENT),
  /** Neither cached responses nor files. */
  render: limit(300, MINUTE_SECONDS, ["userOrClient"]),
  search: limit(120, MINUTE_SECONDS),
  map: limit(120, MINUTE_SECONDS),
  export: limit(5, HOUR_SECONDS),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Wrong passwords and codes, mails to one address. See `login.server.ts`. */
export const ATTEMPT_LIMITS = {
  wrongLogin: { points: 25, duration: 5 * MINUTE_SECONDS },
  wrongLoginToAccount: { points: 10, duration: 5 * MINUTE_SECONDS },
  wrongLoginFromUnknown: { points: 50, duration: HOUR_SECONDS },
  unknownDevice: { points: 1, duration: MINUTE_SECONDS },
  /** Per account, over all unknown devices: a code has only six digits. */
  wrongCode: { points: 20, duration: HOUR_SECONDS },
  /** After so many the owner gets a mail, */
  wrongCodeUntold: { points: 5, duration: DAY_SECONDS },
  /** at most so often. */
  wrongCodeMail: { points: 1, duration: DAY_SECONDS },
  /** Each correct login leaves a session. */
  logins: { points: 60, duration: 5 * MINUTE_SECONDS },
  mailToAddress: { points: 3, duration: HOUR_SECONDS },
  mailToTags: { points: 10, duration: DAY_SECONDS },
} as const;

type InnerLimitName = keyof typeof ATTEMPT_LIMITS;

let counters = makeCounters(RateLimiterMemory);

/** Shares the counters with the other processes. */
export function countInPrimary(): void {
  counters = makeCounters(RateLimiterCluster);
}

let onRefusal: (limit: LimitName | InnerLimitName) => void = () => {};

export function onLimitExceeded(listener: typeof onRefusal): void {
  onRefusal = listener;
}

export interface LimitCount {
  name: LimitName | InnerLimitName;
  key: string;
  times?: number;
}

function toCounter({ name, times = 1 }: LimitCount): RateCounter {
  const { points, duration } = { ...LIMITS, ...ATTEMPT_LIMITS }[name];
  return { name, points: points * times, duration };
}

/** A hash: long input takes little memory, and addresses are not stored in clear. */
export function limiterKey(...parts: (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

/** An IPv6 user has at least a /64; larger networks are as easy to get. */
const NETWORKS = [
  { bits: 64, times: 1 },
  { bits: 56, times: 4 },
  { bits: 48, times: 16 },
];

/** An IPv4 address itself; for IPv6 three networks, the larger ones with more points for their users. */
export function listNetworks(address: string): { network: string; times: number }[] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!isIPv6(plain)) return [{ network: plain, times: 1 }];
  const [head = "", tail = ""] = plain.split("::");
  const headGroups = head.split(":").filter(Boolean);
  const right = plain.includes("::") ? tail.split(":").filter(Boolean) : [];
  const zeros = Array<string>(Math.max(0, 8 - headGroups.length - right.length)).fill("0");
  const groups = plain.includes("::") ? [...headGroups, ...zeros, ...right] : headGroups;
  const first = groups.slice(0, 4).reduce((bits, group) => (bits << 16n) | BigInt(Number.parseInt(group, 16)), 0n);
  return NETWORKS.map(({ bits, times }) => ({
    network: `${(first >> BigInt(64 - bits)).toString(16)}/${bits}`,
    times,
  }));
}

interface Caller {
  clientAddress: string;
  userId?: number | undefined;
}

export type Refund = () => Promise<void>;

/**
 * @returns refunds the limits that count only completed calls; call it after a refusal
 * @throws DomainError rate_limited with the seconds to wait
 */
export async function consumeForCaller(names: LimitName | readonly LimitName[], caller: Caller): Promise<Refund> {
  const attempts: LimitCount[] = [];
  const refund: Refund = async () => {
    for (const attempt of attempts)
      if (LIMITS[attempt.name as LimitName].counts === "done") await refundAttempt(attempt);
  };
  try {
    for (const attempt of ([names].flat() as LimitName[]).flatMap((name) => countersFor(name, caller))) {
      await consumeAttempt(attempt);
      attempts.push(attempt);
    }
  } catch (refusal) {
    await refund();
    throw refusal;
  }
  return refund;
}

function countersFor(name: LimitName, { clientAddress, userId }: Caller): LimitCount[] {
  return LIMITS[name].per.flatMap((kind) => {
    if (kind === "client" || (kind === "userOrClient" && userId === undefined))
      return clientCounters(name, clientAddress);
    if (userId === undefined) return [];
    const sharedNetwork = kind === "userOrClient" ? clientCounters(name, clientAddress, "users") : [];
    const sharedCounters = sharedNetwork.map((counter) => ({
      ...counter,
      times: (counter.times ?? 1) * USERS_PER_NETWORK,
    }));
    return [{ name, key: limiterKey("person", userId) }, ...sharedCounters];
  });
}

/** @param keyParts distinguishes several kinds of calls */
export function clientCounters(
  name: LimitCount["name"],
  clientAddress: string,
  ...keyParts: (string | number)[]
): LimitCount[] {
  return listNetworks(clientAddress).map(({ network, times }) => {
    return { name, key: limiterKey(...keyParts, "client", network), times };
  });
}

/** @throws DomainError rate_limited with the seconds to wait */
export async function consumeAttempt(attempt: LimitCount): Promise<void> {
  if (env().RATE_LIMITS === "off") return;
  const wait = await counters.count(toCounter(attempt), attempt.key);
  if (wait === 0) return;
  onRefusal(attempt.name);
  throw rateLimitedError(wait, REFUSALS[attempt.name]?.(wait));
}

/** For attempts that should not count, such as a correct password. */
export async function refundAttempt(attempt: LimitCount): Promise<void> {
  if (env().RATE_LIMITS === "on") await counters.refund(toCounter(attempt), attempt.key);
}

export async function isExhausted(attempt: LimitCount): Promise<boolean> {
  return env().RATE_LIMITS === "on" && (await counters.isUsedUp(toCounter(attempt), attempt.key));
}

/** Counts without refusing. */
export async function countUpTo(attempt: LimitCount): Promise<boolean> {
  if (env().RATE_LIMITS === "on") await counters.count(toCounter(attempt), attempt.key);
  return isExhausted(attempt);
}

const REFUSALS: { [Name in LimitCount["name"]]?: (wait: number) => string } = {
  wrongCode: () => SECOND_STEP_MESSAGES.tooManyWrong,
  signUp: (wait) => `Too many sign-ups from this network. Try again in ${plural(Math.ceil(wait / 60_000), "minute")}.`,
};

/** @param wait ms @param message instead of the default */
function rateLimitedError(wait: number, message?: string): DomainError {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const time = seconds < 60 ? plural(seconds, "second") : plural(Math.ceil(seconds / 60), "minute");
  const defaultMessage = `You are doing that too often. Please try again in ${time}.`;
  return new DomainError("rate_limited", message ?? defaultMessage, {}, seconds);
}

interface RateCounter {
  name: string;
  points: number;
  duration: number;
}

/** Wait if the counters are unreachable: a limit that does not count is none. */
const RETRY_MS = 1000;

/** In this process's memory, or the primary's. */
export function makeCounters(Limiter: typeof RateLimiterMemory | typeof RateLimiterCluster) {
  const limiters = new Map<string, RateLimiterMemory | RateLimiterCluster>();
  const limiter = ({ name, points, duration }: RateCounter) => {
    // A worker of a newer build may have another limit under the same name.
    const keyPrefix = `${name} ${points} ${duration}`;
    let existing = limiters.get(keyPrefix);
    if (!existing) {
      existing = new Limiter({ points, duration, keyPrefix });
      limiters.set(keyPrefix, existing);
    }
    return existing;
  };
  return {
    /** Counts one try. @returns 0, or the ms to wait if the points are used up */
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

function notCounted<T>(error: unknown, answer: T): T {
  log.error({ err: error }, "request limits not counted");
  return answer;
}
