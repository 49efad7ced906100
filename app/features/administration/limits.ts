export const MAX_QUOTA_MB = 1_000_000;

export const ADMINISTRATION_MESSAGES = {
  quota: `The quota must be a whole number of MB from 1 to ${MAX_QUOTA_MB.toLocaleString("en")}, or empty.`,
  yourself: "This is your own account. Change it in your settings.",
  admin: "The account of an admin is changed on the command line.",
  nothingToConfirm: "There is no address to confirm.",
  nothingPublic: "This member has no garage to decide about. Deactivate the account instead.",
} as const;

/** Texts after the act, in the order of the account's page. @param on the role, or the account */
export const ACT_DONE = {
  role: (name, on) => (on ? `${name} is a moderator.` : `${name} is no longer a moderator.`),
  "end-sessions": (name) => `${name} is logged out on every device.`,
  email: () => "We have sent a link to the new address. It is valid for 24 hours.",
  verification: () => "We have sent the link again.",
  "second-step-off": (name) => `Two-step verification of ${name} is off.`,
  quota: (name) => `The quota of ${name} is set.`,
  suspend: (name) => `${name} is suspended.`,
  active: (name, on) => (on ? `${name} is active again.` : `${name} is deactivated and logged out.`),
  delete: (name) => `The account of ${name} has been deleted.`,
} satisfies Record<string, (name: string, on: boolean) => string>;

export type AccountAct = keyof typeof ACT_DONE;

export const ACCOUNT_ACTS = Object.keys(ACT_DONE) as AccountAct[];

/** Of many rows, by the list's address: label, and question with `#` for their number. */
export const MANY_ACTS = {
  deactivate: ["/admin/users", "Deactivate", "Deactivate # member?"],
  reactivate: ["/admin/users", "Reactivate", "Reactivate # member?"],
  "end-sessions": ["/admin/users", "Log out everywhere", "Log out # member everywhere?"],
  moderator: ["/admin/users", "Make moderator", "Give # member the role of moderator?"],
  claim: ["/moderation", "Claim", "Claim # case?"],
  none: ["/moderation", "No action", "Take no action on # case?"],
  publish: ["/moderation/held", "Publish", "Publish # post?"],
  reject: ["/moderation/held", "Reject", "Reject # post?"],
} as const;

export type ManyAct = keyof typeof MANY_ACTS;

export const MANY_NAMES = Object.keys(MANY_ACTS) as ManyAct[];

/** Rows. */
export const MANY = 100;

/** `reason` in characters; `bits` of the largest networks' prefixes. */
export const NETWORK_LIMITS = { blocks: 1_000, reason: 200, days: 3650, bits: { ipv4: 8, ipv6: 16 } } as const;

export const BLOCK_DAYS = [
  ["1", "A day"],
  ["7", "A week"],
  ["30", "30 days"],
  ["365", "A year"],
  ["", "Until it is undone"],
] as const;

export const NETWORK_MESSAGES = {
  required: "Please enter an address or a network.",
  noNetwork: "Please enter an address such as 203.0.113.7, or a network such as 203.0.113.0/24 or 2001:db8::/32.",
  tooLarge: `The network is too large. It can be /${NETWORK_LIMITS.bits.ipv4} at most, or /${NETWORK_LIMITS.bits.ipv6} for IPv6.`,
  noReason: "Please give a reason. Only admins see it.",
  noEnd: "The number of days must be a whole number from 1 to 3650, or empty for no end.",
  own: "Your own address is in this network.",
  twice: "This network is already blocked.",
  tooMany: `At most ${NETWORK_LIMITS.blocks.toLocaleString("en")} networks can be blocked.`,
  gone: "This block does not exist.",
  failed: "Could not block the network.",
} as const;
