import { type SQL, sql } from "drizzle-orm";
import type { VehicleWord } from "~/lib/search-terms";

/** Whether a row has a word in a column that is folded, of vehicles in what `vehicleText` gives. */
export function hasWord(column: string, { text, isName }: VehicleWord): SQL {
  // Behind the year and its blank.
  return sql`instr(${sql.raw(isName ? `substr(${column}, 6)` : column)}, ${text}) > 0`;
}
