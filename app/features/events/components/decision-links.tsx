import { isolate } from "~/lib/text";
import { type Confirmation, ConfirmLink } from "~/ui/forms/confirm";
import { TextArea } from "~/ui/forms/field";
import { EVENT_LIMITS } from "../limits";
import { ScopeChoice } from "../series/components/scope-choice";

interface DecidableEvent {
  id: number;
  title: string;
  /** Of the displayed version; a decision on another one is refused. */
  revision: number;
  /** About a change of a live event. */
  changes: boolean;
}

function Reason({ hint }: { hint: string }) {
  return <TextArea name="reason" label="Reason" optional rows={4} maxLength={EVENT_LIMITS.reason} hint={hint} />;
}

function address(act: "approve" | "reject", { id, revision }: DecidableEvent, returnTo: string): string {
  const desk = returnTo.startsWith("/admin") ? "/admin" : "/moderation";
  return `${desk}/events/${id}/${act}?${new URLSearchParams({ revision: String(revision), returnTo })}`;
}

export function approveConfirmation(event: DecidableEvent, returnTo: string): Confirmation {
  const { title, changes } = event;
  return {
    to: address("approve", event, returnTo),
    question: changes ? `Approve the change to “${isolate(title)}”?` : `Approve “${isolate(title)}”?`,
    consequence: changes
      ? "The change goes live now. We email the submitter, and notify attendees of a new date, time or place. This cannot be undone."
      : "The event goes live now, and we email the submitter. This cannot be undone.",
    act: changes ? "Approve change" : "Approve event",
    kind: "secondary",
    cancel: "Cancel",
  };
}

export function rejectConfirmation(event: DecidableEvent, returnTo: string): Confirmation {
  const { title, changes } = event;
  return {
    to: address("reject", event, returnTo),
    question: changes ? `Reject the change to “${isolate(title)}”?` : `Reject “${isolate(title)}”?`,
    consequence: changes
      ? "The event stays as it is. We email the submitter, who can edit and resubmit the change."
      : "We email the submitter, who can edit and resubmit it.",
    act: changes ? "Reject change" : "Reject event",
    cancel: "Cancel",
    fields: <Reason hint="The submitter will see this." />,
  };
}

/** To confirmations; dialogs with script. @param returnTo path after the decision */
export function DecisionLinks({ event, returnTo }: { event: DecidableEvent; returnTo: string }) {
  return (
    <div className="flex flex-wrap gap-3">
      <ConfirmLink confirm={approveConfirmation(event, returnTo)} kind="secondary">
        Approve
        <span className="sr-only">
          {" "}
          <bdi>{event.title}</bdi>
        </span>
      </ConfirmLink>
      <ConfirmLink confirm={rejectConfirmation(event, returnTo)}>
        Reject
        <span className="sr-only">
          {" "}
          <bdi>{event.title}</bdi>
        </span>
      </ConfirmLink>
    </div>
  );
}

type CancellableEvent = Pick<DecidableEvent, "id" | "title"> & { moreDates: number };

export function cancelConfirmation({ id, title, moreDates }: CancellableEvent): Confirmation {
  return {
    to: `/events/${id}/cancel`,
    question: `Cancel “${isolate(title)}”?`,
    consequence:
      "It stays in the calendar, marked as cancelled. We notify all attendees, and no one else can join. This cannot be undone.",
    act: "Cancel event",
    fields: (
      <>
        <ScopeChoice moreDates={moreDates} legend="What to cancel" />
        <Reason hint="Public." />
      </>
    ),
  };
}

export function CancelLink({ event, small = false }: { event: CancellableEvent; small?: boolean }) {
  return (
    <ConfirmLink confirm={cancelConfirmation(event)} small={small}>
      Cancel event
      <span className="sr-only">
        {" "}
        <bdi>{event.title}</bdi>
      </span>
    </ConfirmLink>
  );
}
