/** The messages about attendance, of page and API. */
export const ATTENDANCE_MESSAGES = {
  going: "You are on the list. See you there!",
  changed: "Your entry has been changed.",
  left: "You are no longer on the list.",
  failed: "Failed to update who's going.",
  over: "This event is over. It is too late to join.",
  cancelled: "This event has been cancelled. Nobody can join it any more.",
  vehicle: "Please choose one of your own vehicles.",
} as const;
