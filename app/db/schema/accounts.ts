import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { counter, flag, id, partOf, timestamp } from "../columns";

export const users = sqliteTable(
  "users",
  {
    id: id(),
    name: text().notNull(),
    nameFolded: text().notNull(),
    /** Trimmed and lower case; never in a public view. */
    email: text().notNull().unique(),
    passwordHash: text().notNull(),
    /** Under /img/users/, or a full URL. */
    avatar: text().notNull().default("default.jpg"),
    bio: text().notNull().default(""),
    location: text().notNull().default(""),
    role: text({ enum: ["user", "moderator", "admin"] })
      .notNull()
      .default("user"),
    active: flag().notNull().default(true),
    /** Until then the user may only read, export, object and delete the account; null or past: no suspension. */
    suspendedUntil: timestamp(),
    hideAll: flag().notNull().default(false),
    /** End of `hideAll`; not always of the suspension. */
    hiddenUntil: timestamp(),
    /** No pending review: invited, approved, or enough content reviewed. */
    trusted: flag().notNull().default(false),
    /** Always set: unverified accounts are in `sign_ups`. */
    verifiedAt: timestamp(),
    followerCount: counter(),
    /** Shown and unread notifications, without news; kept by triggers. */
    unreadCount: counter(),
    /** News count as read until then. */
    newsSeenAt: timestamp().notNull().default(0),
    mailPaused: flag().notNull().default(false),
    /** Last permanent refusal by the mail server; null after a delivery. */
    mailRefusedAt: timestamp(),
    /** Random prefix of unsubscribe links. Null until the first mail with one. */
    unsubscribeKey: text().unique(),
    /** Of the address of the own calendar; null while it is off. */
    calendarKey: text().unique(),
    /** To the hour, at least `createdAt`; kept by triggers. */
    lastSeenAt: timestamp().notNull().default(0),
    /** Photos of vehicles, events and pending changes; kept by triggers. */
    storageBytes: counter(),
    /** Of the photos; null for `MEMBER_QUOTA_MB`. */
    quotaMb: integer(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("users_created").on(t.active, t.createdAt, t.id),
    index("users_newest").on(t.createdAt, t.id),
    index("users_name").on(t.nameFolded, t.id),
    index("users_role").on(t.role),
    index("users_seen").on(t.lastSeenAt, t.id),
    index("users_storage").on(t.storageBytes, t.id),
    index("users_hidden").on(t.hiddenUntil).where(sql`hide_all = 1`),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    userId: partOf(() => users.id),
    /** SHA-256, hex: the token is never stored. */
    tokenHash: text().notNull().unique(),
    userAgent: text().notNull().default(""),
    /** The login; a session's maximum age counts from here. */
    createdAt: timestamp().notNull(),
    authenticatedAt: timestamp().notNull().default(0),
    lastSeenAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [index("sessions_user").on(t.userId), index("sessions_expiry").on(t.expiresAt)],
);

/** Of suspended members with deleted accounts: no new account until the suspension ends. */
export const suspendedAddresses = sqliteTable("suspended_addresses", {
  /** SHA-256. */
  addressHash: text().primaryKey(),
  until: timestamp().notNull(),
});

/** Forms of the last minute that created something, or are pending: a repeated form gets the same response. */
export const sentForms = sqliteTable(
  "sent_forms",
  {
    /** SHA-256 of user, content and page. */
    key: text().primaryKey(),
    userId: integer().references(() => users.id, { onDelete: "cascade" }),
    process: integer().notNull(),
    /** JSON: headers of the redirect; null while pending. */
    answer: text(),
    /** Of arrival, then of the response. */
    at: timestamp().notNull(),
  },
  (t) => [index("sent_forms_user").on(t.userId)],
);

/** Of a user's address: pending, then for some days revocable. */
export const emailChanges = sqliteTable(
  "email_changes",
  {
    id: id(),
    userId: partOf(() => users.id),
    /** It stays logged in. */
    sessionId: integer().references(() => sessions.id, { onDelete: "set null" }),
    oldEmail: text().notNull(),
    newEmail: text().notNull(),
    createdAt: timestamp().notNull(),
    confirmedAt: timestamp(),
  },
  (t) => [index("email_changes_user").on(t.userId, t.id), index("email_changes_session").on(t.sessionId)],
);

export const mailTokens = sqliteTable(
  "mail_tokens",
  {
    id: id(),
    userId: partOf(() => users.id),
    purpose: text({ enum: ["reset-password", "confirm-email", "undo-email"] }).notNull(),
    emailChangeId: integer().references(() => emailChanges.id, { onDelete: "cascade" }),
    tokenHash: text().notNull().unique(),
    createdAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [
    index("mail_tokens_user").on(t.userId, t.purpose),
    index("mail_tokens_expiry").on(t.expiresAt),
    index("mail_tokens_change").on(t.emailChangeId),
  ],
);

/** Unverified accounts. Of several with one address, the first verified becomes the account, the others are deleted. */
export const signUps = sqliteTable(
  "sign_ups",
  {
    id: id(),
    /** SHA-256 of a cookie. */
    browserHash: text().notNull().unique(),
    name: text().notNull(),
    email: text().notNull(),
    passwordHash: text().notNull(),
    inviteId: integer(),
    answer: text().notNull().default(""),
    /** With the subject, the identity to link. */
    issuer: text(),
    subject: text(),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("sign_ups_email").on(t.email, t.id), index("sign_ups_created").on(t.createdAt)],
);

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

/** Of a user at an OpenID Connect provider. */
export const identities = sqliteTable(
  "identities",
  {
    id: id(),
    userId: partOf(() => users.id),
    issuer: text().notNull(),
    subject: text().notNull(),
    createdAt: timestamp().notNull(),
    lastUsedAt: timestamp(),
  },
  (t) => [uniqueIndex("identities_subject").on(t.issuer, t.subject), index("identities_user").on(t.userId)],
);

export const passkeys = sqliteTable(
  "passkeys",
  {
    id: id(),
    userId: partOf(() => users.id),
    /** Base64url, like the key. */
    credentialId: text().notNull().unique(),
    publicKey: text().notNull(),
    /** Of the authenticator; one that goes back means a copied key. */
    signCount: integer().notNull().default(0),
    transports: text().notNull().default(""),
    name: text().notNull(),
    createdAt: timestamp().notNull(),
    lastUsedAt: timestamp(),
  },
  (t) => [index("passkeys_user").on(t.userId)],
);

/** Time-based one-time password (RFC 6238). Active once `confirmedAt` is set. */
export const secondSteps = sqliteTable("second_steps", {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  secret: text().notNull(),
  /** Of the last accepted code: none is accepted twice. */
  lastTimeStep: counter(),
  confirmedAt: timestamp(),
  createdAt: timestamp().notNull(),
});

export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    id: id(),
    userId: partOf(() => users.id),
    /** SHA-256. */
    codeHash: text().notNull(),
  },
  (t) => [index("recovery_codes_user").on(t.userId, t.codeHash)],
);

/** A row never contains a clear token: rendering the mail creates it. */
export const mailOutbox = sqliteTable(
  "mail_outbox",
  {
    id: id(),
    kind: text().notNull(),
    recipient: text().notNull(),
    /** Never a secret. */
    payload: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    attempts: counter(),
    nextAttemptAt: timestamp().notNull(),
    /** Equal to `nextAttemptAt` while a worker sends it. */
    claimedUntil: timestamp(),
    sentAt: timestamp(),
    /** SMTP code, first line of the response, host. Without addresses. */
    lastError: text(),
    /** Of the last attempt; null once sent. */
    failedAt: timestamp(),
    /** Permanently, the recipient or the mail. */
    isRefused: flag().notNull().default(false),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("mail_outbox_due").on(t.sentAt, t.nextAttemptAt),
    index("mail_outbox_recipient").on(t.recipient),
    index("mail_outbox_failed").on(t.failedAt).where(sql`failed_at IS NOT NULL`),
  ],
);
