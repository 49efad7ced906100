import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /**
   * The values of `sort` that the heading's link asks for, by direction; both ways: the second press turns it round.
   */
  sort?: { ascending?: string; descending?: string };
  /** Names the row for assistive technology: one column has it. */
  isRowName?: boolean;
  /** A column of buttons: its heading is for assistive technology only. */
  hasActions?: boolean;
}

interface TableProps<Row> {
  /** What the table holds: "12 tickets". */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** The current sort. */
  sort?: string;
}

/**
 * A plain, dense table: sortable headings are links that keep the filter and go back to the first page; on a phone each
 * row is stacked, its values labelled.
 */
export function Table<Row>({ caption, columns, rows, rowKey, sort }: TableProps<Row>) {
  return (
    <table className="table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.label} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <Cell key={column.label} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const cell = column.cell(row);
  // What people wrote is text alone; anything else says itself which way its parts are read.
  const dir = typeof cell === "string" ? "auto" : undefined;
  if (column.isRowName) {
    return (
      <th scope="row" dir={dir}>
        {cell}
      </th>
    );
  }
  return (
    <td dir={dir} data-label={column.hasActions ? undefined : column.label}>
      {cell}
    </td>
  );
}

function Heading<Row>({ column, sort }: { column: Column<Row>; sort?: string }) {
  const { pathname, search } = useLocation();
  const { label, sort: sorts, hasActions } = column;
  if (!sorts) return <th scope="col">{hasActions ? <span className="sr-only">{label}</span> : label}</th>;
  const { ascending, descending } = sorts;
  const direction =
    sort === undefined ? undefined : sort === ascending ? "ascending" : sort === descending && "descending";
  // Dates are sorted newest first, everything else ascending.
  const first = descending ?? ascending;
  const next = sort === first ? (ascending ?? first) : first;
  const params = new URLSearchParams(search);
  params.set("sort", next ?? "");
  params.delete("page");
  return (
    <th scope="col" data-sortable aria-sort={direction || undefined}>
      <Link to={`${pathname}?${params}`} preventScrollReset>
        {label}
        <span aria-hidden="true" className="sort-mark">
          {direction === "ascending" ? "▲" : direction === "descending" ? "▼" : "↕"}
        </span>
      </Link>
    </th>
  );
}
