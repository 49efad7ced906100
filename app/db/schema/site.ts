import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "../columns";

/** What the operator says of the site: one row, or none before the first. */
export const siteSettings = sqliteTable(
  "site_settings",
  {
    id: integer().primaryKey(),
    name: text().notNull(),
    /** One line about the site. */
    line: text().notNull(),
    /** An email address for everybody; empty for none. */
    contact: text().notNull(),
    /** `#rrggbb`; empty for the built-in one. */
    accent: text().notNull().default(""),
    /** Shown on every page; empty for none. */
    announcement: text().notNull(),
    /** Null: at once. */
    announcedFrom: timestamp(),
    /** Null: until it is taken away. */
    announcedUntil: timestamp(),
    /** When its text was last changed: one that was put away comes back when it says something else. */
    announcedAt: timestamp().notNull(),
    /** Name of a stored image of the kind `users`; null for the built-in mark. */
    logo: text(),
  },
  (t) => [index("site_settings_logo").on(t.logo).where(sql`logo IS NOT NULL`)],
);

/** Every version of the imprint and the other texts; the newest of each counts, and an empty one is off. */
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
