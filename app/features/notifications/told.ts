import type { WrittenKind } from "./kinds";

/** A notification with all that its words need; what its kind does not have is null. */
export interface NotificationRow {
  id: number;
  kind: WrittenKind;
  /** What happened, where the kind does not say it. */
  detail: string;
  /** Of like: people. Of admin: what waits. */
  count: number;
  isRead: boolean;
  /** The latest of its group, ms since 1970. */
  createdAt: number;
  /** Who did it; of several the latest. Null where it was nobody, or the pit crew. */
  personName: string | null;
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
  ticketSubject: string | null;
}

/** A garage and UTC day on which there were news. */
export interface NewsDay {
  /** The garage's owner. */
  followedId: number;
  /** The follower's news of this garage begin after this moment, ms. */
  since: number;
  /** The newest of what is told, ms. */
  newestAt: number;
  isRead: boolean;
}

/** News of a garage: what was added there on a day. */
export interface NewsGroup extends NewsDay {
  kind: "news";
  /** The garage's owner. */
  personName: string;
  garageId: number;
  vehicles: number;
  photos: number;
  entries: number;
  /** Where it is one thing alone: which. */
  only: { vehicleId: number; entryId: number | null } | null;
}

/** What somebody is told: a row, or news of a garage. */
export type Told = NotificationRow | NewsGroup;

/** The UTC day of news, in days since 1970. */
export const dayOf = ({ newestAt }: Pick<NewsDay, "newestAt">): number => Math.floor(newestAt / 86_400_000);

/** The id in addresses and JSON: of a row its own; of news `news-OWNER-DAY`. */
export const toldId = (told: Told): string =>
  told.kind === "news" ? `news-${told.followedId}-${dayOf(told)}` : String(told.id);

/** When it happened; of several things the latest, ms. */
export const toldAt = (told: Told): number => (told.kind === "news" ? told.newestAt : told.createdAt);
