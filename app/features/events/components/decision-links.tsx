import { Link, useFetcher } from "@remix-run/react";
import type { FormFailure } from "~/lib/forms";
import { Button, buttonClass } from "~/ui/button";
import { type Confirmation, ConfirmLink } from "~/ui/confirm";
import { Dialog, useDialogLink } from "~/ui/dialog";
import { TextArea } from "~/ui/field";
import { PageForm } from "~/ui/form";
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
    act: "Approve Event",
  };
}

/** The form fields of a rejection, on its page and in the dialog. */
export function RejectFields({ title, heading: Heading }: { title: string; heading: "h1" | "h2" }) {
  return (
    <>
      <Heading>Reject “{title}”?</Heading>
      <p className="mt-3 mb-6 text-grey">We email whoever submitted it. They can edit and resubmit it.</p>
      <TextArea
        name="reason"
        label="Reason"
        optional
        rows={4}
        maxLength={EVENT_LIMITS.reason}
        hint="The submitter will see this."
      />
    </>
  );
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
      <RejectLink event={event} returnTo={returnTo} />
    </div>
  );
}

function RejectLink({ event, returnTo }: DecisionLinksProps) {
  const { shown, open, close } = useDialogLink();
  const fetcher = useFetcher<FormFailure>();
  const busy = fetcher.state !== "idle";
  const to = address("reject", event, returnTo);
  return (
    <>
      <Link to={to} onClick={open} className={buttonClass("secondary")}>
        Reject<span className="sr-only"> {event.title}</span>
      </Link>
      {shown ? (
        <Dialog label={`Reject “${event.title}”?`} onClose={close}>
          <PageForm fetcher={fetcher} action={to}>
            <RejectFields title={event.title} heading="h2" />
            <Button kind="danger" aria-disabled={busy}>
              {busy ? "One moment…" : "Reject Event"}
            </Button>
          </PageForm>
        </Dialog>
      ) : null}
    </>
  );
}
