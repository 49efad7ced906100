import { Link } from "@remix-run/react";
import { Chip } from "./chip";
import { Notice } from "./layout/notice";
import { Isolated } from "./linked-text";

/** Why its author, or staff, sees something that others do not. */
interface HiddenMark {
  /** It waits for review, or was refused there. */
  held?: boolean;
  refused?: boolean;
  hiddenByStaff?: boolean;
}

/** The same in words; undefined where everybody sees it. */
function labelOf({ held, refused, hiddenByStaff }: HiddenMark) {
  if (hiddenByStaff) return "Hidden by a moderator";
  if (refused) return "Not accepted";
  return held ? "Waiting for review" : undefined;
}

/** In a list. */
export function HiddenChip(mark: HiddenMark) {
  const label = labelOf(mark);
  return label === undefined ? null : <Chip tone={mark.hiddenByStaff ? "live" : "quiet"}>{label}</Chip>;
}

interface HiddenNoticeProps extends HiddenMark {
  /** What staff have said about it; what is held and has a reason was refused. */
  why?: string | undefined;
  /** Where the decision stands that hides it. */
  decision?: string | undefined;
}

/** In a list, below what staff have hidden: why, for its author. */
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

/** On top of the thing's own page. */
export function HiddenNotice({ why, decision, ...mark }: HiddenNoticeProps) {
  const label = labelOf(mark);
  if (label === undefined) return null;
  return (
    <div className="mb-6">
      <Notice>
        {label}
        <span className="block font-normal">
          <bdi>
            <Isolated text={why ?? "Nobody else can see it."} />
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
