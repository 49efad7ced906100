import { Chip } from "~/ui/chip";
import { EVENT_STATUSES, type EventStatus } from "../limits";

const TONES = { pending: "live", approved: "done", rejected: "quiet" } as const;

/** The status of a submission; for its submitter and admins. */
export function EventStatusChip({ status }: { status: EventStatus }) {
  return <Chip tone={TONES[status]}>{EVENT_STATUSES[status]}</Chip>;
}

/** That an event does not take place, beside its date wherever it is shown. */
export function CancelledBadge() {
  return <Chip tone="live">Cancelled</Chip>;
}

/** On its own page: that it does not take place, and why, where somebody said so. */
export function CancelledNote({ reason }: { reason: string | null }) {
  return (
    <div className="mt-4 max-w-measure rounded-md border-l-4 border-signal bg-signal-soft px-4 py-3">
      <p className="font-semibold">This event has been cancelled.</p>
      {reason === null ? null : <p className="mt-1 break-words whitespace-pre-line">{reason}</p>}
    </div>
  );
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
