import { plural } from "~/lib/text";
import { formatTime, toIso } from "~/lib/time";
import { type Column, Table } from "~/ui/tables/table";
import type { FaultView, SiteStatus } from "../queries.server";

const COLUMNS: Column<FaultView>[] = [
  {
    label: "Where",
    names: true,
    cell: ({ requestId, method, path, message }) => (
      <>
        {requestId === "" ? path : `${method} ${path}`}
        <span className="block text-sm font-normal text-grey">{message}</span>
      </>
    ),
  },
  { label: "Id", cell: ({ errorId }) => <code className="md:whitespace-nowrap">{errorId}</code> },
  {
    label: "When",
    cell: ({ at }) => (
      <time dateTime={toIso(at)} className="md:whitespace-nowrap">
        {formatTime(at)}
      </time>
    ),
  },
];

/** Faults of the last day, with the ids that people were shown. */
export function FaultTable({ faults: { total, rows } }: Pick<SiteStatus, "faults">) {
  if (rows.length === 0) return <p>No errors in the last day.</p>;
  const caption =
    total > rows.length ? `The newest ${rows.length} of ${plural(total, "error")}` : plural(total, "error");
  return <Table caption={caption} columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />;
}
