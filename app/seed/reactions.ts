import { DAY, HOUR, MINUTE } from "~/lib/time";
import { drawExponential, pickDistinct } from "./draws";
import type { Owners } from "./owners";
import type { Random } from "./random";
import type { Exchange } from "./texts/phrases";

export interface Like {
  owner: number;
  createdAt: number;
}

export interface CommentDraft {
  owner: number;
  text: string;
  createdAt: number;
  /** The owner's reply. */
  answer?: { text: string; createdAt: number };
}

export interface ReactionTarget {
  owner: number;
  createdAt: number;
}

interface Community {
  count: number;
  now: number;
}

/** Averages per vehicle, by the size of the community. */
function reactionMeans({ count }: Community): { likes: number; comments: number } {
  if (count <= 2000) return { likes: 5, comments: 1.4 };
  return count <= 100_000 ? { likes: 2, comments: 0.6 } : { likes: 1, comments: 0.2 };
}

export function draftLikes(
  random: Random,
  owners: Owners,
  settings: Community,
  { owner, createdAt }: ReactionTarget,
): Like[] {
  const count = drawExponential(random, reactionMeans(settings).likes);
  return pickDistinct(random, owners.count, count, owner).map((fan) => ({
    owner: fan,
    createdAt: drawTime(random, Math.max(createdAt, owners.openedAt[fan]!), settings.now),
  }));
}

/** @param nextExchange undefined after the last text */
export function draftComments(
  random: Random,
  owners: Owners,
  settings: Community,
  { owner, createdAt }: ReactionTarget,
  nextExchange: () => Exchange | undefined,
): CommentDraft[] {
  const count = Math.min(drawExponential(random, reactionMeans(settings).comments), 9);
  const drafts = pickDistinct(random, owners.count, count, owner).flatMap((guest): CommentDraft[] => {
    const commentedAt = drawTime(random, Math.max(createdAt, owners.openedAt[guest]!), settings.now);
    const exchange = nextExchange();
    if (exchange === undefined) return [];
    const answer = exchange.answer && {
      text: exchange.answer,
      createdAt: Math.min(commentedAt + random.int(HOUR, 2 * DAY), settings.now),
    };
    return [{ owner: guest, text: exchange.text, createdAt: commentedAt, ...(answer && { answer }) }];
  });
  return drafts.sort((a, b) => a.createdAt - b.createdAt);
}

/** Between `start` and now, more likely early. */
function drawTime(random: Random, start: number, now: number): number {
  return Math.min(now, Math.floor(start + MINUTE + (now - start) * random.next() ** 3));
}
