import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { hidden, id, partOf, timestamp } from "../columns";
import { users } from "./accounts";
import { garages } from "./garages";
import { vehicles } from "./vehicles";

export const likes = sqliteTable(
  "likes",
  {
    vehicleId: partOf(() => vehicles.id),
    userId: partOf(() => users.id),
    hidden: hidden(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.vehicleId, t.userId] }),
    index("likes_user").on(t.userId),
    index("likes_vehicle").on(t.vehicleId, t.hidden),
  ],
);

export const comments = sqliteTable(
  "comments",
  {
    id: id(),
    vehicleId: partOf(() => vehicles.id),
    userId: partOf(() => users.id),
    /** A top-level comment. No foreign key: replies outlive the parent. */
    parentId: integer(),
    text: text().notNull(),
    hidden: hidden(),
    createdAt: timestamp().notNull(),
    /** Last edit by its author; null without one. */
    editedAt: timestamp(),
  },
  (t) => [
    index("comments_vehicle").on(t.vehicleId, t.hidden, t.id),
    index("comments_thread").on(t.vehicleId, t.hidden, sql`coalesce("parent_id", "id")`, t.id),
    // With the vehicle, to count a vehicle's comments by the users whom a viewer has blocked.
    index("comments_user").on(t.userId, t.vehicleId),
  ],
);

export const reviews = sqliteTable(
  "reviews",
  {
    id: id(),
    garageId: partOf(() => garages.id),
    userId: partOf(() => users.id),
    /** 1 to 5. */
    rating: integer().notNull(),
    review: text().notNull(),
    hidden: hidden(),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("reviews_one_per_person").on(t.garageId, t.userId),
    index("reviews_garage").on(t.garageId, t.hidden, t.id),
    index("reviews_user").on(t.userId),
  ],
);

/** Hidden while either user is deactivated. */
export const follows = sqliteTable(
  "follows",
  {
    followerId: partOf(() => users.id),
    followedId: partOf(() => users.id),
    hidden: hidden(),
    /** The follower has muted the followed user; kept by triggers. */
    muted: integer().notNull().default(0),
    /** News until then count as read. */
    newsSeenAt: timestamp().notNull().default(0),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.followerId, t.followedId] }),
    index("follows_feed").on(t.followerId, t.hidden, t.createdAt),
    index("follows_followed").on(t.followedId, t.hidden),
    index("follows_news").on(t.followerId, t.hidden, t.muted, t.followedId, t.newsSeenAt, t.createdAt),
  ],
);

/**
 * With a block neither user can act on the other's content. With a mute the user gets no notifications and no feed
 * entries from the other.
 */
export const blocks = sqliteTable(
  "blocks",
  {
    userId: partOf(() => users.id),
    otherId: partOf(() => users.id),
    kind: text({ enum: ["block", "mute"] }).notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.otherId, t.kind] }), index("blocks_other").on(t.otherId)],
);
