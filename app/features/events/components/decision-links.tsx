import { Link, useFetcher } from "@remix-run/react";
import type { FormFailure } from "~/lib/forms";
import { Button, buttonClass } from "~/ui/button";
import { type Confirmation, ConfirmLink } from "~/ui/confirm";
import { Dialog, useDialogLink } from "~/ui/dialog";
import { TextArea } from "~/ui/field";
import { PageForm } from "~/ui/form";
import { EVENT_LIMITS } from "../limits";

/** An event that can be decided. */
export interface Undecided {
  id: string;
  title: string;
  /** Of what the admin has in front of them; a decision on something else is refused. */
  revision: number;
}

function address(act: "approve" | "reject", { id, revision }: Undecided, returnTo: string): string {
  return `/admin/events/${id}/${act}?${new URLSearchParams({ revision: String(revision), returnTo })}`;
}

/** The second step before an event goes live, the same words on its page and in the dialog. */
export function approveStep(event: Undecided, returnTo: string): Confirmation {
  return {
    to: address("approve", event, returnTo),
    question: `Approve “${event.title}”?`,
    consequence: "It goes live in the calendar at once, and its submitter is told by mail. This cannot be undone.",
    act: "Approve Event",
  };
}

/** What is asked when an event is turned down, on its page and in the dialog. */
export function RejectFields({ title, heading: Heading }: { title: string; heading: "h1" | "h2" }) {
  return (
    <>
      <Heading>Reject “{title}”?</Heading>
      <p className="mt-3 mb-6 text-grey">Its submitter is told by mail, and may edit and resubmit it.</p>
      <TextArea
        name="reason"
        label="Reason"
        optional
        rows={4}
        maxLength={EVENT_LIMITS.reason}
        hint="The submitter reads it."
      />
    </>
  );
}

interface DecisionLinksProps {
  event: Undecided;
  /** Where the decision leads back to. */
  returnTo: string;
}

/** Approve and Reject: links to their second steps, with script dialogs. */
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
