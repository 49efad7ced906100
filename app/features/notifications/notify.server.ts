import { and, desc, eq, ne, type Placeholder, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { comments, notificationPeople, notificationSettings, notifications, users } from "~/db/schema";
import { findStanding } from "~/features/blocks/queries.server";
import { DAY, now } from "~/lib/time";
import { type Choice, defaultChoice, type MailMode, OWN_MAIL, type WrittenKind } from "./kinds";

// Each of these is called in the transaction of the command that causes the notification, after its own write
// (notifications README, Kinds). They cost the same, however many likes, followers or comments there are.

/** How many of those who commented before are told of a comment: the latest. */
const MOST_COMMENTERS = 50;
/** Among how many of the comments before it they are looked for. */
const COMMENTS_LOOKED_AT = 200;

const chosen = prepared((database) =>
  database
    .select({ site: notificationSettings.site, mail: notificationSettings.mail })
    .from(notificationSettings)
    .where(
      and(
        eq(notificationSettings.userId, sql.placeholder("userId")),
        eq(notificationSettings.kind, sql.placeholder("kind")),
      ),
    )
    .prepare(),
);

/** Where a person wants to be told about a kind. */
export function choiceOf(userId: number, kind: WrittenKind | "news"): Choice {
  return chosen().get({ userId, kind }) ?? defaultChoice(kind);
}

type NewRow = typeof notifications.$inferInsert;

/** Whether the person wants to hear of it at all, and where; undefined where not. */
function wanted(userId: number, kind: WrittenKind, actorId: number | null) {
  if (userId === actorId) return undefined;
  const { site, mail } = choiceOf(userId, kind);
  // Where the kind has a mail of its own at once, that one says it.
  const waits: MailMode = mail === "once" && OWN_MAIL.includes(kind) ? "off" : mail;
  if (!site && waits === "off") return undefined;
  if (actorId !== null) {
    const { blocks, mutes } = findStanding(userId, actorId);
    if (blocks || mutes) return undefined;
  }
  return { onSite: site, mail: waits };
}

/** What a row of its own says, beside where it is shown and mailed. */
const SAID = [
  "userId",
  "kind",
  "actorId",
  "vehicleId",
  "commentId",
  "reviewId",
  "eventId",
  "ticketId",
  "detail",
] as const;

const addRow = prepared((database) => {
  const said = Object.fromEntries(SAID.map((name) => [name, sql.placeholder(name)])) as Record<
    (typeof SAID)[number],
    Placeholder
  >;
  const where = { onSite: sql.placeholder("onSite"), mail: sql.placeholder("mail") };
  const times = { mailSince: sql.placeholder("createdAt"), createdAt: sql.placeholder("createdAt") };
  return database
    .insert(notifications)
    .values({ ...said, ...where, ...times })
    .prepare();
});

/** Writes a row of its own about something that one person did, or nobody in particular. */
function tell(said: Pick<NewRow, (typeof SAID)[number]> & { kind: WrittenKind }): void {
  const where = wanted(said.userId, said.kind, said.actorId ?? null);
  if (!where) return;
  const createdAt = now();
  const nothing = { actorId: null, vehicleId: null, commentId: null, reviewId: null, eventId: null, ticketId: null };
  addRow().run({ ...nothing, detail: "", ...said, ...where, createdAt });
}

/** Tells somebody that they have a new follower. */
export function notifyFollow(followerId: number, followedId: number): void {
  tell({ userId: followedId, kind: "follow", actorId: followerId });
}

/** A group that waits for a mail has waited since its first. */
const stillSince = (createdAt: number | SQL) =>
  sql`CASE WHEN ${notifications.mail} = 'off' THEN ${createdAt} ELSE ${notifications.mailSince} END`;

/** Makes a vehicle's row of a day, or brings it up to date. Likes come in crowds, so it is prepared. */
const likesOfDay = prepared((database) =>
  database
    .insert(notifications)
    .values({
      ...{ userId: sql.placeholder("userId"), kind: "like", vehicleId: sql.placeholder("vehicleId") },
      ...{ day: sql.placeholder("day"), onSite: sql.placeholder("onSite"), mail: sql.placeholder("mail") },
      // Hidden until it has somebody in it; triggers count the people.
      ...{ hidden: true, mailSince: sql.placeholder("createdAt"), createdAt: sql.placeholder("createdAt") },
    })
    .onConflictDoUpdate({
      target: [notifications.vehicleId, notifications.day],
      targetWhere: sql`kind = 'like'`,
      set: {
        ...{ onSite: sql`excluded.on_site`, mail: sql`excluded.mail`, isRead: false },
        ...{ mailSince: stillSince(sql`excluded.created_at`), createdAt: sql`excluded.created_at` },
      },
    })
    .returning({ id: notifications.id })
    .prepare(),
);

const addPerson = prepared((database) =>
  database
    .insert(notificationPeople)
    .values({
      notificationId: sql.placeholder("notificationId"),
      userId: sql.placeholder("userId"),
      createdAt: sql.placeholder("createdAt"),
    })
    .onConflictDoNothing()
    .prepare(),
);

/**
 * Tells the owner of a vehicle that somebody likes it: one row a vehicle and day, unread again with every like.
 * @param createdAt of the like, ms: by its day it is found again when the like is taken back
 */
export function notifyLike(likerId: number, vehicle: { id: number; userId: number }, createdAt = now()): void {
  const where = wanted(vehicle.userId, "like", likerId);
  if (!where) return;
  const about = { userId: vehicle.userId, vehicleId: vehicle.id, day: Math.floor(createdAt / DAY) };
  const { id: notificationId } = likesOfDay().get({ ...about, ...where, createdAt });
  addPerson().run({ notificationId, userId: likerId, createdAt });
}

const earlierComments = prepared((database) =>
  database
    .select({ userId: comments.userId })
    .from(comments)
    .where(
      and(
        eq(comments.vehicleId, sql.placeholder("vehicleId")),
        eq(comments.hidden, false),
        ne(comments.id, sql.placeholder("commentId")),
      ),
    )
    .orderBy(desc(comments.id))
    .limit(COMMENTS_LOOKED_AT)
    .prepare(),
);

/** Who commented before, the latest first. */
function earlierCommenters(vehicleId: number, commentId: number): number[] {
  const people = new Set(
    earlierComments()
      .all({ vehicleId, commentId })
      .map(({ userId }) => userId),
  );
  return [...people].slice(0, MOST_COMMENTERS);
}

/** Tells a vehicle's owner of a comment, and those who commented there before. */
export function notifyComment(authorId: number, vehicle: { id: number; userId: number }, commentId: number): void {
  const about = { actorId: authorId, vehicleId: vehicle.id, commentId };
  tell({ userId: vehicle.userId, kind: "comment", ...about });
  for (const userId of earlierCommenters(vehicle.id, commentId)) {
    if (userId !== vehicle.userId) tell({ userId, kind: "reply", ...about });
  }
}

/** Tells a garage's owner of a first review by somebody. */
export function notifyReview(authorId: number, ownerId: number, reviewId: number): void {
  tell({ userId: ownerId, kind: "review", actorId: authorId, reviewId });
}

/** Tells whoever submitted an event that an admin approved or rejected it; nobody, where the account is gone. */
export function notifyDecision(
  event: { id: number; userId: number | null },
  detail: "approved" | "rejected",
  adminId: number,
): void {
  const { id, userId } = event;
  if (userId !== null && userId !== adminId) tell({ userId, kind: "decision", eventId: id, detail });
}

/** What those who go to an event are told of. */
export type EventNews = "cancelled" | "changed" | "tomorrow" | "today";

/**
 * Tells everybody who goes to an event that it was cancelled or changed, is tomorrow or today; not those who have blocked
 * or muted whoever did it. What they have not read yet of the same is not said twice. One statement, however many go: it
 * says what `tell` says of one.
 * @param actorId who did it, and is not told; null for the calendar itself
 * @param joinedBy only those who had said by then that they come, ms
 */
export function notifyGoers(
  eventId: number,
  detail: EventNews,
  actorId: number | null,
  joinedBy = Number.MAX_SAFE_INTEGER,
): void {
  const isApart = (userId: SQL) =>
    sql`(EXISTS (SELECT 1 FROM blocks WHERE user_id = ${userId} AND blocked_id = ${actorId})
      OR EXISTS (SELECT 1 FROM mutes WHERE user_id = ${userId} AND muted_id = ${actorId}))`;
  const stale = and(
    eq(notifications.eventId, eventId),
    eq(notifications.kind, "event"),
    eq(notifications.detail, detail),
    eq(notifications.isRead, false),
    // Who is not told now keeps what somebody else's act has told them.
    sql`NOT ${isApart(sql`notifications.user_id`)}`,
  );
  db().delete(notifications).where(stale).run();
  const usual = defaultChoice("event");
  const site = sql`coalesce(chosen.site, ${usual.site ? 1 : 0})`;
  const mail = sql`coalesce(chosen.mail, ${usual.mail})`;
  const at = now();
  db().run(sql`INSERT INTO notifications (user_id, kind, event_id, detail, on_site, mail, mail_since, created_at)
    SELECT goer.user_id, 'event', goer.event_id, ${detail}, ${site}, ${mail}, ${at}, ${at}
    FROM event_attendances AS goer
    LEFT JOIN notification_settings AS chosen ON chosen.user_id = goer.user_id AND chosen.kind = 'event'
    WHERE goer.event_id = ${eventId} AND goer.hidden = 0 AND goer.created_at <= ${joinedBy}
      AND goer.user_id IS NOT ${actorId} AND (${site} = 1 OR ${mail} <> 'off') AND NOT ${isApart(sql`goer.user_id`)}`);
}

/** Tells the member who sent a request that an admin answered it ("answered") or moved it (the new status). */
export function notifyTicket(ticket: { id: number; userId: number | null }, detail: string, adminId: number): void {
  const { id, userId } = ticket;
  if (userId !== null && userId !== adminId) tell({ userId, kind: "ticket", ticketId: id, detail });
}

const waiting = {
  events: sql`(SELECT count(*) FROM events WHERE status = 'pending')`,
  tickets: sql`(SELECT count(*) FROM tickets WHERE status IN ('New', 'In Progress'))`,
};

/**
 * Tells the admins that another event or ticket waits for them: one row an admin, with the number that wait.
 * @param actorId who sent it; an admin is not told of their own
 */
export function notifyAdmins(what: "events" | "tickets", actorId: number | null): void {
  const admins = db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), eq(users.active, true)))
    .all();
  for (const { id } of admins) {
    const where = wanted(id, "admin", actorId);
    if (!where) continue;
    const createdAt = now();
    const row = { ...where, count: sql`${waiting[what]}`, createdAt };
    db()
      .insert(notifications)
      .values({ userId: id, kind: "admin", detail: what, ...row, mailSince: createdAt })
      .onConflictDoUpdate({
        target: [notifications.detail, notifications.userId],
        targetWhere: sql`kind = 'admin'`,
        set: { ...row, isRead: false, mailSince: stillSince(createdAt) },
      })
      .run();
  }
}
