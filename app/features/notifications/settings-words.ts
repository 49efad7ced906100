import type { Kind, MailMode } from "./kinds";

/** What a kind is called, within a sentence: "Mails about comments on your vehicles". */
export const KIND_WORDS: Record<Kind, string> = {
  follow: "new followers",
  like: "likes of your vehicles",
  comment: "comments on your vehicles",
  reply: "comments after yours",
  review: "reviews of your garage",
  news: "news from garages you follow",
  decision: "decisions on events you submitted",
  event: "events you are going to",
  ticket: "your requests in the Tool Box",
  admin: "what waits for the admins",
};

/** What the settings say beside a kind, where its name leaves a question. */
export const KIND_HINTS: Partial<Record<Kind, string>> = {
  reply: "On other people's vehicles.",
  news: "Vehicles, photos and build entries.",
  event: "Cancelled, changed, or tomorrow.",
  admin: "Events to decide on, and open requests.",
};

/** The same as a heading: "Comments on your vehicles". */
export const kindLabel = (kind: Kind) => KIND_WORDS[kind].replace(/^./, (first) => first.toUpperCase());

export const MODE_LABELS: Record<MailMode, string> = {
  off: "Off",
  once: "At once",
  daily: "Daily",
  weekly: "Weekly",
};

export const SETTINGS_MESSAGES = {
  saved: "Your notification settings are saved.",
  failed: "Could not save your notification settings.",
  paused: "paused must be true or false.",
  site: "site must be true or false.",
  mail: "Mail must be one of off, once, daily and weekly.",
  settings: "settings must be an object of kinds.",
  kind: "Each kind must be an object with site and mail.",
} as const;

/** The names of a form's fields are those under which the API refuses a member. */
export const siteField = (kind: Kind) => `settings[${kind}][site]`;
export const mailField = (kind: Kind) => `settings[${kind}][mail]`;
