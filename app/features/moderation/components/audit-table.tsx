import { Link } from "@remix-run/react";
import { formatTime, toIso } from "~/lib/time";
import { type Column, Table } from "~/ui/tables/table";
import type { AuditRowView } from "../audit.server";
import { actionLabel, subjectLabel } from "../limits";

const COLUMNS: Column<AuditRowView>[] = [
  {
    label: "Action",
    names: true,
    cell: ({ action, actorName }) => (
      <>
        {actionLabel(action)} <span className="block text-sm font-normal text-grey">by {actorName}</span>
      </>
    ),
  },
  { label: "Subject", cell: (row) => <Subject {...row} /> },
  { label: "Change", cell: ({ changes }) => <Changes changes={changes} /> },
  { label: "Reason", cell: ({ reason }) => <span className="whitespace-pre-line">{reason ?? "–"}</span> },
  {
    label: "When",
    cell: ({ at }) => (
      <time dateTime={toIso(at)} className="md:whitespace-nowrap">
        {formatTime(at)}
      </time>
    ),
  },
];

/** Leads to all that happened to the same thing. */
function Subject({ subjectType, subjectId, subjectName }: AuditRowView) {
  const params = new URLSearchParams({ subjectType, subjectId });
  return (
    <span>
      <Link to={`/admin/log?${params}`} className="link">
        {subjectName ?? `${subjectLabel(subjectType)} ${subjectId} (gone)`}
      </Link>{" "}
      {subjectName === null ? null : <span className="block text-sm text-grey">{subjectLabel(subjectType)}</span>}
    </span>
  );
}

function Changes({ changes }: Pick<AuditRowView, "changes">) {
  if (changes.length === 0) return "–";
  return (
    <ul className="max-w-prose space-y-1">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className="text-grey">{field}:</span>{" "}
          {before === null ? null : <del className="no-underline">{before}</del>}
          {before !== null && after !== null ? " → " : null}
          {after === null ? null : <ins className="no-underline">{after}</ins>}
        </li>
      ))}
    </ul>
  );
}

export function AuditTable({ caption, rows }: { caption: string; rows: AuditRowView[] }) {
  return <Table caption={caption} columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />;
}
