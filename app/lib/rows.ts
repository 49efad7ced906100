/** What a table's rows and their views have in common: the id, as a number or as text. */
interface Identified {
  id: number | string;
}

/** Rows by their ids; a view's id "12" is 12. */
export function byId<Row extends Identified>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/** Rows as another list orders them. @returns each id's row in the order of the ids; ids without a row are left out */
export function sortByIds<Row extends Identified>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const rowOf = byId(rows);
  return ids.flatMap((id) => rowOf.get(id) ?? []);
}

/** Rows that share a key, by that key; groups and rows keep the order in which they come. */
export function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** Some members of a row: what is not named here stays here. */
export const pick = <Row extends object, Name extends keyof Row>(row: Row, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
