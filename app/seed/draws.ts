import type { Random } from "./random";

/**
 * Different numbers below `size`, without `except`. Walks in equal steps, so that the cost does not depend on the size.
 */
export function pickDistinct(random: Random, size: number, count: number, excluded: number): number[] {
  const total = Math.min(count, size - 1);
  if (total <= 0) return [];
  const start = random.int(0, size - 1);
  const step = coprimeStep(random, size);
  const numbers: number[] = [];
  for (let number = start; numbers.length < total; number = (number + step) % size) {
    if (number !== excluded) numbers.push(number);
  }
  return numbers;
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
export function drawExponential(random: Random, mean: number): number {
  return Math.floor(-(mean + 0.5) * Math.log(1 - random.next()));
}
