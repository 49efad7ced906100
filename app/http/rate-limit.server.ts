import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { DomainError } from "~/lib/errors";
import { plural } from "~/lib/text";
import { env } from "~/services/env.server";

/** How many in how many seconds, per client address and per account (targets.md, Safety). */
export const LIMITS = {
  login: { points: 25, duration: 5 * 60 },
  signup: { points: 5, duration: 30 * 60 },
  reset: { points: 5, duration: 30 * 60 },
  upload: { points: 60, duration: 30 * 60 },
  comment: { points: 30, duration: 5 * 60 },
  ticket: { points: 5, duration: 30 * 60 },
  export: { points: 5, duration: 30 * 60 },
  errorReport: { points: 20, duration: 5 * 60 },
} as const;

export type LimitName = keyof typeof LIMITS;

const limiters = new Map<LimitName, RateLimiterMemory>();

function limiter(name: LimitName): RateLimiterMemory {
  let found = limiters.get(name);
  if (!found) {
    found = new RateLimiterMemory({ ...LIMITS[name], keyPrefix: name });
    limiters.set(name, found);
  }
  return found;
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

/**
 * Counts one try.
 * @param who keys that are counted each for itself: client addresses, accounts
 * @throws DomainError rate_limited with the seconds to wait
 */
export async function countTry(name: LimitName, ...who: string[]): Promise<void> {
  if (env().RATE_LIMITS === "off") return;
  for (const key of who) {
    try {
      await limiter(name).consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      const wait = plural(Math.ceil(seconds / 60), "minute");
      throw new DomainError("rate_limited", `That was too often. Please try again in ${wait}.`, {}, seconds);
    }
  }
}
