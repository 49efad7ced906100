/** In the order of the settings (notifications README, Kinds). */
export const NOTIFICATION_KINDS = [
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

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Kinds with rows; news of followed garages are derived from activities. */
export type StoredKind = Exclude<NotificationKind, "news">;

/** When to mail: never, soon, in the daily or weekly digest. */
export const MAIL_MODES = ["off", "once", "daily", "weekly"] as const;

export type MailMode = (typeof MAIL_MODES)[number];

export interface KindSetting {
  /** Whether to show it on the site. */
  site: boolean;
  mail: MailMode;
}

const MAIL_DEFAULTS: Partial<Record<NotificationKind, MailMode>> = {
  comment: "daily",
  review: "daily",
  decision: "once",
  ticket: "once",
};

/** For users without an own setting. */
export const defaultSetting = (kind: NotificationKind): KindSetting => ({
  site: true,
  mail: MAIL_DEFAULTS[kind] ?? "off",
});

/** Kinds with a mail of their own, sent at once; others wait two minutes and share a mail. */
export const KINDS_WITH_OWN_MAIL: readonly NotificationKind[] = ["decision", "ticket"];

export const NOTIFICATIONS_PER_PAGE = 20;

/** Maximum of ids in one request. */
export const MAX_MARKED_IDS = 100;

/** A notification with all columns for its text; null if its kind has none. */
export interface NotificationRow {
  id: number;
  kind: StoredKind;
  /** What happened, if the kind does not tell. */
  detail: string;
  /** For likes: number of users. For admin: number of pending items. */
  count: number;
  isRead: boolean;
  /** Latest time of its group, ms since 1970. */
  createdAt: number;
  /** The actor, in a group the latest. Null without an actor, or for staff. */
  personName: string | null;
  personAvatar: string | null;
  actorId: number | null;
  /** Null without a garage. */
  actorGarageId: number | null;
  vehicleId: number | null;
  vehicleYear: number | null;
  vehicleMake: string | null;
  vehicleModel: string | null;
  vehicleOwnerId: number | null;
  vehicleOwnerName: string | null;
  commentId: number | null;
  reviewId: number | null;
  /** For a review: the reviewed garage. */
  garageId: number | null;
  eventId: number | null;
  eventTitle: string | null;
  ticketId: number | null;
  /** For a decision, except on an event. */
  caseId: number | null;
  /** Title of the case's subject; null once its evidence is deleted. */
  caseTitle: string | null;
  ticketSubject: string | null;
  /** Of the vehicle, event or garage. */
  picture: string | null;
}

/** A garage and UTC day with news. */
export interface GarageNewsDay {
  /** The garage's owner. */
  followedId: number;
  /** Only news after this moment count for the follower, ms. */
  since: number;
  /** Time of the newest item, ms. */
  newestAt: number;
  isRead: boolean;
}

/** A garage's additions on a day. */
export interface GarageNews extends GarageNewsDay {
  kind: "news";
  /** The garage's owner. */
  personName: string;
  personAvatar: string;
  garageId: number;
  vehicles: number;
  photos: number;
  entries: number;
  /** The only addition, if there is just one. */
  only: { vehicleId: number; entryId: number | null } | null;
  picture: string | null;
}

export type NotificationItem = NotificationRow | GarageNews;

/** The UTC day, in days since 1970. */
export const utcDayNumber = ({ newestAt }: Pick<GarageNewsDay, "newestAt">): number =>
  Math.floor(newestAt / 86_400_000);

/** Id in addresses and JSON: a row's id, or `news-OWNER-DAY`. */
export const itemId = (item: NotificationItem): string =>
  item.kind === "news" ? `news-${item.followedId}-${utcDayNumber(item)}` : String(item.id);

/** Latest time of the item, ms. */
export const itemAt = (item: NotificationItem): number => (item.kind === "news" ? item.newestAt : item.createdAt);

/** Name of a kind within a sentence: "Mails about comments on your vehicles". */
export const KIND_NAMES: Record<NotificationKind, string> = {
  follow: "new followers",
  like: "likes on your vehicles",
  comment: "comments on your vehicles",
  reply: "comments after yours",
  review: "reviews of your garage",
  news: "news from garages you follow",
  decision: "decisions on events you submitted and on what you posted",
  event: "events you are going to",
  ticket: "your requests in the Tool Box",
  admin: "what is waiting for moderators and admins",
};

/** Explanations in the settings. */
export const KIND_HINTS: Partial<Record<NotificationKind, string>> = {
  reply: "In conversations you joined.",
  news: "Vehicles, photos and build entries.",
  event: "Cancelled, changed, or tomorrow.",
  admin: "Reports, events, posts and applications to decide on, and open requests.",
};

/** As a heading: "Comments on your vehicles". */
export const kindLabel = (kind: NotificationKind) => KIND_NAMES[kind].replace(/^./, (first) => first.toUpperCase());

export const MODE_LABELS: Record<MailMode, string> = {
  off: "Off",
  once: "Immediately",
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

/** The form's field names equal the API's names in errors. */
export const siteField = (kind: NotificationKind) => `settings[${kind}][site]`;
export const mailField = (kind: NotificationKind) => `settings[${kind}][mail]`;
