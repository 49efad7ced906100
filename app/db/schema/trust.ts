import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, partOf, timestamp } from "../columns";
import { users } from "./accounts";

/** What an admin has set about who may come in, and whose first posts are looked at: one row, or none before the first. */
export const door = sqliteTable("door", {
  id: integer().primaryKey(),
  registration: text({ enum: ["open", "invite", "approval", "closed"] })
    .notNull()
    .default("open"),
  /** What applicants are asked. */
  question: text().notNull().default(""),
  /** Domains of addresses that get no account, lower case. */
  refusedDomains: text({ mode: "json" }).$type<string[]>().notNull().default([]),
  /** Members may invite as well. */
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
    /** Of the link, in the clear: whoever made it may look it up again. */
    token: text().notNull().unique(),
    /** How many accounts it still opens. */
    uses: integer().notNull(),
    endsAt: timestamp().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("invites_user").on(t.userId, t.id), index("invites_ends").on(t.endsAt)],
);

/** People whose address is verified and who wait for a yes; one who was refused goes after a while. */
export const applications = sqliteTable(
  "applications",
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull().unique(),
    passwordHash: text().notNull(),
    answer: text().notNull(),
    /** Null while it waits. */
    refusedAt: timestamp(),
    reason: text().notNull().default(""),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("applications_waiting").on(t.id).where(sql`refused_at IS NULL`)],
);

/** What somebody new has written and staff have not looked at yet, or have refused. */
export const holds = sqliteTable(
  "holds",
  {
    id: id(),
    userId: partOf(() => users.id),
    kind: text({ enum: ["vehicle", "entry", "comment", "review", "garage", "profile", "event"] }).notNull(),
    /** Of the row that is hidden; of a profile the person's. */
    thingId: integer().notNull(),
    /** Texts that wait beside a row that stays shown as it was: of a profile, of a garage that was shown before, of an event. */
    texts: text({ mode: "json" }).$type<Record<string, string>>(),
    /** The new picture of a profile: name of a stored image of the kind `users`. */
    avatar: text(),
    /** Why it was refused; null while it waits. */
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

/** What was reported of one thing, and what staff decided about it. */
export const cases = sqliteTable(
  "cases",
  {
    id: id(),
    kind: text({ enum: ["vehicle", "photo", "entry", "comment", "review", "garage", "event"] }).notNull(),
    /** No foreign key: a case outlives what it is about. */
    thingId: integer().notNull(),
    /** Path of its page. */
    about: text().notNull(),
    /** Whose it was; null once the account is gone. */
    personId: integer().references(() => users.id, { onDelete: "set null" }),
    personName: text().notNull(),
    state: text({ enum: ["open", "decided", "appealed", "closed"] })
      .notNull()
      .default("open"),
    reportCount: integer().notNull().default(0),
    /** The thing as it was when it was first reported: its texts by name. */
    snapshot: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    /** Of a garage: the picture of its owner at that time, whose file stays for as long as the case. */
    avatar: text(),
    /** In whose hands it is. */
    claimedBy: integer().references(() => users.id, { onDelete: "set null" }),
    /** What was decided; null while it is open. */
    measure: text({ enum: ["none", "warn", "hide", "suspend", "deactivate"] }),
    rule: text().notNull().default(""),
    facts: text().notNull().default(""),
    /** Of a suspension: its end. */
    endsAt: timestamp(),
    /** Of a suspension: what the person shows is hidden meanwhile. */
    hideAll: flag().notNull().default(false),
    /** Nobody had reported it: it was held as one of somebody's first posts, which no person had decided. */
    beganHeld: flag().notNull().default(false),
    /** Of the link in mails to the person, in the clear, with which they read it and object without a login. */
    key: text().unique(),
    /** What the measure changed, as it was before. */
    before: text({ mode: "json" }).$type<Record<string, string | number | null>>(),
    decidedBy: integer().references(() => users.id, { onDelete: "set null" }),
    decidedAt: timestamp(),
    objection: text(),
    objectedAt: timestamp(),
    outcome: text({ enum: ["upheld", "overturned"] }),
    outcomeFacts: text().notNull().default(""),
    outcomeAt: timestamp(),
    /** When the case was closed for good. Its evidence is deleted six months after this. */
    closedAt: timestamp(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("cases_open_thing").on(t.kind, t.thingId).where(sql`state = 'open'`),
    index("cases_thing").on(t.kind, t.thingId),
    // Pages of the queue are found in these alone, however far down they are.
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
    /** Where the outcome is mailed to; empty where they left none. */
    email: text().notNull().default(""),
    reason: text({
      enum: ["illegal", "spam", "harassment", "sexual", "violence", "stolen", "private", "other"],
    }).notNull(),
    text: text().notNull(),
    law: text().notNull().default(""),
    /** Of its own page, in the clear: the mail about the outcome holds the link again. */
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

/** What staff tell each other about a case. */
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

/** Pictures of a thing as it was when it was first reported: their files stay for as long as the case. */
export const casePictures = sqliteTable(
  "case_pictures",
  {
    id: id(),
    caseId: partOf(() => cases.id),
    image: text().notNull(),
  },
  (t) => [index("case_pictures_case").on(t.caseId, t.id), index("case_pictures_image").on(t.image)],
);
