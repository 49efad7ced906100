/** Kinds of notifications, in the order of the settings (notifications README, Kinds). */
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

/** The kinds that have rows; news of followed garages are read from what happened there. */
export type StoredKind = Exclude<NotificationKind, "news">;

/** When mail about a kind goes out: never, soon, in the digest of the day, in that of the week. */
export const MAIL_MODES = ["off", "once", "daily", "weekly"] as const;

export type MailMode = (typeof MAIL_MODES)[number];

/** A user's setting of a kind. */
export interface KindSetting {
  /** On the site. */
  site: boolean;
  mail: MailMode;
}

const MAIL_DEFAULTS: Partial<Record<NotificationKind, MailMode>> = {
  comment: "daily",
  review: "daily",
  decision: "once",
  ticket: "once",
};

/** The setting of users who have chosen none. */
export const defaultSetting = (kind: NotificationKind): KindSetting => ({
  site: true,
  mail: MAIL_DEFAULTS[kind] ?? "off",
});

/** Kinds that have a mail of their own, sent at once; the others wait two minutes and go together. */
export const KINDS_WITH_OWN_MAIL: readonly NotificationKind[] = ["decision", "ticket"];

/** Notifications a page. */
export const NOTIFICATIONS_PER_PAGE = 20;

/** So many are marked as read by their ids at once. */
export const MAX_MARKED_IDS = 100;

/** A notification with all that its words need; what its kind does not have is null. */
export interface NotificationRow {
  id: number;
  kind: StoredKind;
  /** What happened, where the kind does not say it. */
  detail: string;
  /** Of like: people. Of admin: what waits. */
  count: number;
  isRead: boolean;
  /** The latest of its group, ms since 1970. */
  createdAt: number;
  /** Who did it; of several the latest. Null where it was nobody, or the pit crew. */
  personName: string | null;
  personAvatar: string | null;
  actorId: number | null;
  /** Null where the person has none. */
  actorGarageId: number | null;
  vehicleId: number | null;
  vehicleYear: number | null;
  vehicleMake: string | null;
  vehicleModel: string | null;
  vehicleOwnerId: number | null;
  vehicleOwnerName: string | null;
  commentId: number | null;
  reviewId: number | null;
  /** Of review: the garage that was reviewed. */
  garageId: number | null;
  eventId: number | null;
  eventTitle: string | null;
  ticketId: number | null;
  /** Of decision, where it is no event's. */
  caseId: number | null;
  /** What the case's thing was called; null once its evidence is gone. */
  caseTitle: string | null;
  ticketSubject: string | null;
  /** Of the vehicle, event or garage that it is about. */
  picture: string | null;
}

/** A garage and UTC day on which there were news. */
export interface GarageNewsDay {
  /** The garage's owner. */
  followedId: number;
  /** The follower's news of this garage begin after this moment, ms. */
  since: number;
  /** The newest of what is told, ms. */
  newestAt: number;
  isRead: boolean;
}

/** News of a garage: what was added there on a day. */
export interface GarageNews extends GarageNewsDay {
  kind: "news";
  /** The garage's owner. */
  personName: string;
  personAvatar: string;
  garageId: number;
  vehicles: number;
  photos: number;
  entries: number;
  /** Where it is one thing alone: which. */
  only: { vehicleId: number; entryId: number | null } | null;
  /** Of one of its vehicles. */
  picture: string | null;
}

/** A notification: a stored row, or garage news. */
export type NotificationItem = NotificationRow | GarageNews;

/** The UTC day of news, in days since 1970. */
export const utcDayNumber = ({ newestAt }: Pick<GarageNewsDay, "newestAt">): number =>
  Math.floor(newestAt / 86_400_000);

/** The id in addresses and JSON: of a row its own; of news `news-OWNER-DAY`. */
export const itemId = (item: NotificationItem): string =>
  item.kind === "news" ? `news-${item.followedId}-${utcDayNumber(item)}` : String(item.id);

/** When it happened; of several things the latest, ms. */
export const itemAt = (item: NotificationItem): number => (item.kind === "news" ? item.newestAt : item.createdAt);

/** What a kind is called, within a sentence: "Mails about comments on your vehicles". */
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

/** What the settings say beside a kind, where its name leaves a question. */
export const KIND_HINTS: Partial<Record<NotificationKind, string>> = {
  reply: "On other people's vehicles.",
  news: "Vehicles, photos and build entries.",
  event: "Cancelled, changed, or tomorrow.",
  admin: "Reports, events, posts and applications to decide on, and open requests.",
};

/** The same as a heading: "Comments on your vehicles". */
export const kindLabel = (kind: NotificationKind) => KIND_NAMES[kind].replace(/^./, (first) => first.toUpperCase());

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
export const siteField = (kind: NotificationKind) => `settings[${kind}][site]`;
export const mailField = (kind: NotificationKind) => `settings[${kind}][mail]`;
