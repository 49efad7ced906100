import { type SQL, sql } from "drizzle-orm";
import type { VehicleWord } from "~/lib/search-terms";

/** For vehicles, the column as in `vehicleText`. */
export function hasWord(column: string, { text, isName }: VehicleWord): SQL {
  // After the year and its blank.
  return sql`instr(${sql.raw(isName ? `substr(${column}, 6)` : column)}, ${text}) > 0`;
}
