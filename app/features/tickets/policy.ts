import type { TicketStatus } from "./limits";

export const TICKET_NOT_FOUND = "This ticket does not exist.";

/** New -> In Progress -> Closed; New -> Closed too (tickets README, Status). */
const NEXT: Record<TicketStatus, readonly TicketStatus[]> = {
  New: ["In Progress", "Closed"],
  "In Progress": ["Closed"],
  Closed: [],
};

/** Where a ticket can go from `status`: the buttons it offers, and what the command lets through. */
export function nextStatuses(status: TicketStatus): readonly TicketStatus[] {
  return NEXT[status];
}
