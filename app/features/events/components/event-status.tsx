import { Chip } from "~/ui/chip";
import type { EventStatus } from "../limits";

const LOOKS = {
  pending: { tone: "live", label: "Pending review" },
  approved: { tone: "done", label: "Approved" },
  rejected: { tone: "quiet", label: "Rejected" },
} as const;

/** What became of a submission; for its submitter and admins. */
export function EventStatusChip({ status }: { status: EventStatus }) {
  const { tone, label } = LOOKS[status];
  return <Chip tone={tone}>{label}</Chip>;
}

/** Why a submission was turned down, where a reason was given. */
export function RejectionReason({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <div className="border-l-4 border-signal pl-3">
      <p className="text-sm text-grey">The reason</p>
      <p className="whitespace-pre-line">{reason}</p>
    </div>
  );
}
