import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, partOf, timestamp } from "../columns";
import { users } from "./accounts";

/** Settings of registration and review of first posts: one row, or none at first. */
export const registrationSettings = sqliteTable("door", {
  id: integer().primaryKey(),
  registration: text({ enum: ["open", "invite", "approval", "closed"] })
    .notNull()
    .default("open"),
  question: text().notNull().default(""),
  /** Email domains without registration, lower case. */
  refusedDomains: text({ mode: "json" }).$type<string[]>().notNull().default([]),
  membersInvite: flag().notNull().default(false),
  firstPosts: text({ enum: ["off", "links", "all"] })
    .notNull()
    .default("off"),
});

export const invites = sqliteTable(
  "invites",
  {
    id: id(),
    userId: partOf(() => users.id),
    /** Of the link, in clear text, for its owner. */
    token: text().notNull().unique(),
    /** Of a mailed one. */
    email: text(),
    /** Remaining accounts. */
    uses: integer().notNull(),
    endsAt: timestamp().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("invites_user").on(t.userId, t.id),
    index("invites_ends").on(t.endsAt),
    index("invites_mailed").on(t.email, t.id).where(sql`email IS NOT NULL`),
  ],
);

/** Verified sign-ups pending approval; a refused one is deleted after a while. */
export const applications = sqliteTable(
  "applications",
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull().unique(),
    passwordHash: text().notNull(),
    answer: text().notNull(),
    issuer: text(),
    subject: text(),
    /** Null while it waits. */
    refusedAt: timestamp(),
    reason: text().notNull().default(""),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("applications_waiting").on(t.id).where(sql`refused_at IS NULL`)],
);

/** New members' content pending review, or refused. */
export const holds = sqliteTable(
  "holds",
  {
    id: id(),
    userId: partOf(() => users.id),
    kind: text({ enum: ["vehicle", "entry", "comment", "review", "garage", "profile", "event"] }).notNull(),
    /** The row; of a profile, the user. */
    thingId: integer().notNull(),
    /**
     * New values of a row that others see with its old ones: texts of a profile, garage or event, else columns. Null for
     * a new, hidden row.
     */
    texts: text({ mode: "json" }).$type<Record<string, string>>(),
    /** Of a profile: stored image of the kind `users`. */
    avatar: text(),
    reason: text(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("holds_thing").on(t.kind, t.thingId),
    index("holds_user").on(t.userId),
    index("holds_waiting").on(t.id).where(sql`reason IS NULL`),
    index("holds_avatar").on(t.avatar).where(sql`avatar IS NOT NULL`),
  ],
);

export const cases = sqliteTable(
  "cases",
  {
    id: id(),
    kind: text({ enum: ["vehicle", "photo", "entry", "comment", "review", "garage", "event"] }).notNull(),
    /** No foreign key: a case outlives its subject. */
    thingId: integer().notNull(),
    about: text().notNull(),
    /** The owner; null if the account is deleted. */
    personId: integer().references(() => users.id, { onDelete: "set null" }),
    personName: text().notNull(),
    state: text({ enum: ["open", "decided", "appealed", "closed"] })
      .notNull()
      .default("open"),
    reportCount: integer().notNull().default(0),
    /** Texts by name, at the first report. */
    snapshot: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    /** Of a garage: its owner's picture at this time. Its file stays as long as the case. */
    avatar: text(),
    claimedBy: integer().references(() => users.id, { onDelete: "set null" }),
    /** Null while open. */
    measure: text({ enum: ["none", "warn", "hide", "suspend", "deactivate"] }),
    rule: text().notNull().default(""),
    facts: text().notNull().default(""),
    endsAt: timestamp(),
    /** A suspension also hides the user's content. */
    hideAll: flag().notNull().default(false),
    /** Not reported: a first post, held automatically. */
    beganHeld: flag().notNull().default(false),
    /** Token of the owner's mail link, in clear text, to read the decision and object without a login. */
    key: text().unique(),
    /** Previous values of the measure's changes. */
    before: text({ mode: "json" }).$type<Record<string, string | number | null>>(),
    decidedBy: integer().references(() => users.id, { onDelete: "set null" }),
    decidedAt: timestamp(),
    objection: text(),
    objectedAt: timestamp(),
    outcome: text({ enum: ["upheld", "overturned"] }),
    outcomeFacts: text().notNull().default(""),
    outcomeAt: timestamp(),
    /** Final closing. Its evidence is deleted six months later. */
    closedAt: timestamp(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("cases_open_thing").on(t.kind, t.thingId).where(sql`state = 'open'`),
    index("cases_thing").on(t.kind, t.thingId),
    // The queue's pages use only these indexes, at any depth.
    index("cases_id").on(t.id),
    index("cases_state").on(t.state, t.id),
    index("cases_kind").on(t.kind, t.id, t.state),
    index("cases_person").on(t.personId, t.id),
    index("cases_decided").on(t.decidedAt),
    index("cases_closed").on(t.closedAt),
    index("cases_avatar").on(t.avatar).where(sql`avatar IS NOT NULL`),
  ],
);

export const reports = sqliteTable(
  "reports",
  {
    id: id(),
    caseId: partOf(() => cases.id),
    reporterId: integer().references(() => users.id, { onDelete: "set null" }),
    name: text().notNull().default(""),
    /** For the outcome; may be empty. */
    email: text().notNull().default(""),
    reason: text({
      enum: ["illegal", "spam", "harassment", "sexual", "violence", "stolen", "private", "other"],
    }).notNull(),
    text: text().notNull(),
    law: text().notNull().default(""),
    /** Of the report's page, in clear text: the mail about the outcome repeats the link. */
    token: text().notNull().unique(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("reports_case").on(t.caseId, t.id),
    index("reports_reason").on(t.reason, t.caseId),
    index("reports_reporter").on(t.reporterId),
    index("reports_created").on(t.createdAt),
  ],
);

export const caseNotes = sqliteTable(
  "case_notes",
  {
    id: id(),
    caseId: partOf(() => cases.id),
    authorId: integer().references(() => users.id, { onDelete: "set null" }),
    authorName: text().notNull(),
    text: text().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("case_notes_case").on(t.caseId, t.id), index("case_notes_author").on(t.authorId)],
);

/** At the first report: their files stay as long as the case. */
export const casePictures = sqliteTable(
  "case_pictures",
  {
    id: id(),
    caseId: partOf(() => cases.id),
    image: text().notNull(),
  },
  (t) => [index("case_pictures_case").on(t.caseId, t.id), index("case_pictures_image").on(t.image)],
);
