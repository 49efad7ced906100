interface Identified {
  id: number;
}

export const byId = <Row extends Identified>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

/** Ids without a row are left out. */
export function sortByIds<Row extends Identified>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const rowOf = byId(rows);
  return ids.flatMap((id) => rowOf.get(id) ?? []);
}

/** Groups and rows keep their order. */
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

export const pick = <Row extends object, Name extends keyof Row>(row: Row, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
