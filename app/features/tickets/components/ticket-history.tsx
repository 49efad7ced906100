import type { ReactNode } from "react";
import { formatTime, toIso } from "~/lib/time";
import { Prose } from "~/ui/page";
import type { TicketStatus } from "../limits";
import type { TicketEvent } from "../queries.server";
import { StatusChip } from "./ticket-status";

/** What happened to a ticket since it came in, oldest first: steps as lines, answers in full. */
export function TicketHistory({ createdAt, events }: { createdAt: number; events: TicketEvent[] }) {
  return (
    <ol className="space-y-5 border-l-2 border-line pl-5">
      <li>
        <Line at={createdAt}>Received</Line>
      </li>
      {events.map((event) => (
        <li key={event.id}>
          {event.kind === "status" ? (
            <Line at={event.at}>
              {event.who} set it to <StatusChip status={event.after as TicketStatus} />
            </Line>
          ) : (
            <>
              <Line at={event.at}>{event.who} replied</Line>
              <div className="mt-2 rounded-md border border-line bg-surface px-4 py-3">
                <Prose text={event.text} />
              </div>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function Line({ at, children }: { at: number; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-semibold">{children}</span>{" "}
      <time dateTime={toIso(at)} className="text-sm text-grey tabular-nums">
        {formatTime(at)}
      </time>
    </p>
  );
}
