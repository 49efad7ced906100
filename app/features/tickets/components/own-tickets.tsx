import { formatTime, toIso } from "~/lib/time";
import { Prose, Section } from "~/ui/page";
import type { OwnTicketView } from "../queries.server";
import { StatusChip } from "./ticket-status";

/** What a member has asked for, and what the pit crew answered. Nothing where that is nothing. */
export function OwnTickets({ tickets }: { tickets: OwnTicketView[] }) {
  if (tickets.length === 0) return null;
  return (
    <Section id="requests" title="Your requests">
      <ul className="divide-y divide-line border-y border-line">
        {tickets.map((ticket) => (
          <li key={ticket.id} id={`request-${ticket.id}`} className="scroll-mt-24 py-4">
            <p className="font-bold wrap-anywhere">{ticket.subject}</p>
            <div className="mt-1 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-grey">
              <StatusChip status={ticket.status} />
              <span>No. {ticket.id}</span>
              <Moment at={ticket.at} />
            </div>
            {ticket.replies.map((reply) => (
              <div key={reply.id} className="mt-3 rounded-md border border-line bg-surface px-4 py-3">
                <p className="mb-1 text-sm text-grey">
                  The pit crew answered, <Moment at={reply.at} />
                </p>
                <Prose text={reply.text} />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Moment({ at }: { at: number }) {
  return (
    <time dateTime={toIso(at)} className="tabular-nums">
      {formatTime(at)}
    </time>
  );
}
