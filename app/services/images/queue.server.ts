import { availableParallelism } from "node:os";
import sharp from "sharp";

type Limit = <T>(task: () => Promise<T>) => Promise<T>;

/** At most `count` tasks at a time; the rest wait in the order in which they came. */
export function limitTo(count: number): Limit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    // A finishing task hands its place on, so that nobody who comes later can slip in between.
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

// Page reads share the processor with uploads: one thread an encoder, two encoders at most, pixels not kept.
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

/**
 * Runs the work on one image when there is room in memory for its pixels: two images at a time in the process, and a
 * heavy one alone.
 */
export function withImageSlot<T>(heavy: boolean, task: () => Promise<T>): Promise<T> {
  const { heavySlots, imageSlots } = shared;
  // As many places as there are. One heavy image at a time takes them, so no two wait for each other's.
  return heavy ? heavySlots(() => imageSlots(() => imageSlots(task))) : imageSlots(task);
}

/** Runs one decoding or encoding when a processor may be spent on it. */
export const withEncoderSlot = shared.encoderSlots;
export const stagingDirs = shared.stagingDirs;
