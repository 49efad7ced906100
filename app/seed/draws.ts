import type { Random } from "./random";

/**
 * Different numbers below `size`, without `except`. Walks in equal steps, so that the cost does not depend on the size.
 */
export function pickDistinct(random: Random, size: number, count: number, except: number): number[] {
  const wanted = Math.min(count, size - 1);
  if (wanted <= 0) return [];
  const start = random.int(0, size - 1);
  const step = coprimeStep(random, size);
  const picked: number[] = [];
  for (let at = start; picked.length < wanted; at = (at + step) % size) {
    if (at !== except) picked.push(at);
  }
  return picked;
}

/** Visits every number below `size` before repeating any. */
export function coprimeStep(random: Random, size: number): number {
  if (size < 3) return 1;
  let step = random.int(1, size - 1);
  while (divisor(step, size) !== 1) step = (step % (size - 1)) + 1;
  return step;
}

function divisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** Many small and few large whole numbers, `mean` on average. */
export function tail(random: Random, mean: number): number {
  return Math.floor(-(mean + 0.5) * Math.log(1 - random.next()));
}
