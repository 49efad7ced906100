import type { ReactNode } from "react";
import { Chip } from "~/ui/chip";
import { Icon } from "~/ui/icons";
import { formatMoney } from "../format";
import type { EntryKind } from "../limits";
import type { EntryView } from "../queries.server";

export function EntryLine({ entry: { kind, area, status } }: { entry: Pick<EntryView, "kind" | "area" | "status"> }) {
  return (
    <>
      <span>{kind}</span>
      {area ? <span>{area}</span> : null}
      <StatusChip status={status} />
    </>
  );
}

/** Done is the default and not shown. */
export function StatusChip({ status }: { status: string | null }) {
  if (status === null || status === "Done") return null;
  return <Chip tone={status === "Planned" ? "waiting" : "over"}>{status}</Chip>;
}

/** Browser and server may format the currency differently, hence `suppressHydrationWarning`. */
export function Money({ cost, currency }: { cost: number; currency: string }) {
  return (
    <span suppressHydrationWarning className="md:whitespace-nowrap tabular-nums">
      {formatMoney(cost, currency)}
    </span>
  );
}

const DRAWINGS: Record<EntryKind, ReactNode> = {
  Note: <path d="M5 4h14v11l-5 5H5zM19 15h-5v5M9 9h6M9 13h3" />,
  Work: (
    <path d="M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.8-3.8a6 6 0 0 1-7.9 7.9l-6.9 6.9a2.1 2.1 0 0 1-3-3l6.9-6.9a6 6 0 0 1 7.9-7.9z" />
  ),
  Modification: <path d="M13 2 4 14h7l-1 8 9-12h-7z" />,
  Service: <path d="M12 3s6.5 6.6 6.5 11.2a6.5 6.5 0 0 1-13 0C5.5 9.6 12 3 12 3zM9 14.5a3 3 0 0 0 3 3" />,
  Event: <path d="M5 22V3h14l-3 5 3 5H5" />,
  Milestone: <path d="m12 3 2.7 5.7 6.3.8-4.6 4.3 1.2 6.2-5.6-3.1-5.6 3.1 1.2-6.2L3 9.5l6.3-.8z" />,
};

export function KindIcon({ kind, className }: { kind: string; className?: string }) {
  return <Icon className={className}>{DRAWINGS[kind as EntryKind] ?? DRAWINGS.Note}</Icon>;
}
