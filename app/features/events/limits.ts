/** Required by the specification. */
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

export const CATEGORY_OPTIONS = [
  ["", "All categories"],
  ...EVENT_CATEGORIES.map((category) => [category, category] as const),
] as const;

export type EventCategory = (typeof EVENT_CATEGORIES)[number];

/** pending -> approved (live) or rejected; an edit makes a rejected one pending. */
export const EVENT_STATUSES = {
  pending: "Pending review",
  approved: "Approved",
  rejected: "Rejected",
  hidden: "Hidden by a moderator",
} as const;

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
  /** Longest event. Lists of current events look back this far. */
  days: 731,
} as const;

/** On a staff page; another page has all. */
export const PENDING_ON_DESK = 3;

export const EVENT_MESSAGES = {
  submitted: "Event submitted for review. Thank you!",
  over: "This event is over. Submit it all the same?",
  submitFailed: "Failed to submit event.",
  approved: "Event approved and is now live.",
  rejected: "Event has been rejected.",
  /** Changes of a live event. */
  changeSubmitted: "Change submitted for review. Thank you!",
  changeWaits: "Your change is being reviewed",
  changeRefused: "Your change was not accepted",
  changeApproved: "Change approved and is now live.",
  changeRejected: "Change has been rejected.",
  cancelled: "Event cancelled. We notify all attendees.",
  reasonWaits: "Event cancelled. Your reason will be reviewed before others see it.",
  cancelFailed: "Failed to cancel event.",
  decisionFailed: "Failed to approve/reject event.",
  pendingFailed: "Could not fetch pending events.",
  otherDay: "Only one date can move to another day. Choose “This date”, or change the time only.",
  endsBeforeStart: "The end must not be before the start.",
  tooLong: "An event can last two years at most.",
  oneImage: "Please choose one photo only.",
  /** For an admin editing another user's event. */
  submitterFull: "There is no room for this: the submitter has used all their photo storage.",
} as const;

export const pendingAnchor = (eventId: number) => `pending-${eventId}`;

export const SERIES_MESSAGES = {
  followed: "You follow this series. We notify you a week before each date.",
  unfollowed: "You no longer follow this series.",
  single: "This event does not repeat.",
  noCalendar: "There is no calendar at this address.",
  linkMade: "Your calendar has a new address.",
  linkRemoved: "Your calendar is off.",
} as const;

export const ATTENDANCE_MESSAGES = {
  going: "You are on the list. See you there!",
  changed: "Your entry has been changed.",
  left: "You are no longer on the list.",
  failed: "Failed to update who’s going.",
  over: "This event is over. It is too late to join.",
  cancelled: "This event has been cancelled. You can no longer join it.",
  vehicle: "Please choose one of your own vehicles.",
} as const;
