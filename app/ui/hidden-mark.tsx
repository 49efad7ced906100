import { Link } from "@remix-run/react";
import { Chip } from "./chip";
import { Notice } from "./layout/notice";
import { Isolated } from "./linked-text";

/** Only author and staff see the thing. */
interface HiddenMark {
  /** With `refused`: refused in a review. */
  held?: boolean;
  refused?: boolean;
  hiddenByStaff?: boolean;
}

function labelOf({ held, refused, hiddenByStaff }: HiddenMark) {
  if (hiddenByStaff) return "Hidden by a moderator";
  if (refused) return "Not accepted";
  return held ? "Waiting for review" : undefined;
}

export function HiddenChip(mark: HiddenMark) {
  const label = labelOf(mark);
  return label === undefined ? null : (
    <Chip tone={mark.held && !mark.refused && !mark.hiddenByStaff ? "waiting" : "over"}>{label}</Chip>
  );
}

interface HiddenNoticeProps extends HiddenMark {
  /** In review, only refused things have one. */
  why?: string | undefined;
  decision?: string | undefined;
}

export function HiddenReason({ why, decision }: Pick<HiddenNoticeProps, "why" | "decision">) {
  if (decision === undefined) return null;
  return (
    <p className="mt-1 text-sm text-grey">
      <bdi>
        <Isolated text={why ?? ""} />
      </bdi>{" "}
      <Link to={decision} className="link">
        See the decision
      </Link>
    </p>
  );
}

export function HiddenNotice({ why, decision, ...mark }: HiddenNoticeProps) {
  const label = labelOf(mark);
  if (label === undefined) return null;
  return (
    <div className="mb-6">
      <Notice>
        {label}
        <span className="block font-normal">
          <bdi>
            <Isolated text={why ?? "Only you can see it."} />
          </bdi>{" "}
          {decision === undefined ? null : (
            <Link to={decision} className="link">
              See the decision
            </Link>
          )}
        </span>
      </Notice>
    </div>
  );
}
