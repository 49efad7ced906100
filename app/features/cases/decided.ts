import { formatDate } from "~/lib/time";
import type { Measure } from "./limits";

interface Decided {
  measure: Measure | null;
  /** Of a suspension: ms, or as JSON has it. */
  endsAt: number | string | null;
  hideAll: boolean;
}

/** What a measure means for its person, in sentences to them. */
export function effectOf({ measure, endsAt, hideAll }: Decided): string {
  switch (measure) {
    case "warn":
      return "This is a warning. Nothing has been taken away.";
    case "hide":
      return "It is hidden: you can still see it, but nobody else can.";
    case "suspend": {
      const until = `Your account is suspended until ${formatDate(new Date(endsAt ?? 0).getTime())}: you can log in, read, export your data, object to this decision and delete your account, but nothing else.`;
      return hideAll ? `${until} What you show is hidden until then.` : until;
    }
    case "deactivate":
      return "Your account has been deactivated.";
    default:
      return "Nothing was done.";
  }
}

/** Who decided, and what had a part in it. */
export const howDecided = ({ beganHeld }: { beganHeld: boolean }) =>
  beganHeld
    ? "It was held for review automatically, as one of your first posts. Then a person decided this."
    : "A person decided this, without automated means.";
