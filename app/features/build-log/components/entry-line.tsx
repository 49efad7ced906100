import { Chip } from "~/ui/chip";

interface EntryLineProps {
  entry: { kind: string; area: string | null; status: string | null };
}

/** What kind of entry it is; of a modification also where, and whether it is still to come or has gone again. */
export function EntryLine({ entry: { kind, area, status } }: EntryLineProps) {
  return (
    <>
      <span>{kind}</span>
      {area ? <span>{area}</span> : null}
      <StatusChip status={status} />
    </>
  );
}

/** Done goes without saying. */
export function StatusChip({ status }: { status: string | null }) {
  if (status === null || status === "Done") return null;
  return <Chip tone={status === "Planned" ? "live" : "quiet"}>{status}</Chip>;
}
