import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { db, prepared } from "~/db/client.server";
import { comments, garages, notificationPeople, notifications, reviews, users, vehicles } from "~/db/schema";
import { findViewerState } from "~/features/blocks/queries.server";
import { DAY, now } from "~/lib/time";
import { defaultSetting, KINDS_WITH_OWN_MAIL, type MailMode, type StoredKind } from "./kinds";
import { getSettings } from "./settings/queries.server";

// Call these in the command's transaction, after its own write (notifications README, Kinds). Their cost is independent
// of the number of likes, followers or comments.

/** The latest earlier commenters to notify … */
const MAX_COMMENTERS = 50;
/** … among this many earlier comments. */
const COMMENTS_LOOKED_AT = 200;

type NewRow = Omit<typeof notifications.$inferInsert, "createdAt" | "mailSince">;

/** Undefined for none, or if the user has blocked or muted the actor. */
function findChannels(
  userId: number,
  kind: StoredKind,
  actorId: number | null,
  hasOwnMail = KINDS_WITH_OWN_MAIL.includes(kind),
) {
  if (userId === actorId) return undefined;
  const { site, mail } = getSettings(userId).settings[kind];
  // The kind's own immediate mail replaces this one.
  const mailMode: MailMode = mail === "once" && hasOwnMail ? "off" : mail;
  if (!site && mailMode === "off") return undefined;
  if (actorId !== null) {
    const { blocks, mutes } = findViewerState(userId, actorId);
    if (blocks || mutes) return undefined;
  }
  return { onSite: site, mail: mailMode };
}

/** For users who want them. One INSERT, because a comment notifies up to fifty. */
function notify(rows: readonly NewRow[], hasOwnMail?: boolean): void {
  const createdAt = now();
  const allowed = rows.flatMap((row) => {
    const channels = findChannels(row.userId, row.kind, row.actorId ?? null, hasOwnMail);
    return channels ? [{ ...row, ...channels, mailSince: createdAt, createdAt }] : [];
  });
  if (allowed.length > 0) db().insert(notifications).values(allowed).run();
}

export function notifyFollow(followerId: number, followedId: number): void {
  notify([{ userId: followedId, kind: "follow", actorId: followerId }]);
}

type GroupRow = Omit<NewRow, "count"> & { count?: SQL };

/**
 * One notification per group, unread again with each event.
 * @param target columns of the group's unique index
 * @returns its id; undefined if the user is not notified
 */
function notifyGroup(row: GroupRow, target: SQLiteColumn[], actorId: number | null, createdAt = now()) {
  const channels = findChannels(row.userId, row.kind, actorId);
  if (!channels) return undefined;
  const mailSince = sql`CASE WHEN ${notifications.mail} = 'off' THEN ${createdAt} ELSE ${notifications.mailSince} END`;
  const renewedRow = { ...channels, count: row.count, isRead: false, mailSince, createdAt };
  const { id } = db()
    .insert(notifications)
    .values({ ...row, ...channels, mailSince: createdAt, createdAt })
    .onConflictDoUpdate({ target, targetWhere: sql.raw(`kind = '${row.kind}'`), set: renewedRow })
    .returning({ id: notifications.id })
    .get();
  return id;
}

/**
 * One row per vehicle and day, unread again with every like.
 * @param createdAt of the like, ms: its day identifies the row when the like is taken back
 */
export function notifyLike(likerId: number, vehicle: { id: number; userId: number }, createdAt = now()): void {
  const subject = { userId: vehicle.userId, vehicleId: vehicle.id, day: Math.floor(createdAt / DAY) };
  // Hidden until it has an actor; triggers count them.
  const row: GroupRow = { kind: "like", ...subject, hidden: true };
  const notificationId = notifyGroup(row, [notifications.vehicleId, notifications.day], likerId, createdAt);
  if (notificationId === undefined) return;
  db().insert(notificationPeople).values({ notificationId, userId: likerId, createdAt }).onConflictDoNothing().run();
}

const commentsBefore = prepared((database) =>
  database
    .select({ userId: comments.userId })
    .from(comments)
    .where(
      and(
        eq(comments.vehicleId, sql.placeholder("vehicleId")),
        eq(comments.hidden, 0),
        ne(comments.id, sql.placeholder("commentId")),
      ),
    )
    .orderBy(desc(comments.id))
    .limit(COMMENTS_LOOKED_AT)
    .prepare(),
);

const shownComment = prepared((database) =>
  database
    .select({ actorId: comments.userId, vehicleId: vehicles.id, ownerId: vehicles.userId })
    .from(comments)
    .innerJoin(vehicles, eq(vehicles.id, comments.vehicleId))
    .where(and(eq(comments.id, sql.placeholder("commentId")), eq(comments.hidden, 0), eq(vehicles.hidden, 0)))
    .prepare(),
);

/** The vehicle's owner and earlier commenters, if the comment is visible. */
export function notifyComment(commentId: number): void {
  const comment = shownComment().get({ commentId });
  if (!comment) return;
  const { ownerId, ...about } = { ...comment, commentId };
  const earlier = [
    ...new Set(
      commentsBefore()
        .all(about)
        .map(({ userId }) => userId),
    ),
  ].slice(0, MAX_COMMENTERS);
  const replies = earlier.filter((userId) => userId !== ownerId).map((userId) => ({ userId, kind: "reply" as const }));
  notify([{ userId: ownerId, kind: "comment" as const }, ...replies].map((row) => ({ ...row, ...about })));
}

/** The garage's owner, of a first review, unless it is hidden. */
export function notifyReview(reviewId: number): void {
  const review = db()
    .select({ actorId: reviews.userId, ownerId: garages.userId })
    .from(reviews)
    .innerJoin(garages, eq(garages.id, reviews.garageId))
    .where(and(eq(reviews.id, reviewId), eq(reviews.hidden, 0), eq(garages.hidden, 0)))
    .get();
  if (review) notify([{ userId: review.ownerId, kind: "review", actorId: review.actorId, reviewId }]);
}

/** The submitter, about an event or its change. */
export function notifyDecision(
  event: { id: number; userId: number | null },
  detail: "approved" | "rejected" | "change approved" | "change rejected",
  adminId: number,
): void {
  const { id, userId } = event;
  if (userId !== null && userId !== adminId) notify([{ userId, kind: "decision", eventId: id, detail }]);
}

/**
 * The author of a held text; without a mail of its own.
 * @param detail see `heldDecision`
 */
export function notifyReviewed(userId: number, detail: string): void {
  notify([{ userId, kind: "decision", detail }], false);
}

type EventUpdate = "cancelled" | "changed" | "tomorrow" | "today";

/**
 * Except those who have blocked or muted the actor. Replaces their unread notification with the same detail. One
 * statement for any number, with the rules of `notify`.
 * @param actorId the admin or submitter, who is not notified; null for the calendar itself
 * @param joinedBy only attendees of this moment or earlier, ms
 */
export function notifyAttendees(
  eventId: number,
  detail: EventUpdate,
  actorId: number | null,
  joinedBy = Number.MAX_SAFE_INTEGER,
): void {
  const hasBlockOrMute = (userId: SQL) =>
    sql`EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = ${userId} AND other_id = ${actorId})`;
  const isOutdated = and(
    eq(notifications.eventId, eventId),
    eq(notifications.kind, "event"),
    eq(notifications.detail, detail),
    eq(notifications.isRead, false),
    // Users not notified now keep theirs: another actor caused it.
    sql`NOT ${hasBlockOrMute(sql`notifications.user_id`)}`,
  );
  db().delete(notifications).where(isOutdated).run();
  const { site, mail } = channelsOf("event");
  const at = now();
  db().run(sql`INSERT INTO notifications (user_id, kind, event_id, detail, on_site, mail, mail_since, created_at)
    SELECT goer.user_id, 'event', goer.event_id, ${detail}, ${site}, ${mail}, ${at}, ${at}
    FROM event_attendances AS goer
    LEFT JOIN notification_settings AS chosen ON chosen.user_id = goer.user_id AND chosen.kind = 'event'
    WHERE goer.event_id = ${eventId} AND goer.hidden = 0 AND goer.created_at <= ${joinedBy}
      AND goer.user_id IS NOT ${actorId} AND (${site} = 1 OR ${mail} <> 'off') AND NOT ${hasBlockOrMute(sql`goer.user_id`)}`);
}

/**
 * Of a coming date of the series.
 * @param day of the date, `YYYY-MM-DD`
 * @param followedBy only followers of this moment or earlier, ms
 */
export function notifyFollowers(eventId: number, seriesId: number, day: string, followedBy: number): void {
  const { site, mail } = channelsOf("series");
  const at = now();
  db().run(sql`INSERT INTO notifications (user_id, kind, event_id, detail, on_site, mail, mail_since, created_at)
    SELECT series_follows.user_id, 'series', ${eventId}, ${day}, ${site}, ${mail}, ${at}, ${at}
    FROM series_follows JOIN users ON users.id = series_follows.user_id AND users.active = 1
    LEFT JOIN notification_settings AS chosen ON chosen.user_id = users.id AND chosen.kind = 'series'
    WHERE series_id = ${seriesId} AND series_follows.created_at <= ${followedBy} AND (${site} = 1 OR ${mail} <> 'off')`);
}

/** Columns of `chosen`, a left join, or the defaults. */
function channelsOf(kind: StoredKind) {
  const { site, mail } = defaultSetting(kind);
  return { site: sql`coalesce(chosen.site, ${site ? 1 : 0})`, mail: sql`coalesce(chosen.mail, ${mail})` };
}

/** An admin's reply ("answered") or a new status. */
export function notifyTicket(ticket: { id: number; userId: number | null }, detail: string, adminId: number): void {
  const { id, userId } = ticket;
  if (userId !== null && userId !== adminId) notify([{ userId, kind: "ticket", ticketId: id, detail }]);
}

/** The owner of the case's subject; also about an objection. */
export function notifyCase(userId: number, caseId: number, detail: "decided" | "upheld" | "overturned"): void {
  notify([{ userId, kind: "decision", caseId, detail }]);
}

const pendingCounts = {
  events: () => sql`((SELECT count(*) FROM events WHERE status = 'pending')
    + (SELECT count(*) FROM event_changes CROSS JOIN events ON events.id = event_id
      WHERE event_changes.status = 'pending' AND events.status <> 'hidden'))`,
  applications: () => sql`(SELECT count(*) FROM applications WHERE refused_at IS NULL)`,
  tickets: () => sql`(SELECT count(*) FROM tickets WHERE status IN ('New', 'In Progress'))`,
  // Subtracts cases about the user, as on the staff page, so that an index counts the rest.
  cases: (userId: number) => sql`((SELECT count(*) FROM cases WHERE state IN ('open', 'appealed'))
    - (SELECT count(*) FROM cases WHERE person_id = ${userId} AND state IN ('open', 'appealed')))`,
  held: () => sql`(SELECT count(*) FROM holds WHERE reason IS NULL)`,
};

/**
 * Tickets: only admins. One row per user, with the number of pending items.
 * @param excludedUserIds users who are not notified: the sender, and the subject of a case
 */
export function notifyStaff(queue: keyof typeof pendingCounts, ...excludedUserIds: readonly (number | null)[]): void {
  const staff = db()
    .select({ userId: users.id })
    .from(users)
    .where(and(inArray(users.role, queue === "tickets" ? ["admin"] : ["moderator", "admin"]), eq(users.active, true)))
    .all();
  for (const { userId } of staff) {
    if (excludedUserIds.includes(userId)) continue;
    const row: GroupRow = { userId, kind: "admin", detail: queue, count: pendingCounts[queue](userId) };
    // Blocks and mutes do not apply to staff work.
    notifyGroup(row, [notifications.detail, notifications.userId], null);
  }
}
