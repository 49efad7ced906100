import { SITE_NAME_LOCKED } from "~/lib/site";

/** Characters. */
export const SITE_LIMITS = { announcement: 500, text: 20_000 } as const;

export const SITE_MESSAGES = {
  saved: "The site’s settings are saved.",
  failed: "Could not save the site’s settings.",
  nameLocked: SITE_NAME_LOCKED,
  noColour: "Please enter a colour such as #0b5fa5, or leave it blank for the built-in one.",
  paleAccent: "White text on this colour, or text in it on a page, would be hard to read. Please choose a darker one.",
  oneLogo: "Please choose one image only.",
  logoIsFile: "Please send the logo as a file, or null to remove it.",
  noMoment: "Please enter a date and a time, such as 2027-05-01T10:00.",
  noAnnouncement: "The announcement must be an object with text, from and until.",
  wrongOrder: "The end must be after the start.",
  noIcon: "There is no such icon.",
  iconAway: "The icon cannot be read at the moment. Please try again later.",
  noText: "There is nothing at this address yet.",
} as const;
