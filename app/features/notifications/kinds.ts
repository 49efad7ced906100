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
  "series",
  "ticket",
  "admin",
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** News of followed garages have no rows: they are derived from activities. */
export type StoredKind = Exclude<NotificationKind, "news">;

/** Never, soon, in the daily or weekly digest. */
export const MAIL_MODES = ["off", "once", "daily", "weekly"] as const;

export type MailMode = (typeof MAIL_MODES)[number];

export interface KindSetting {
  site: boolean;
  mail: MailMode;
}

const MAIL_DEFAULTS: Partial<Record<NotificationKind, MailMode>> = {
  comment: "daily",
  review: "daily",
  decision: "once",
  ticket: "once",
};

/** Without an own setting. */
export const defaultSetting = (kind: NotificationKind): KindSetting => ({
  site: true,
  mail: MAIL_DEFAULTS[kind] ?? "off",
});

/** Sent at once; other kinds wait two minutes and share a mail. */
export const KINDS_WITH_OWN_MAIL: readonly NotificationKind[] = ["decision", "ticket"];

export const NOTIFICATIONS_PER_PAGE = 20;

/** Per request. */
export const MAX_MARKED_IDS = 100;

export interface NotificationRow {
  id: number;
  kind: StoredKind;
  /** If the kind does not tell. */
  detail: string;
  /** Users for likes, pending items for admin. */
  count: number;
  isRead: boolean;
  /** Latest time of the group, ms since 1970. */
  createdAt: number;
  /** The latest of a group. Null without an actor, or for staff. */
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
  garageId: number | null;
  eventId: number | null;
  eventTitle: string | null;
  ticketId: number | null;
  /** Not for a decision on an event. */
  caseId: number | null;
  /** Null without a case. */
  caseKind: "vehicle" | "photo" | "entry" | "comment" | "review" | "garage" | "event" | null;
  /** Null once the case's evidence is deleted. */
  caseTitle: string | null;
  ticketSubject: string | null;
  /** Beginning of the comment, review, answer or reason. */
  quote: string | null;
  /** Vehicle, event or garage. */
  picture: string | null;
}

/** UTC day. */
export interface GarageNewsDay {
  followedId: number;
  /** Earlier news do not count for the follower, ms. */
  since: number;
  /** ms. */
  newestAt: number;
  isRead: boolean;
}

export interface GarageNews extends GarageNewsDay {
  kind: "news";
  personName: string;
  personAvatar: string;
  garageId: number;
  vehicles: number;
  photos: number;
  entries: number;
  vehicleCount: number;
  /** Valid for one vehicle. */
  vehicleYear: number;
  vehicleMake: string;
  vehicleModel: string;
  /** Null for several additions. */
  only: { vehicleId: number; entryId: number | null } | null;
  picture: string | null;
}

export type NotificationItem = NotificationRow | GarageNews;

/** Days since 1970. */
export const utcDayNumber = ({ newestAt }: Pick<GarageNewsDay, "newestAt">): number =>
  Math.floor(newestAt / 86_400_000);

/** In addresses and JSON: a row's id, or `news-OWNER-DAY`. */
export const itemId = (item: NotificationItem): string =>
  item.kind === "news" ? `news-${item.followedId}-${utcDayNumber(item)}` : String(item.id);

/** ms since 1970. */
export const itemAt = (item: NotificationItem): number => (item.kind === "news" ? item.newestAt : item.createdAt);

/** Within a sentence: "Mails about comments on your vehicles". */
export const KIND_NAMES: Record<NotificationKind, string> = {
  follow: "new followers",
  like: "likes on your vehicles",
  comment: "comments on your vehicles",
  reply: "replies in conversations you joined",
  review: "reviews of your garage",
  news: "news from garages you follow",
  decision: "decisions on your events and posts",
  event: "events you are going to",
  series: "series of events you follow",
  ticket: "your requests in the Tool Box",
  admin: "tasks for moderators and admins",
};

export const KIND_HINTS: Partial<Record<NotificationKind, string>> = {
  news: "Vehicles, photos and build entries.",
  event: "Cancelled, changed, or tomorrow.",
  series: "A week before each date.",
  admin: "Reports, events, posts and applications to decide on, and open requests.",
};

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

/** Equal to the API's names in errors. */
export const siteField = (kind: NotificationKind) => `settings[${kind}][site]`;
export const mailField = (kind: NotificationKind) => `settings[${kind}][mail]`;
