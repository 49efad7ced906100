/** What somebody may be told about, in the order of the settings (notifications README, Kinds). */
export const KINDS = [
  "follow",
  "like",
  "comment",
  "reply",
  "review",
  "news",
  "decision",
  "event",
  "ticket",
  "admin",
] as const;

export type Kind = (typeof KINDS)[number];

/** The kinds that have rows; news of followed garages are read from what happened there. */
export type WrittenKind = Exclude<Kind, "news">;

/** When mail about a kind goes out: never, soon, in the digest of the day, in that of the week. */
export const MAIL_MODES = ["off", "once", "daily", "weekly"] as const;

export type MailMode = (typeof MAIL_MODES)[number];

/** Where somebody wants to be told about a kind. */
export interface Choice {
  /** On the site. */
  site: boolean;
  mail: MailMode;
}

const MAIL_DEFAULTS: Partial<Record<Kind, MailMode>> = {
  comment: "daily",
  review: "daily",
  decision: "once",
  ticket: "once",
};

/** What holds for whoever has chosen nothing. */
export const defaultChoice = (kind: Kind): Choice => ({ site: true, mail: MAIL_DEFAULTS[kind] ?? "off" });

/** Kinds that have a mail of their own, sent at once; the others wait two minutes and go together. */
export const OWN_MAIL: readonly Kind[] = ["decision", "ticket"];
