/** In the order of the account's page. Deactivation and roles have pages of their own. */
export const ACCOUNT_ACTS = ["end-sessions", "email", "verification", "second-step-off", "suspend", "delete"] as const;

export type AccountAct = (typeof ACCOUNT_ACTS)[number];

export const ADMINISTRATION_MESSAGES = {
  yourself: "This is your own account. Change it in your settings.",
  admin: "The account of an admin is changed on the command line.",
  nothingToConfirm: "There is no address to confirm.",
  nothingPublic: "This member has no garage to decide about. Deactivate the account instead.",
} as const;

/** After the act. */
export const ACT_DONE: Record<AccountAct, (name: string) => string> = {
  "end-sessions": (name) => `${name} is logged out on every device.`,
  email: () => "We have sent a link to the new address. It is valid for 24 hours.",
  verification: () => "We have sent the link again.",
  "second-step-off": (name) => `Two-step verification of ${name} is off.`,
  suspend: (name) => `${name} is suspended.`,
  delete: (name) => `The account of ${name} has been deleted.`,
};
