/** Characters. */
export const SITE_LIMITS = { line: 120, announcement: 500, text: 20_000 } as const;

export const SITE_MESSAGES = {
  saved: "The site's settings are saved.",
  failed: "Could not save the site's settings.",
  nameRequired: "Please enter the site's name.",
  nameLocked: "The name is set by SITE_NAME in the environment. Change it there.",
  noMoment: "Please enter a date and a time, such as 2027-05-01T10:00.",
  wrongOrder: "It must end after it begins.",
  setUp: "Your site is set up. Write its imprint and its other texts here.",
  setupFailed: "Could not set up the site.",
  alreadySetUp: "Somebody else has just set this site up. Log in, or ask them.",
  hasAccount: "This address has an account already. Make it an admin with: npm run admin -- grant ADDRESS",
  noSetup: "There is nothing at this address.",
  noText: "There is nothing at this address yet.",
} as const;
