import type { TicketStatus } from "./limits";

export const TICKET_NOT_FOUND = "This ticket does not exist.";

/** New -> In Progress -> Closed; New -> Closed too (tickets README, Status). */
const NEXT: Record<TicketStatus, readonly TicketStatus[]> = {
  New: ["In Progress", "Closed"],
  "In Progress": ["Closed"],
  Closed: [],
};

export function nextStatuses(status: TicketStatus): readonly TicketStatus[] {
  return NEXT[status];
}
