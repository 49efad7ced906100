export const TICKET_CATEGORIES = [
  ["General Question", "General Question"],
  ["Bug Report", "Bug Report"],
  ["Feature Suggestion", "Feature Suggestion"],
  ["User Report", "Report a User or Garage"],
  ["Account Issue", "Account Issue"],
] as const;

/** In the order of a ticket's life. */
export const TICKET_STATUSES = ["New", "In Progress", "Closed"] as const;

export type TicketStatus = (typeof TICKET_STATUSES)[number];

export const TICKET_LIMITS = {
  subject: 150,
  description: 5_000,
  name: 80,
  email: 254,
  about: 500,
  reply: 5_000,
  search: 100,
  /** In the Tool Box. */
  own: 20,
} as const;

export const TICKET_MESSAGES = {
  missing: "Please fill out all fields.",
  received: "Thank you! Your request has been sent to the pit crew.",
  statusFailed: "Failed to update status.",
  listFailed: "Could not fetch tickets.",
} as const;

export function categoryLabel(category: string): string {
  return TICKET_CATEGORIES.find(([value]) => value === category)?.[1] ?? category;
}

/** Never another site's address. */
export function isSitePath(text: string): boolean {
  return text.length <= TICKET_LIMITS.about && /^\/(?![/\\])(?![^?#]*\/\/)[^\\\s]*$/.test(text);
}

/** By status: in the order of a ticket's life, newest first in each. */
export const TICKET_SORTS = ["-createdAt", "createdAt", "status"] as const;

export type TicketSort = (typeof TICKET_SORTS)[number];
