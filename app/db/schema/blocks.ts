import { index, integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";
import { timestamp } from "../columns";
import { users } from "./accounts";

/** Who does not want to have to do with whom: neither can act on the other's things. */
export const blocks = sqliteTable(
  "blocks",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    blockedId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: timestamp().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.blockedId] }), index("blocks_blocked").on(t.blockedId)],
);

/** Of whom somebody wants to hear nothing: no notifications, no entries in their feed. */
export const mutes = sqliteTable(
  "mutes",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    mutedId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: timestamp().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.mutedId] }), index("mutes_muted").on(t.mutedId)],
);
