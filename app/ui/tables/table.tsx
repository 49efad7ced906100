import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** Values of `sort`; with both, a second press reverses the order. */
  sort?: { ascending?: string; descending?: string };
  isRowName?: boolean;
  /** The heading is for assistive technology only. */
  hasActions?: boolean;
}

interface TableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  /** Default: the id. */
  rowKey?: (row: Row) => string | number | undefined;
  sort?: string | undefined;
  /** In place of a table without rows. */
  empty?: ReactNode;
}

const idOf = (row: unknown) => {
  const { id, _id } = row as { id?: number; _id?: string };
  return id ?? _id;
};

/**
 * Sortable headings are links that preserve the filter and return to the first page. On a phone each row is stacked,
 * its values labelled.
 */
export function Table<Row>({ caption, columns, rows, rowKey = idOf, sort, empty }: TableProps<Row>) {
  if (rows.length === 0 && empty) return typeof empty === "string" ? <p>{empty}</p> : empty;
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
  // Users' text is always a string; elements set their own direction.
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
  if (!sorts || sort === undefined)
    return <th scope="col">{hasActions ? <span className="sr-only">{label}</span> : label}</th>;
  const { ascending, descending } = sorts;
  const direction = sort === ascending ? "ascending" : sort === descending && "descending";
  // Dates: newest first; else ascending.
  const first = descending ?? ascending;
  const next = sort === first ? (ascending ?? first) : first;
  const params = new URLSearchParams(search);
  params.set("sort", next ?? "");
  params.delete("page");
  params.delete("select");
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

/** At the page's address with `.csv`, as filtered. */
export function CsvLink() {
  const { pathname, search } = useLocation();
  return (
    <a href={`${pathname}.csv${search}`} download className="link mt-4 inline-flex min-h-11 items-center">
      Download as CSV
    </a>
  );
}
