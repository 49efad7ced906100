import { availableParallelism } from "node:os";
import sharp from "sharp";

type Limit = <T>(task: () => Promise<T>, rank?: number) => Promise<T>;

/** Runs `count` tasks; the highest rank goes first, equal ranks in order. */
export function createTaskQueue(count: number): Limit {
  let runningCount = 0;
  const waitingJobs: { rank: number; start: () => void }[] = [];
  const queue = (rank: number, start: () => void) => {
    const index = waitingJobs.findIndex((waitingJob) => waitingJob.rank < rank);
    waitingJobs.splice(index < 0 ? waitingJobs.length : index, 0, { rank, start });
  };
  return async (task, rank = 0) => {
    // A finishing task passes its slot on, so that no later one overtakes.
    if (runningCount < count) runningCount++;
    else await new Promise<void>((resolve) => queue(rank, resolve));
    try {
      return await task();
    } finally {
      const next = waitingJobs.shift();
      if (next) next.start();
      else runningCount--;
    }
  };
}

// Requests share the CPU: one thread per encoder, two encoders at most, no pixel cache.
sharp.concurrency(1);
sharp.cache(false);

const MAX_CONCURRENT_IMAGES = 3;
const imageSlots = createTaskQueue(MAX_CONCURRENT_IMAGES);
const heavySlots = createTaskQueue(1);

/**
 * When there is memory for the pixels: three images at a time per process, a heavy one alone. Two are encoded; the
 * third has its pixels ready.
 */
export function withImageSlot<T>(isHeavy: boolean, task: () => Promise<T>): Promise<T> {
  if (!isHeavy) return imageSlots(task);
  // A heavy image takes all slots; only one at a time, so that no two deadlock.
  let alone = task;
  for (let slot = 0; slot < MAX_CONCURRENT_IMAGES; slot++) {
    const inner = alone;
    alone = () => imageSlots(inner);
  }
  return heavySlots(alone);
}

export const withEncoderSlot = createTaskQueue(Math.min(2, availableParallelism()));

export const stagingDirs = new Set<string>();
