import { useActionData } from "@remix-run/react";
import type { FormFailure } from "~/lib/forms";
import { Chip } from "~/ui/chip";
import { Button } from "~/ui/forms/button";
import { PageForm } from "~/ui/forms/form";
import { useFormState } from "~/ui/forms/form-state";
import type { TicketStatus } from "../limits";
import type { TicketRowView } from "../queries.server";

const TONES = { New: "waiting", "In Progress": "waiting", Closed: "over" } as const;

export function StatusChip({ status }: { status: TicketStatus }) {
  return <Chip tone={TONES[status]}>{status}</Chip>;
}

/** By target status (tickets README, Status). */
const ACTION_LABELS: Partial<Record<TicketStatus, string>> = { "In Progress": "In Progress", Closed: "Close" };

interface StatusFormProps {
  ticket: Pick<TicketRowView, "id" | "subject" | "next">;
  dense?: boolean;
}

/** Without a possible status, renders only the error of a transition after another admin's change. */
export function StatusForm({ ticket, dense = false }: StatusFormProps) {
  const submittedValues = useActionData<FormFailure>()?.values;
  const isRefused = submittedValues?.intent === "status" && submittedValues.ticketId === `${ticket.id}`;
  if (ticket.next.length === 0 && !isRefused) return null;
  return (
    <PageForm intent="status" subject={{ ticketId: ticket.id }} preventScrollReset>
      <div className={`flex flex-wrap gap-2 ${dense ? "md:justify-end min-[75rem]:flex-nowrap" : ""}`}>
        {ticket.next.map((status) => (
          <StatusButton key={status} status={status} subject={ticket.subject} dense={dense} />
        ))}
      </div>
    </PageForm>
  );
}

function StatusButton({ status, subject, dense }: { status: TicketStatus; subject: string; dense: boolean }) {
  const { isBusy } = useFormState();
  const act = ACTION_LABELS[status] ?? status;
  return (
    <Button
      small={dense}
      name="status"
      value={status}
      aria-label={`${act}: ${subject}`}
      aria-disabled={isBusy}
      className={dense ? "md:min-h-9 md:whitespace-nowrap" : ""}
      onClick={isBusy ? (event) => event.preventDefault() : undefined}
    >
      {act}
    </Button>
  );
}
