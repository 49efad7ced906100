import { DAY, HOUR, MINUTE } from "~/lib/time";
import { pickDistinct, tail } from "./draws";
import type { Owners } from "./owners";
import type { Random } from "./random";
import type { Exchange } from "./texts/phrases";

export interface Like {
  owner: number;
  createdAt: number;
}

export interface Remark {
  owner: number;
  text: string;
  createdAt: number;
  /** The owner's reply. */
  answer?: { text: string; createdAt: number };
}

/** Subject of likes and comments. */
export interface Shown {
  owner: number;
  createdAt: number;
}

interface Community {
  count: number;
  now: number;
}

/** Averages per vehicle, by the size of the community. */
function liveliness({ count }: Community): { likes: number; comments: number } {
  if (count <= 2000) return { likes: 5, comments: 1.4 };
  return count <= 100_000 ? { likes: 2, comments: 0.6 } : { likes: 1, comments: 0.2 };
}

export function draftLikes(random: Random, owners: Owners, settings: Community, { owner, createdAt }: Shown): Like[] {
  const count = tail(random, liveliness(settings).likes);
  return pickDistinct(random, owners.count, count, owner).map((fan) => ({
    owner: fan,
    createdAt: afterwards(random, Math.max(createdAt, owners.openedAt[fan]!), settings.now),
  }));
}

/** @param comment undefined after the last text */
export function draftComments(
  random: Random,
  owners: Owners,
  settings: Community,
  { owner, createdAt }: Shown,
  comment: () => Exchange | undefined,
): Remark[] {
  const count = Math.min(tail(random, liveliness(settings).comments), 9);
  const remarks = pickDistinct(random, owners.count, count, owner).flatMap((guest): Remark[] => {
    const at = afterwards(random, Math.max(createdAt, owners.openedAt[guest]!), settings.now);
    const said = comment();
    if (said === undefined) return [];
    const answer = said.answer && {
      text: said.answer,
      createdAt: Math.min(at + random.int(HOUR, 2 * DAY), settings.now),
    };
    return [{ owner: guest, text: said.text, createdAt: at, ...(answer && { answer }) }];
  });
  return remarks.sort((a, b) => a.createdAt - b.createdAt);
}

/** Between `start` and now, more likely early. */
function afterwards(random: Random, start: number, now: number): number {
  return Math.min(now, Math.floor(start + MINUTE + (now - start) * random.next() ** 3));
}
