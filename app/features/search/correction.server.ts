import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { similarNames } from "~/db/words.server";
import { listSimilarNames } from "~/features/makes/queries.server";
import { correctText, type ExistingName, similarHalves } from "~/lib/correction";
import { searchTerms } from "~/lib/search-terms";
import { SEARCH_SECTIONS } from "./limits";
import { findIds, SOURCES } from "./results.server";

/** For a search without results: a similar text that finds something, or null (search README, Rules). */
export function findSuggestion(q: string): string | null {
  return correctText(q, listNames, (text) =>
    SEARCH_SECTIONS.some((section) => findIds([section], searchTerms(text), 1)[section].ids.length > 0),
  );
}

const NAMES = { garages: "name", users: "name", events: "title" } as const;

function listNames(words: readonly string[]): ExistingName[] {
  if (similarHalves(words).length === 0) return listSimilarNames(words);
  const selects = (["garages", "users", "events"] as const).map((section) =>
    similarNames(section, NAMES[section], SOURCES[section].shown, words),
  );
  const names = db().values<[name: string]>(sql.join(selects, sql` UNION ALL `));
  return [...listSimilarNames(words), ...names.map(([name]) => ({ name }))];
}
