import { DAY, now } from "~/lib/time";

export interface StoredDraft {
  /** Ms since 1970. */
  at: number;
  /** By field; a ticked box is "on". */
  values: Record<string, string>;
}

/** Logout removes all keys with it (`clear-on-logout.ts`). */
const PREFIX = "draft:";
export const DRAFT_TTL_MS = 30 * DAY;

/** @param userKey opaque; separates the drafts of several users of one browser */
export const draftKey = (userKey: string, path: string, name: string) => `${PREFIX}${userKey}:${path}:${name}`;

/** Storage may be forbidden or full: then there are no drafts. */
function tryStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
}

export function readDraft(key: string): StoredDraft | undefined {
  const text = tryStorage((storage) => storage.getItem(key));
  if (!text) return undefined;
  try {
    const { at, values } = JSON.parse(text) as StoredDraft;
    return at > now() - DRAFT_TTL_MS ? { at, values } : undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(key: string, values: Record<string, string>): void {
  tryStorage((storage) => storage.setItem(key, JSON.stringify({ at: now(), values })));
}

export function removeDraft(key: string): void {
  tryStorage((storage) => storage.removeItem(key));
}

export function sweepDrafts(): void {
  tryStorage((storage) => {
    const keys = Object.keys(storage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) if (!readDraft(key)) storage.removeItem(key);
  });
}
