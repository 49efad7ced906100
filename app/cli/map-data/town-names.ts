import type { DumpedTown } from "./geonames";
import type { Names } from "./names";

/** Adds the names that people may write for a town: its own and those of the dump that are no noise. */
export function addTownNames(names: Names, town: DumpedTown): void {
  names.add(town.name, town.id, "own");
  names.add(town.asciiName, town.id, "own");
  for (const other of town.otherNames) if (isName(other)) names.add(other, town.id, "other");
}

/** Not an airport's code, a transcription (these are in lower case), or a postcode. */
function isName(other: string): boolean {
  if (/\p{N}/u.test(other) || /^[A-Z]{2,4}$/.test(other)) return false;
  return !/^[a-z]/.test(other);
}
