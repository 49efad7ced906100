import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { counter, id, timestamp } from "../columns";
import { users } from "./accounts";

export const events = sqliteTable(
  "events",
  {
    id: id(),
    /** Null once the submitter deleted the account: "Deleted member". */
    userId: integer().references(() => users.id, { onDelete: "set null" }),
    title: text().notNull(),
    titleFolded: text().notNull(),
    /** Wall-clock time at the venue, `YYYY-MM-DDTHH:MM`, or `YYYY-MM-DD` for all-day. */
    startDate: text().notNull(),
    endDate: text().notNull(),
    location: text().notNull(),
    category: text().notNull(),
    url: text(),
    shortDescription: text().notNull(),
    fullDescription: text().notNull().default(""),
    image: text(),
    status: text({ enum: ["pending", "approved", "rejected"] })
      .notNull()
      .default("pending"),
    rejectionReason: text(),
    decidedAt: timestamp(),
    /** Raised with every published change; the calendar's SEQUENCE. */
    sequence: counter(),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    index("events_calendar").on(t.status, t.startDate, t.id),
    index("events_category").on(t.status, t.category, t.startDate, t.id),
    index("events_user").on(t.userId, t.id),
  ],
);
