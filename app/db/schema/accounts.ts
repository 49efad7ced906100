import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { counter, flag, id, partOf, timestamp } from "../columns";

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
    role: text({ enum: ["user", "moderator", "admin"] })
      .notNull()
      .default("user"),
    active: flag().notNull().default(true),
    /** Until then the person may read and go, nothing else; null, or past, where they may do everything. */
    suspendedUntil: timestamp(),
    /** What they show is hidden, for as long as a suspension says so that hides. */
    hideAll: flag().notNull().default(false),
    /** When that ends: not always with the suspension. */
    hiddenUntil: timestamp(),
    /** Somebody invited or approved them, or has looked at enough of what they wrote: nothing of theirs is held. */
    trusted: flag().notNull().default(false),
    /** Always set: who is not verified yet waits among the sign-ups. */
    verifiedAt: timestamp(),
    followerCount: counter(),
    /** Notifications that are shown and unread; kept by triggers. News of followed garages come on top when it is read. */
    unreadCount: counter(),
    /** News of followed garages up to this time count as read. */
    newsSeenAt: timestamp().notNull().default(0),
    /** No mail about notifications at all, whatever the settings say. */
    mailPaused: flag().notNull().default(false),
    /** When its mail server last refused the address for good; null once a mail has been delivered. */
    mailRefusedAt: timestamp(),
    /** Random; what the links in mails that stop mails begin with. Null until the first such mail. */
    unsubscribeKey: text().unique(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("users_created").on(t.active, t.createdAt, t.id),
    index("users_newest").on(t.createdAt, t.id),
    index("users_name").on(t.nameFolded, t.id),
    index("users_role").on(t.role),
    index("users_hidden").on(t.hiddenUntil).where(sql`hide_all = 1`),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    userId: partOf(() => users.id),
    /** SHA-256 of the token, hex. The token itself is never stored. */
    tokenHash: text().notNull().unique(),
    userAgent: text().notNull().default(""),
    /** The login; a session has an end that counts from here. */
    createdAt: timestamp().notNull(),
    /** When the person last showed that they know the password. */
    authenticatedAt: timestamp().notNull().default(0),
    lastSeenAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [index("sessions_user").on(t.userId), index("sessions_expiry").on(t.expiresAt)],
);

/** Addresses of suspended members who deleted their account: they get no new account until the suspension ends. */
export const suspendedAddresses = sqliteTable("suspended_addresses", {
  /** SHA-256 of the address, hex. */
  addressHash: text().primaryKey(),
  until: timestamp().notNull(),
});

/** Forms of the last minute that made something, or are about to: who sends one again gets the same answer. */
export const sentForms = sqliteTable(
  "sent_forms",
  {
    /** SHA-256, hex, of who sent what to which page. */
    key: text().primaryKey(),
    /** Null for a visitor. */
    userId: integer().references(() => users.id, { onDelete: "cascade" }),
    /** The process that is at it, or was. */
    process: integer().notNull(),
    /** JSON: the headers of the redirect that it was answered with; null while it is under way. */
    answer: text(),
    /** When it came, or was answered. */
    at: timestamp().notNull(),
  },
  (t) => [index("sent_forms_user").on(t.userId)],
);

export const mailTokens = sqliteTable(
  "mail_tokens",
  {
    id: id(),
    userId: partOf(() => users.id),
    purpose: text({ enum: ["reset-password"] }).notNull(),
    tokenHash: text().notNull().unique(),
    createdAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [index("mail_tokens_user").on(t.userId, t.purpose), index("mail_tokens_expiry").on(t.expiresAt)],
);

/**
 * Accounts that wait for their address to be verified. Several may wait for one address; the first whose link is used
 * becomes the account, and the others go.
 */
export const signUps = sqliteTable(
  "sign_ups",
  {
    id: id(),
    /** SHA-256, hex, of what the browser that signed up keeps in a cookie. */
    browserHash: text().notNull().unique(),
    name: text().notNull(),
    /** Trimmed and lower case. */
    email: text().notNull(),
    passwordHash: text().notNull(),
    /** The invite that it came with. */
    inviteId: integer(),
    /** What the applicant answered. */
    answer: text().notNull().default(""),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("sign_ups_email").on(t.email, t.id), index("sign_ups_created").on(t.createdAt)],
);

/** The links that verify a sign-up; each is good for its own one. */
export const signUpTokens = sqliteTable(
  "sign_up_tokens",
  {
    id: id(),
    signUpId: partOf(() => signUps.id),
    tokenHash: text().notNull().unique(),
    createdAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [index("sign_up_tokens_sign_up").on(t.signUpId), index("sign_up_tokens_expiry").on(t.expiresAt)],
);

/** The second step of a login: a time-based one-time password (RFC 6238). On once `confirmedAt` is set. */
export const secondSteps = sqliteTable("second_steps", {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Base32, as the authenticator app has it. */
  secret: text().notNull(),
  /** The time step of the last code that was taken: none is taken twice. */
  lastTimeStep: counter(),
  confirmedAt: timestamp(),
  createdAt: timestamp().notNull(),
});

/** What opens an account whose authenticator is lost. A used one is deleted. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    id: id(),
    userId: partOf(() => users.id),
    /** SHA-256, hex. */
    codeHash: text().notNull(),
  },
  (t) => [index("recovery_codes_user").on(t.userId, t.codeHash)],
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
    /** One line: SMTP code, first line of the answer, host. Without addresses. */
    lastError: text(),
    /** When the last try failed; null once it is sent. */
    failedAt: timestamp(),
    /** The server refused the recipient or the mail for good. */
    isRefused: flag().notNull().default(false),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("mail_outbox_due").on(t.sentAt, t.nextAttemptAt),
    index("mail_outbox_recipient").on(t.recipient),
    index("mail_outbox_failed").on(t.failedAt).where(sql`failed_at IS NOT NULL`),
  ],
);
