import { DAY, now } from "~/lib/time";

/** What was typed into a form and not sent. */
export interface StoredDraft {
  /** When, ms since 1970. */
  at: number;
  /** Texts by field; a ticked box is "on". */
  values: Record<string, string>;
}

/** Everything with this prefix goes when the person logs out (`clear-on-logout.ts`). */
const PREFIX = "draft:";
/** How long a draft is kept, ms. */
export const DRAFT_TTL_MS = 30 * DAY;

/**
 * The key of a form's draft.
 * @param person opaque; other people's drafts in the same browser are not found with it
 * @param path of the page
 * @param name of the form on it
 */
export const draftKey = (person: string, path: string, name: string) => `${PREFIX}${person}:${path}:${name}`;

/** Storage may be forbidden or full: then there are no drafts, and everything else goes on. */
function tryStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
}

/** A draft that is not older than 30 days. */
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

/** Removes all drafts that are too old, whoever they are of. */
export function sweepDrafts(): void {
  tryStorage((storage) => {
    const keys = Object.keys(storage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) if (!readDraft(key)) storage.removeItem(key);
  });
}
