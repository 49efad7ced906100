import { formatDate, now } from "~/lib/time";
import { type CaseKind, KIND_LABELS, type Measure } from "./limits";

interface Decided {
  kind: CaseKind;
  measure: Measure | null;
  /** ms, or ISO 8601 in JSON. */
  endsAt: number | string | null;
  hideAll: boolean;
}

export function effectOf({ kind, measure, endsAt, hideAll }: Decided): string {
  switch (measure) {
    case "warn":
      return "This is a warning. Your content and account are unchanged.";
    case "hide":
      return `Your ${KIND_LABELS[kind].toLowerCase()} is hidden. Only you can see it.`;
    case "suspend": {
      const end = new Date(endsAt ?? 0).getTime();
      if (end <= now()) return `Your account was suspended until ${formatDate(end)}.`;
      const until = `Your account is suspended until ${formatDate(end)}: you can log in, read, export your data, object to this decision and delete your account, but nothing else.`;
      return hideAll ? `${until} Your content is hidden until then.` : until;
    }
    case "deactivate":
      return "Your account has been deactivated.";
    default:
      return "No action was taken.";
  }
}

/** A case that began as a hold involved automation. */
export const howDecided = ({ beganHeld }: { beganHeld: boolean }) =>
  beganHeld
    ? "It was held for review automatically, as one of your first posts. A person then decided this."
    : "A person decided this, without automated means.";
