import type { Random } from "../random";

/** Lines that are dealt one by one, so that none comes twice before all have come. */
interface Deck {
  /** The next line; undefined where all have come and none may come again. */
  deal(): string | undefined;
}

/**
 * Shuffles lines into a deck.
 * @param again whether it starts anew when it is empty, as for load tests
 */
export function createDeck(random: Random, lines: readonly string[], again: boolean): Deck {
  let left = random.shuffle(lines);
  return {
    deal() {
      if (left.length === 0 && again) left = random.shuffle(lines);
      return left.pop();
    },
  };
}

/** One deck for each key. */
export function createDecks<K extends string | number>(
  random: Random,
  lines: Record<K, readonly string[]>,
  again: boolean,
): Record<K, Deck> {
  const entries = Object.entries<readonly string[]>(lines);
  return Object.fromEntries(entries.map(([key, list]) => [key, createDeck(random, list, again)])) as Record<K, Deck>;
}
