import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** What is counted: so many points in so many seconds. */
export interface Counter {
  name: string;
  points: number;
  duration: number;
}

/** Counts tries by key. */
export interface Counters {
  /** Counts one try. @returns 0, or the ms until another try makes sense where the points are used up */
  count(counter: Counter, key: string): Promise<number>;
  /** Takes one try back. */
  giveBack(counter: Counter, key: string): Promise<void>;
  /** Whether the next try would be refused. */
  isUsedUp(counter: Counter, key: string): Promise<boolean>;
}

/** Counters in the memory of this process. */
export function memoryCounters(): Counters {
  const limiters = new Map<string, RateLimiterMemory>();
  const limiter = ({ name, points, duration }: Counter) => {
    // A worker of a newer build may have another limit under the same name.
    const keyPrefix = `${name} ${points} ${duration}`;
    let found = limiters.get(keyPrefix);
    if (!found) {
      found = new RateLimiterMemory({ points, duration, keyPrefix });
      limiters.set(keyPrefix, found);
    }
    return found;
  };
  return {
    async count(counter, key) {
      try {
        await limiter(counter).consume(key);
        return 0;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, refusal.msBeforeNext);
      }
    },
    async giveBack(counter, key) {
      await limiter(counter).reward(key);
    },
    async isUsedUp(counter, key) {
      const state = await limiter(counter).get(key);
      return state !== null && state.remainingPoints <= 0;
    },
  };
}
