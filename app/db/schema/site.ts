import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "../columns";

/** One row, or none at first. */
export const siteSettings = sqliteTable(
  "site_settings",
  {
    id: integer().primaryKey(),
    name: text().notNull(),
    line: text().notNull(),
    /** Public email address; empty for none. */
    contact: text().notNull(),
    /** `#rrggbb`; empty for the built-in one. */
    accent: text().notNull().default(""),
    announcement: text().notNull(),
    /** Null: at once. */
    announcedFrom: timestamp(),
    /** Null: until removed. */
    announcedUntil: timestamp(),
    /** Last change of its text: a dismissed announcement reappears. */
    announcedAt: timestamp().notNull(),
    /** Stored image of the kind `users`; null for the built-in mark. */
    logo: text(),
  },
  (t) => [index("site_settings_logo").on(t.logo).where(sql`logo IS NOT NULL`)],
);

/** All versions; the newest of each kind is live, and an empty one is off. */
export const siteTexts = sqliteTable(
  "site_texts",
  {
    id: id(),
    kind: text({ enum: ["imprint", "privacy", "terms", "rules"] }).notNull(),
    text: text().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("site_texts_kind").on(t.kind, t.id)],
);
