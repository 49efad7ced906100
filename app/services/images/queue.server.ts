import { availableParallelism } from "node:os";
import sharp from "sharp";

type Limit = <T>(task: () => Promise<T>) => Promise<T>;

/** Limits concurrency to `count` tasks; the rest wait in order. */
export function limitTo(count: number): Limit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    // A finishing task passes its slot to the next in the queue, so that no later one overtakes it.
    if (running < count) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

interface Shared {
  imageSlots: Limit;
  heavySlots: Limit;
  encoderSlots: Limit;
  /** Temporary folders that this process is still using. */
  stagingDirs: Set<string>;
}

// Page requests share the CPU with uploads: one thread per encoder, two encoders at most, no pixel cache.
sharp.concurrency(1);
sharp.cache(false);

// On globalThis, because the server and the app's build are two bundles in one process.
const holder = globalThis as { paddockImages?: Shared };
holder.paddockImages ??= {
  imageSlots: limitTo(2),
  heavySlots: limitTo(1),
  encoderSlots: limitTo(Math.min(2, availableParallelism())),
  stagingDirs: new Set(),
};
const shared = holder.paddockImages;

/** Runs a task when there is memory for its pixels: two images at a time per process, a heavy one alone. */
export function withImageSlot<T>(heavy: boolean, task: () => Promise<T>): Promise<T> {
  const { heavySlots, imageSlots } = shared;
  // A heavy image takes all slots. Only one does at a time, so that no two deadlock.
  return heavy ? heavySlots(() => imageSlots(() => imageSlots(task))) : imageSlots(task);
}

/** Runs one decoding or encoding when a CPU slot is free. */
export const withEncoderSlot = shared.encoderSlots;
export const stagingDirs = shared.stagingDirs;
