import type { Random } from "../random";

/** Random order, without repeating a line before all are used. */
interface Deck {
  /** undefined if all are used and none may repeat. */
  deal(): string | undefined;
}

/** @param mayRepeat an empty deck starts again, as for load tests */
export function createDeck(random: Random, lines: readonly string[], mayRepeat: boolean): Deck {
  let remaining = random.shuffle(lines);
  return {
    deal() {
      if (remaining.length === 0 && mayRepeat) remaining = random.shuffle(lines);
      return remaining.pop();
    },
  };
}

export function createDecks<K extends string | number>(
  random: Random,
  lines: Record<K, readonly string[]>,
  mayRepeat: boolean,
): Record<K, Deck> {
  const entries = Object.entries<readonly string[]>(lines);
  return Object.fromEntries(entries.map(([key, list]) => [key, createDeck(random, list, mayRepeat)])) as Record<
    K,
    Deck
  >;
}
