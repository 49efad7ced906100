import type { Random } from "../random";
import { CONVERSATIONS } from "./conversations";
import { createDecks } from "./decks";
import type { Kind } from "./models";
import { REVIEWS } from "./reviews";

/** A comment, and the owner's reply, if any. */
export interface Exchange {
  text: string;
  answer?: string;
}

/**
 * Deals comments without repetition.
 * @param mayRepeat texts repeat when all are used, as for load tests; else it returns undefined
 */
export function createCommentator(random: Random, mayRepeat: boolean): (kind: Kind) => Exchange | undefined {
  const decks = createDecks(random, CONVERSATIONS, mayRepeat);
  return (kind) => {
    const special = kind === "scooter" ? "bike" : kind;
    const line = (random.chance(0.25) ? decks[special].deal() : undefined) ?? decks.any.deal();
    if (line === undefined) return undefined;
    const [text, answer] = line.split(" >> ");
    return { text: text!, answer };
  };
}

/** See `createCommentator`. */
export function createReviewer(
  random: Random,
  mayRepeat: boolean,
): () => { rating: number; review: string } | undefined {
  const decks = createDecks(random, REVIEWS, mayRepeat);
  return () => {
    const rating = random.chance(0.58) ? 5 : random.chance(0.78) ? 4 : 3;
    const review = decks[rating].deal();
    return review === undefined ? undefined : { rating, review };
  };
}
