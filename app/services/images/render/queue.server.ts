import { availableParallelism } from "node:os";
import sharp from "sharp";

type Limit = <T>(task: () => Promise<T>, rank?: number) => Promise<T>;

/** Limits concurrency to `count` tasks; the highest rank goes first, equal ranks in order. */
export function createTaskQueue(count: number): Limit {
  let running = 0;
  // Highest rank first.
  const waiting: { rank: number; start: () => void }[] = [];
  const queue = (rank: number, start: () => void) => {
    const index = waiting.findIndex((other) => other.rank < rank);
    waiting.splice(index < 0 ? waiting.length : index, 0, { rank, start });
  };
  return async (task, rank = 0) => {
    // A finishing task passes its slot to the next in the queue, so that no later one overtakes it.
    if (running < count) running++;
    else await new Promise<void>((resolve) => queue(rank, resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next.start();
      else running--;
    }
  };
}

// Page requests share the CPU with uploads: one thread per encoder, two encoders at most, no pixel cache.
sharp.concurrency(1);
sharp.cache(false);

const MAX_CONCURRENT_IMAGES = 3;
const imageSlots = createTaskQueue(MAX_CONCURRENT_IMAGES);
const heavySlots = createTaskQueue(1);

/**
 * Runs a task when there is memory for its pixels: three images at a time per process, a heavy one alone. The encoders
 * can work on two; the third has its pixels ready when one of them finishes.
 */
export function withImageSlot<T>(isHeavy: boolean, task: () => Promise<T>): Promise<T> {
  if (!isHeavy) return imageSlots(task);
  // A heavy image takes all slots. Only one does at a time, so that no two deadlock.
  let alone = task;
  for (let slot = 0; slot < MAX_CONCURRENT_IMAGES; slot++) {
    const inner = alone;
    alone = () => imageSlots(inner);
  }
  return heavySlots(alone);
}

/** The highest rank goes first. */
export const withEncoderSlot = createTaskQueue(Math.min(2, availableParallelism()));

/** Of this process. */
export const stagingDirs = new Set<string>();
