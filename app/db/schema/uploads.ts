import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "../columns";
import { users } from "./accounts";

/** Photos that came by themselves, before the form that they were chosen in. */
export const uploads = sqliteTable(
  "uploads",
  {
    /** Random, 32 hex digits: its address, and the name of its file. */
    id: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** As the browser named it; for messages. */
    filename: text().notNull(),
    /** Bytes that were announced. */
    size: integer().notNull(),
    /** When all of it had come and was found to be a picture. */
    finishedAt: timestamp(),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("uploads_user").on(t.userId, t.createdAt), index("uploads_created").on(t.createdAt)],
);
