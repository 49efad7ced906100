/** The categories of the calendar, exactly these. */
export const EVENT_CATEGORIES = [
  "Car/Truck/Bike Show",
  "Cars & Coffee",
  "Track Day",
  "Concours",
  "Auction",
  "Club Meetup",
  "Museum Exhibit",
  "Other",
] as const;

export type EventCategory = (typeof EVENT_CATEGORIES)[number];

/** The statuses and their labels: pending -> approved (live) or rejected; editing a rejected one makes it pending. */
export const EVENT_STATUSES = { pending: "Pending review", approved: "Approved", rejected: "Rejected" } as const;

export type EventStatus = keyof typeof EVENT_STATUSES;

/** Characters; `days` in days. */
export const EVENT_LIMITS = {
  title: 150,
  location: 200,
  url: 2_000,
  shortDescription: 300,
  fullDescription: 10_000,
  reason: 1_000,
  search: 100,
  /** The longest event. Lists look back no further than this for what is still going on. */
  days: 731,
} as const;

export const EVENT_MESSAGES = {
  submitted: "Event submitted for review. Thank you!",
  submitFailed: "Failed to submit event.",
  approved: "Event approved and is now live.",
  rejected: "Event has been rejected.",
  cancelled: "Event cancelled. Everybody who goes is told.",
  cancelFailed: "Failed to cancel event.",
  decisionFailed: "Failed to approve/reject event.",
  pendingFailed: "Could not fetch pending events.",
  endsBeforeStart: "The end must not be before the start.",
  tooLong: "An event can last two years at most.",
  oneImage: "Please choose one picture only.",
  /** To an admin who edits somebody else's. */
  submitterFull: "There is no room left for this: the photos of its submitter take up all there is for one member.",
} as const;

/** The id of a pending event in the admins' lists, for addresses that lead to it. */
export const pendingAnchor = (eventId: string) => `pending-${eventId}`;
