import { formatDuration } from "~/lib/time";
import { Chip } from "~/ui/chip";
import type { Column } from "~/ui/tables/table";

interface Run {
  startedAt: string | null;
  finishedAt: string | null;
  error: string | null;
  errorId?: string | null;
}

export function Result({ startedAt, finishedAt, error, errorId }: Run) {
  if (startedAt === null) return "–";
  const isFine = finishedAt !== null && error === null;
  return (
    <div>
      <Chip tone={isFine ? "done" : "waiting"}>{isFine ? "OK" : finishedAt === null ? "Running" : "Failed"}</Chip>
      {error === null ? null : (
        <p className="mt-1 text-sm text-grey wrap-anywhere">
          {error} {errorId ? <code>{errorId}</code> : null}
        </p>
      )}
    </div>
  );
}

export const RUN_COLUMNS: Column<Run>[] = [
  { label: "Result", cell: Result },
  {
    label: "Duration",
    cell: ({ startedAt, finishedAt }) =>
      startedAt === null || finishedAt === null ? "–" : formatDuration(Date.parse(finishedAt) - Date.parse(startedAt)),
  },
];
