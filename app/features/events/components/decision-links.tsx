import { type Confirmation, ConfirmLink } from "~/ui/confirm";
import { TextArea } from "~/ui/field";
import { EVENT_LIMITS } from "../limits";

export interface DecidableEvent {
  id: string;
  title: string;
  /** Of the version the admin sees; a decision on another version is refused. */
  revision: number;
}

function address(act: "approve" | "reject", { id, revision }: DecidableEvent, returnTo: string): string {
  return `/admin/events/${id}/${act}?${new URLSearchParams({ revision: String(revision), returnTo })}`;
}

/** The confirmation before an event goes live, on its page and in the dialog. */
export function approveStep(event: DecidableEvent, returnTo: string): Confirmation {
  return {
    to: address("approve", event, returnTo),
    question: `Approve “${event.title}”?`,
    consequence:
      "It goes live in the calendar straight away, and we email whoever submitted it. This cannot be undone.",
    act: "Approve event",
    kind: "primary",
    cancel: "Not yet",
  };
}

/** The confirmation before an event is turned down, on its page and in the dialog. */
export function rejectStep(event: DecidableEvent, returnTo: string): Confirmation {
  return {
    to: address("reject", event, returnTo),
    question: `Reject “${event.title}”?`,
    consequence: "We email whoever submitted it. They can edit and resubmit it.",
    act: "Reject event",
    cancel: "Not yet",
    fields: (
      <TextArea
        name="reason"
        label="Reason"
        optional
        rows={4}
        maxLength={EVENT_LIMITS.reason}
        hint="The submitter will see this."
      />
    ),
  };
}

interface DecisionLinksProps {
  event: DecidableEvent;
  /** The page to return to after the decision. */
  returnTo: string;
}

/** Approve and Reject: links to their confirmation pages, with script dialogs. */
export function DecisionLinks({ event, returnTo }: DecisionLinksProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <ConfirmLink confirm={approveStep(event, returnTo)} kind="primary">
        Approve<span className="sr-only"> {event.title}</span>
      </ConfirmLink>
      <ConfirmLink confirm={rejectStep(event, returnTo)} kind="secondary">
        Reject<span className="sr-only"> {event.title}</span>
      </ConfirmLink>
    </div>
  );
}
