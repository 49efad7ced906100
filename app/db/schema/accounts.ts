import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { counter, flag, id, timestamp } from "../columns";

export const users = sqliteTable(
  "users",
  {
    id: id(),
    name: text().notNull(),
    /** `name` folded by `lib/text` for search. */
    nameFolded: text().notNull(),
    /** Trimmed and lower case; never part of a public view. */
    email: text().notNull().unique(),
    passwordHash: text().notNull(),
    /** File name under /img/users/ or a full URL. */
    avatar: text().notNull().default("default.jpg"),
    bio: text().notNull().default(""),
    location: text().notNull().default(""),
    role: text({ enum: ["user", "admin"] })
      .notNull()
      .default("user"),
    active: flag().notNull().default(true),
    verifiedAt: timestamp(),
    followerCount: counter(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("users_created").on(t.active, t.createdAt, t.id),
    index("users_newest").on(t.createdAt, t.id),
    index("users_name").on(t.nameFolded, t.id),
    index("users_role").on(t.role),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the token, hex. The token itself is never stored. */
    tokenHash: text().notNull().unique(),
    userAgent: text().notNull().default(""),
    createdAt: timestamp().notNull(),
    lastSeenAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [index("sessions_user").on(t.userId), index("sessions_expiry").on(t.expiresAt)],
);

export const mailTokens = sqliteTable(
  "mail_tokens",
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: text({ enum: ["verify-email", "reset-password"] }).notNull(),
    tokenHash: text().notNull().unique(),
    createdAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [index("mail_tokens_user").on(t.userId, t.purpose), index("mail_tokens_expiry").on(t.expiresAt)],
);

/** Mails to send. A row never holds a clear token: it is made when the mail is rendered for sending. */
export const mailOutbox = sqliteTable(
  "mail_outbox",
  {
    id: id(),
    kind: text().notNull(),
    recipient: text().notNull(),
    /** What the template needs, as JSON; never a secret. */
    payload: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    attempts: counter(),
    nextAttemptAt: timestamp().notNull(),
    sentAt: timestamp(),
    lastError: text(),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("mail_outbox_due").on(t.sentAt, t.nextAttemptAt), index("mail_outbox_recipient").on(t.recipient)],
);
