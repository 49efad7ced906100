import { Chip } from "~/ui/chip";
import { EVENT_STATUSES, type EventStatus } from "../limits";

const TONES = { pending: "live", approved: "done", rejected: "quiet" } as const;

/** The status of a submission; for its submitter and admins. */
export function EventStatusChip({ status }: { status: EventStatus }) {
  return <Chip tone={TONES[status]}>{EVENT_STATUSES[status]}</Chip>;
}

/** The reason of a rejection; nothing where none was given. */
export function RejectionReason({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <div className="border-l-4 border-signal pl-3">
      <p className="text-sm text-grey">The reason</p>
      <p className="whitespace-pre-line">{reason}</p>
    </div>
  );
}
