/** A query, how SQLite goes about it, and which tables grow with the site. */
interface Planned {
  statement: string;
  /** Lines of EXPLAIN QUERY PLAN. */
  plan: readonly string[];
  growing: ReadonlySet<string>;
}

/**
 * The steps of a plan that a hot query must not have: a whole growing table walked, or rows sorted by SQLite. A walk in
 * the order of an index, or of row ids where nothing is sorted, is none where the statement has a limit: it ends early.
 */
export function slowSteps({ statement, plan, growing }: Planned): string[] {
  const tables = aliasesOf(statement);
  const isLimited = /\blimit\b/i.test(statement);
  const isOrdered = /\border by\b/i.test(statement) && !plan.some((step) => /TEMP B-TREE/.test(step));
  return plan.filter((step) => {
    if (/TEMP B-TREE/.test(step)) return true;
    const [, name = ""] = /^SCAN (?:main\.)?(\S+)(?= |$)(?! VIRTUAL TABLE)/.exec(step) ?? [];
    return growing.has(tables.get(name) ?? name) && !(isLimited && (isOrdered || / USING .*INDEX/.test(step)));
  });
}

/**
 * Sorts whose input does not grow with the site, by words of the statement; the table names them and what bounds each.
 * Whatever is not named here counts.
 */
const BOUNDED: readonly (readonly [words: string, by: string])[] = [
  [
    "places AS wide CROSS JOIN",
    "the map's list: six at most of each region of one country, and the gazetteer's regions are part of the build",
  ],
  [
    'from garages_fts cross join "garages"',
    "garages by name: at most 1,000 matches, more are walked in the list's order",
  ],
  ["FROM found CROSS JOIN vehicles AS hit NOT INDEXED", "vehicles with a word: the newest 240 that may have it"],
  [
    "FROM follows INDEXED BY follows_news WHERE follower_id = ? AND hidden = 0 AND muted = 0 ORDER BY newest DESC",
    "the newest of each person followed: as many as one person follows",
  ],
  [
    "year BETWEEN ? AND ? ORDER BY like_count",
    "vehicles of rare years, most liked first: only where they are fewer than the others would be walked",
  ],
  [
    "year = ? ORDER BY like_count",
    "vehicles of one rare year, most liked first: only where they are fewer than the others would be walked",
  ],
  ['from "base_labels"', "names on the base map: part of the build"],
  [
    'from "event_attendances" cross join "events" where ("event_attendances"."vehicle_id" = ?',
    "a vehicle's events: as many as one person has said to bring it to, of which there is no limit but their patience",
  ],
  [
    "SELECT DISTINCT user_id AS id FROM activities WHERE hidden = 0 AND created_at > ? AND created_at <= ?",
    "who added something since the job for mail looked last, some seconds ago",
  ],
  [
    "select both.total, both.unread, both.keys from",
    "a page of notifications: of 1,000 news at most, and of as many rows as there are up to that page",
  ],
  [
    'from json_each(?) AS asked cross join "activities" INDEXED BY activities_owner',
    "what news say: what the garages of one page of them added on one day each",
  ],
  [
    'from "blocks" inner join "users" on "users"."id" = "blocks"."blocked_id"',
    "whom somebody has blocked: 10,000 people take 17 ms, of whom 1,000 are shown",
  ],
  ['from "mutes" inner join "users" on "users"."id" = "mutes"."muted_id"', "whom somebody has muted: as with blocks"],
];

/** What bounds the sorts of a statement, where it is known. */
export const boundOfSorts = (statement: string) =>
  BOUNDED.find(([words]) => statement.replace(/\s+/g, " ").includes(words))?.[1];

/** Tables by the names that a statement gives them, which are the ones that a plan says. */
function aliasesOf(statement: string): Map<string, string> {
  const named = statement.matchAll(/\b(?:from|join)\s+["`]?(\w+)["`]?\s+(?:as\s+)?["`]?(\w+)["`]?/gi);
  return new Map([...named].map(([, table = "", alias = ""]) => [alias, table]));
}
