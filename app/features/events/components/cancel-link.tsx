import { type Confirmation, ConfirmLink } from "~/ui/confirm";
import { TextArea } from "~/ui/field";
import { EVENT_LIMITS } from "../limits";

interface CancellableEvent {
  id: string;
  title: string;
}

/** The confirmation before an event is cancelled, on its page and in the dialog. */
export function cancelStep({ id, title }: CancellableEvent): Confirmation {
  return {
    to: `/events/${id}/cancel`,
    question: `Cancel “${title}”?`,
    consequence:
      "It stays in the calendar, marked as cancelled. We tell everybody who goes, and nobody can join any more. This cannot be undone.",
    act: "Cancel event",
    fields: (
      <TextArea
        name="reason"
        label="Reason"
        optional
        rows={4}
        maxLength={EVENT_LIMITS.reason}
        hint="Everybody can read it."
      />
    ),
  };
}

/** Leads to the confirmation page, with script to its dialog. */
export function CancelLink({ event, small = false }: { event: CancellableEvent; small?: boolean }) {
  return (
    <ConfirmLink confirm={cancelStep(event)} small={small}>
      Cancel event<span className="sr-only"> {event.title}</span>
    </ConfirmLink>
  );
}
