import { SPEC_LIMITS } from "./limits";
import {
  EMPTY_ROWS,
  moveRow,
  removeRow,
  type SpecKind,
  type SpecRow,
  specKind,
  typedRows,
  withEmptyRows,
  withSuggestions,
} from "./specs";

export const FULL_SHEET = `A spec sheet has at most ${SPEC_LIMITS.rows} rows.`;

export const rowMoved = (from: number, to: number) => `Row ${from + 1} is now row ${to + 1}.`;

export const rowRemoved = (at: number) => `Row ${at + 1} has been removed.`;

export const rowsSuggested = (kind: SpecKind) =>
  `${kind === "other" ? "More rows" : `Rows for a ${kind}`} have been added. Rows without a value are left out.`;

export type RowAction = "up" | "down" | "remove";

interface Arranged {
  rows: SpecRow[];
  done: string;
  /** New focus: this button or the name field, in this row. */
  next?: { at: number; act: RowAction | "name" };
}

const asText = (value: unknown) => (typeof value === "string" ? value : "");

/**
 * Buttons that only arrange rows: `add`, `move` (PLACE:up, PLACE:down), `remove` (PLACE), `suggest`; places count from
 * 1. Nothing is saved.
 * @returns undefined if none was pressed
 */
export function applyRowAction(values: Record<string, unknown>): Arranged | undefined {
  const rows = typedRows(values);
  const { add, move, remove, suggest } = values;
  if (add !== undefined) return addRows(rows);
  if (suggest !== undefined) {
    const kind = specKind(asText(suggest));
    return { rows: withSuggestions(rows, kind), done: rowsSuggested(kind) };
  }
  const [place, direction] = asText(move ?? remove).split(":");
  const at = Number(place) - 1;
  if (remove !== undefined) return rows[at] ? removeSpecRow(rows, at) : { rows, done: "" };
  if (move === undefined) return undefined;
  const to = direction === "up" ? at - 1 : at + 1;
  if (!rows[at] || !rows[to]) return { rows, done: "" };
  // At the end of the list the same button is disabled.
  const act = to === 0 ? "down" : to === rows.length - 1 ? "up" : to < at ? "up" : "down";
  return { rows: moveRow(rows, at, to), done: rowMoved(at, to), next: { at: to, act } };
}

function addRows(rows: SpecRow[]): Arranged {
  const more = withEmptyRows(rows, EMPTY_ROWS);
  if (more.length === rows.length) return { rows, done: FULL_SHEET };
  return { rows: more, done: "There is room for more now.", next: { at: rows.length, act: "name" } };
}

const removeSpecRow = (rows: SpecRow[], at: number): Arranged => ({
  rows: removeRow(rows, at, { name: "", value: "" }),
  done: rowRemoved(at),
  next: { at, act: "remove" },
});
