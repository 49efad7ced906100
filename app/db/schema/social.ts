import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { hidden, id, timestamp } from "../columns";
import { users } from "./accounts";
import { garages } from "./garages";
import { vehicles } from "./vehicles";

export const likes = sqliteTable(
  "likes",
  {
    vehicleId: integer()
      .notNull()
      .references(() => vehicles.id, { onDelete: "cascade" }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    hidden: hidden(),
    createdAt: timestamp().notNull(),
  },
  (t) => [primaryKey({ columns: [t.vehicleId, t.userId] }), index("likes_user").on(t.userId)],
);

export const comments = sqliteTable(
  "comments",
  {
    id: id(),
    vehicleId: integer()
      .notNull()
      .references(() => vehicles.id, { onDelete: "cascade" }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /**
     * The comment that this one answers, always a first one; null for those. No foreign key: a first comment may be gone
     * while its answers stay.
     */
    parentId: integer(),
    text: text().notNull(),
    hidden: hidden(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("comments_vehicle").on(t.vehicleId, t.hidden, t.id),
    index("comments_thread").on(t.vehicleId, t.hidden, sql`coalesce("parent_id", "id")`, t.id),
    index("comments_user").on(t.userId),
  ],
);

export const reviews = sqliteTable(
  "reviews",
  {
    id: id(),
    garageId: integer()
      .notNull()
      .references(() => garages.id, { onDelete: "cascade" }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
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

/** Who follows whom; a follow is of a person, and hidden while either of the two is deactivated. */
export const follows = sqliteTable(
  "follows",
  {
    followerId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    followedId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    hidden: hidden(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.followerId, t.followedId] }),
    index("follows_feed").on(t.followerId, t.hidden, t.createdAt),
    index("follows_people").on(t.followerId, t.hidden, t.followedId),
    index("follows_followed").on(t.followedId, t.hidden),
  ],
);
