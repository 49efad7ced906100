import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, partOf, timestamp } from "../columns";
import { users } from "./accounts";

export const tickets = sqliteTable(
  "tickets",
  {
    id: id(),
    userId: integer().references(() => users.id, { onDelete: "set null" }),
    category: text().notNull(),
    subject: text().notNull(),
    subjectFolded: text().notNull().default(""),
    /** The reported path; empty for a general request. */
    about: text().notNull().default(""),
    description: text().notNull(),
    status: text({ enum: ["New", "In Progress", "Closed"] })
      .notNull()
      .default("New"),
    name: text().notNull().default(""),
    email: text().notNull().default(""),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    index("tickets_inbox").on(t.status, t.createdAt, t.id),
    index("tickets_created").on(t.createdAt, t.id),
    index("tickets_user").on(t.userId),
  ],
);

export const ticketReplies = sqliteTable(
  "ticket_replies",
  {
    id: id(),
    ticketId: partOf(() => tickets.id),
    authorId: integer().references(() => users.id, { onDelete: "set null" }),
    authorName: text().notNull(),
    text: text().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("ticket_replies_ticket").on(t.ticketId, t.id), index("ticket_replies_author").on(t.authorId)],
);

/** Of admins' actions. Append-only: triggers refuse UPDATE and DELETE. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: id(),
    /** No foreign key: the log outlives the account. */
    actorId: integer(),
    actorName: text().notNull(),
    action: text().notNull(),
    subjectType: text().notNull(),
    subjectId: text().notNull(),
    before: text({ mode: "json" }).$type<unknown>(),
    after: text({ mode: "json" }).$type<unknown>(),
    reason: text(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("audit_log_subject").on(t.subjectType, t.subjectId, t.id),
    index("audit_log_action").on(t.action, t.id),
    index("audit_log_actor").on(t.actorId, t.id),
  ],
);

/** Of visible rows, so that a list's total never counts a million rows. Kept by triggers. */
export const siteTotals = sqliteTable("site_totals", {
  name: text().primaryKey(),
  total: integer().notNull(),
});
