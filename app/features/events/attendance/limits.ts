/** The messages about attendance, of page and API. */
export const ATTENDANCE_MESSAGES = {
  going: "You are on the list. See you there!",
  changed: "Your entry has been changed.",
  left: "You are not on the list any more.",
  failed: "Failed to update who comes.",
  over: "This event is over. Nobody can join it any more.",
  vehicle: "Please choose one of your own vehicles.",
} as const;
