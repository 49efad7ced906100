import type { Random } from "../random";

/** Random order, without repeating a line before all are used. */
interface Deck {
  /** undefined if all are used and none may repeat. */
  deal(): string | undefined;
}

/** @param again an empty deck starts again, as for load tests */
export function createDeck(random: Random, lines: readonly string[], again: boolean): Deck {
  let left = random.shuffle(lines);
  return {
    deal() {
      if (left.length === 0 && again) left = random.shuffle(lines);
      return left.pop();
    },
  };
}

export function createDecks<K extends string | number>(
  random: Random,
  lines: Record<K, readonly string[]>,
  again: boolean,
): Record<K, Deck> {
  const entries = Object.entries<readonly string[]>(lines);
  return Object.fromEntries(entries.map(([key, list]) => [key, createDeck(random, list, again)])) as Record<K, Deck>;
}
