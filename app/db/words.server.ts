import { type SQL, sql } from "drizzle-orm";
import { similarHalves } from "~/lib/correction";
import { literalTerm, type VehicleWord } from "~/lib/search-terms";

/** For vehicles, the column as in `vehicleText`. */
export function hasWord(column: string, { text, isName }: VehicleWord): SQL {
  // After the year and its blank.
  return sql`instr(${sql.raw(isName ? `substr(${column}, 6)` : column)}, ${text}) > 0`;
}

/** Newest matches per table. */
const MAX_SIMILAR = 200;

/**
 * Selects `name`: of the newest visible rows with half of one of `words` in the full-text index of the table.
 * @param words folded, at least one of four letters
 */
export function similarNames(table: string, name: string, isVisible: string, words: readonly string[]): SQL {
  const [rows, index, column, visible] = [table, `${table}_fts`, name, isVisible].map((text) => sql.raw(text));
  const terms = similarHalves(words).map(literalTerm).join(" OR ");
  return sql`SELECT hit.${column} AS name FROM (SELECT rowid AS id FROM ${index} WHERE ${index} MATCH ${terms}
    ORDER BY rowid DESC LIMIT ${MAX_SIMILAR}) AS found CROSS JOIN ${rows} AS hit WHERE hit.id = found.id AND ${visible}`;
}
