import { and, asc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import {
  blocks,
  cases,
  emailChanges,
  eventAttendances,
  eventChanges,
  eventSeries,
  events,
  follows,
  garages,
  invites,
  photos,
  reports,
  seriesFollows,
  sessions,
  ticketReplies,
  tickets,
  users,
  vehicles,
} from "~/db/schema";
import { liveEventsById, shownFollows, shownMembers } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { getSecondStep } from "~/features/accounts/second-step/queries.server";
import { listWaysIn } from "~/features/accounts/ways-in.server";
import type { BlockKind } from "~/features/blocks/policy";
import { type ChangeRow, proposedIn } from "~/features/events/change";
import { toRepeat } from "~/features/events/series/queries.server";
import { listHoldsOf } from "~/features/holds/holding.server";
import { getSettings } from "~/features/notifications/settings/queries.server";
import { findStoredPlace } from "~/features/places/queries.server";
import { VEHICLE_FIELDS } from "~/features/vehicles/limits";
import { vehicleName } from "~/features/vehicles/name";
import { describeDevice } from "~/lib/device";
import { DomainError } from "~/lib/errors";
import { groupBy, pick } from "~/lib/rows";
import { isoOrNull, toIso } from "~/lib/time";
import { archivePath, ExportedLog, listEntryIds, slug, toArchiveImage } from "./build-logs.server";
import { listUserComments, listUserLikes, listUserReviews } from "./said.server";

export type ExportData = ReturnType<typeof collectData>;

/**
 * Readable names, ISO dates, no secrets. A dozen queries, and one per event's place; build logs are read later, by the
 * slice.
 * @throws DomainError not_found
 */
export function collectData(viewer: Viewer) {
  const user = db().select().from(users).where(eq(users.id, viewer.id)).get();
  if (!user) throw new DomainError("not_found", "This account no longer exists.");
  const { on, since } = getSecondStep(user.id);
  return {
    account: {
      id: String(user.id),
      ...pick(user, "name", "email", "bio", "location", "role", "quotaMb"),
      avatar: toArchiveImage("users", user.avatar, "photos/avatar.jpg"),
      createdAt: toIso(user.createdAt),
      verifiedAt: isoOrNull(user.verifiedAt),
      lastSeenAt: toIso(user.lastSeenAt),
      // Without its secret.
      secondStep: { on, since: isoOrNull(since) },
    },
    garage: garageOf(user.id),
    vehicles: vehiclesOf(user.id),
    comments: listUserComments(user.id),
    likes: listUserLikes(user.id),
    reviews: listUserReviews(user.id),
    following: followsOf(user.id, "following"),
    followers: followsOf(user.id, "followers"),
    blocked: blockedBy(user.id, "block"),
    muted: blockedBy(user.id, "mute"),
    events: eventsOf(user.id),
    attendances: listAttendancesOf(user.id),
    followedSeries: listSeriesFollowedBy(user.id),
    tickets: ticketsOf(user.id),
    reports: listUserReports(user.id),
    decisions: decisionsAbout(user.id),
    invites: listUserInvites(user.id),
    heldPosts: listUserHeld(user.id),
    notificationSettings: getSettings(user.id),
    sessions: listUserSessions(user.id),
    emailChanges: listUserEmailChanges(user.id),
    waysIn: listUserWaysIn(user.id),
  };
}

function garageOf(userId: number) {
  const row = db().select().from(garages).where(eq(garages.userId, userId)).get();
  if (!row) return null;
  return {
    id: String(row.id),
    ...pick(row, "name", "description", "location", "isPublicAddress", "address", "showOnMap"),
    mapPosition: placeLabel(row.placeId),
    createdAt: toIso(row.createdAt),
  };
}

/** "Birmingham, United Kingdom"; null without a place. */
const placeLabel = (id: number | null) => (id === null ? undefined : findStoredPlace(id)?.label) ?? null;

function vehiclesOf(userId: number) {
  const rows = db().select().from(vehicles).where(eq(vehicles.userId, userId)).orderBy(asc(vehicles.id)).all();
  const pictures = db()
    .select({
      vehicleId: photos.vehicleId,
      name: photos.photo,
      caption: sql<string>`coalesce(${photos.heldCaption}, ${photos.caption})`,
      position: photos.position,
    })
    .from(photos)
    .innerJoin(vehicles, eq(vehicles.id, photos.vehicleId))
    .where(and(eq(vehicles.userId, userId), isNull(photos.entryId)))
    .orderBy(asc(photos.vehicleId), asc(photos.position))
    .all();
  const byVehicle = groupBy(pictures, ({ vehicleId }) => vehicleId);
  const folders = new Map(rows.map((row) => [row.id, `photos/${slug(vehicleName(row))}-${row.id}`]));
  const entries = listEntryIds(userId);
  return rows.map((row) => ({
    id: String(row.id),
    ...pick(row, ...VEHICLE_FIELDS),
    specs: row.specs,
    createdAt: toIso(row.createdAt),
    photos: (byVehicle.get(row.id) ?? []).map(({ name, caption, position }) => ({
      image: toArchiveImage("photos", name, `${folders.get(row.id)}/${archivePath(position)}`),
      caption,
      cover: name === row.coverPhoto,
    })),
    buildLog: new ExportedLog(entries.get(row.id) ?? [], folders.get(row.id) ?? "photos"),
  }));
}

function eventsOf(userId: number) {
  return db()
    .select({ event: events, change: eventChanges, series: eventSeries })
    .from(events)
    .leftJoin(eventChanges, eq(eventChanges.eventId, events.id))
    .leftJoin(eventSeries, eq(eventSeries.id, events.seriesId))
    .where(eq(events.userId, userId))
    .orderBy(asc(events.id))
    .all()
    .map(({ event, change, series }) => {
      const file = `photos/events/${slug(event.title)}-${event.id}`;
      return {
        id: String(event.id),
        ...pick(event, "title", "startDate", "endDate", "location"),
        mapPosition: placeLabel(event.placeId),
        ...pick(event, "category", "url", "shortDescription", "fullDescription"),
        image: toArchiveImage("photos", event.image, `${file}.jpg`),
        ...pick(event, "status", "rejectionReason", "cancelReason"),
        cancelledAt: isoOrNull(event.cancelledAt),
        createdAt: toIso(event.createdAt),
        series: series && { id: String(series.id), repeat: toRepeat(series) },
        change: change === null ? null : changeOf(change, `${file}-change.jpg`),
      };
    });
}

/** A pending change of a live event. */
function changeOf(change: ChangeRow, file: string) {
  const { status, rejectionReason, scope, createdAt, updatedAt } = change;
  const times = { createdAt: toIso(createdAt), updatedAt: toIso(updatedAt) };
  return {
    status,
    rejectionReason,
    scope,
    ...proposedIn(change),
    image: toArchiveImage("photos", change.image, file),
    ...times,
  };
}

function ticketsOf(userId: number) {
  const rows = db().select().from(tickets).where(eq(tickets.userId, userId)).orderBy(asc(tickets.id)).all();
  const answers = db()
    .select({ ticketId: ticketReplies.ticketId, text: ticketReplies.text, at: ticketReplies.createdAt })
    .from(ticketReplies)
    .innerJoin(tickets, eq(tickets.id, ticketReplies.ticketId))
    .where(eq(tickets.userId, userId))
    .orderBy(asc(ticketReplies.id))
    .all();
  const byTicket = groupBy(answers, ({ ticketId }) => ticketId);
  return rows.map((row) => ({
    id: String(row.id),
    ...pick(row, "category", "subject", "description", "about", "status", "name", "email"),
    createdAt: toIso(row.createdAt),
    replies: (byTicket.get(row.id) ?? []).map(({ text, at }) => ({ text, createdAt: toIso(at) })),
  }));
}

const sinceWhen = ({ id, name, at }: { id: number; name: string; at: number }) => ({
  id: String(id),
  name,
  since: toIso(at),
});

function followsOf(userId: number, direction: "following" | "followers") {
  const [ownColumn, otherColumn] =
    direction === "following" ? [follows.followerId, follows.followedId] : [follows.followedId, follows.followerId];
  return (
    db()
      .select({ id: users.id, name: users.name, at: follows.createdAt })
      .from(follows)
      .innerJoin(users, eq(users.id, otherColumn))
      // Omits deactivated users.
      .where(and(eq(ownColumn, userId), shownFollows))
      .orderBy(asc(follows.createdAt))
      .all()
      .map(sinceWhen)
  );
}

/** Except deactivated users. */
function blockedBy(userId: number, kind: BlockKind) {
  return db()
    .select({ id: users.id, name: users.name, at: blocks.createdAt })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.otherId))
    .where(and(eq(blocks.userId, userId), eq(blocks.kind, kind), shownMembers))
    .orderBy(asc(blocks.createdAt))
    .all()
    .map(sinceWhen);
}

/** Named by their first dates. */
function listSeriesFollowedBy(userId: number) {
  const { seriesId, createdAt } = seriesFollows;
  const name = sql<string>`(SELECT title FROM events WHERE series_id = ${seriesId} ORDER BY start_date LIMIT 1)`;
  return db()
    .select({ id: seriesId, name, at: createdAt })
    .from(seriesFollows)
    .where(eq(seriesFollows.userId, userId))
    .orderBy(asc(createdAt))
    .all()
    .map(sinceWhen);
}

function listAttendancesOf(userId: number) {
  return db()
    .select({
      eventId: eventAttendances.eventId,
      event: events.title,
      startDate: events.startDate,
      vehicleId: eventAttendances.vehicleId,
      vehicle: sql<string>`${vehicles.year} || ' ' || ${vehicles.make} || ' ' || ${vehicles.model}`,
      at: eventAttendances.createdAt,
    })
    .from(eventAttendances)
    .innerJoin(events, eq(events.id, eventAttendances.eventId))
    .leftJoin(vehicles, eq(vehicles.id, eventAttendances.vehicleId))
    .where(and(eq(eventAttendances.userId, userId), liveEventsById))
    .orderBy(asc(eventAttendances.createdAt), asc(eventAttendances.eventId))
    .all()
    .map(({ eventId, event, startDate, vehicleId, vehicle, at }) => ({
      event,
      eventId: String(eventId),
      startDate,
      vehicle: vehicleId === null ? null : vehicle,
      vehicleId: vehicleId === null ? null : String(vehicleId),
      createdAt: toIso(at),
    }));
}

function listUserSessions(userId: number) {
  const rows = db().select().from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.id)).all();
  return rows.map(({ userAgent, createdAt, lastSeenAt }) => ({
    device: describeDevice(userAgent),
    userAgent,
    createdAt: toIso(createdAt),
    lastSeenAt: toIso(lastSeenAt),
  }));
}

function listUserEmailChanges(userId: number) {
  const rows = db().select().from(emailChanges).where(eq(emailChanges.userId, userId)).orderBy(asc(emailChanges.id));
  return rows.all().map(({ oldEmail, newEmail, createdAt, confirmedAt }) => ({
    oldEmail,
    newEmail,
    createdAt: toIso(createdAt),
    confirmedAt: confirmedAt === null ? null : toIso(confirmedAt),
  }));
}

function listUserWaysIn(userId: number) {
  const { identities, passkeys } = listWaysIn(userId);
  const toIsoTimes = ({ createdAt, lastUsedAt }: { createdAt: number; lastUsedAt: number | null }) => ({
    createdAt: toIso(createdAt),
    lastUsedAt: lastUsedAt === null ? null : toIso(lastUsedAt),
  });
  return {
    providers: identities.map(({ issuer, ...times }) => ({ issuer, ...toIsoTimes(times) })),
    passkeys: passkeys.map(({ name, ...times }) => ({ name, ...toIsoTimes(times) })),
  };
}

/** Without the links, which open accounts. */
function listUserInvites(userId: number) {
  const rows = db().select().from(invites).where(eq(invites.userId, userId)).orderBy(asc(invites.id)).all();
  return rows.map(({ uses, endsAt, createdAt }) => ({ uses, endsAt: toIso(endsAt), createdAt: toIso(createdAt) }));
}

/** Pending and refused. Texts of hidden rows are exported with their rows. */
const listUserHeld = (userId: number) =>
  listHoldsOf(userId).map(({ kind, thingId, texts, avatar, reason, createdAt, id }) => {
    const image = toArchiveImage("users", avatar, `photos/avatar-waiting-${id}.jpg`);
    return { kind, id: String(thingId), texts, image, refusedFor: reason, createdAt: toIso(createdAt) };
  });

function listUserReports(userId: number) {
  return db()
    .select({ report: reports, about: cases.about, measure: cases.measure })
    .from(reports)
    .innerJoin(cases, eq(cases.id, reports.caseId))
    .where(eq(reports.reporterId, userId))
    .orderBy(asc(reports.id))
    .all()
    .map(({ report, about, measure }) => ({
      about,
      ...pick(report, "reason", "text", "law"),
      acted: measure === null ? null : measure !== "none",
      createdAt: toIso(report.createdAt),
    }));
}

/** Includes the user's objections. */
function decisionsAbout(userId: number) {
  return db()
    .select()
    .from(cases)
    .where(and(eq(cases.personId, userId), isNotNull(cases.measure), ne(cases.measure, "none")))
    .orderBy(asc(cases.id))
    .all()
    .map((row) => ({
      id: String(row.id),
      ...pick(row, "about", "kind", "state", "snapshot", "measure", "rule", "facts", "beganHeld"),
      endsAt: isoOrNull(row.endsAt),
      decidedAt: isoOrNull(row.decidedAt),
      ...pick(row, "objection", "outcome", "outcomeFacts"),
      objectedAt: isoOrNull(row.objectedAt),
    }));
}
