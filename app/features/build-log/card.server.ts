import { beginningOf } from "~/lib/text";
import { EXCERPT } from "./limits";
import type { EntryView } from "./queries.server";

/** What the log shows of an entry: no long texts, and one picture. */
export function toEntryCard({ text, photos, parts, createdAt: _, ...entry }: EntryView) {
  return {
    ...entry,
    excerpt: beginningOf(text, EXCERPT).replace(/\s+/g, " "),
    photo: photos[0]?.photo ?? null,
    partCount: parts.length,
  };
}

export type EntryCardView = ReturnType<typeof toEntryCard>;
