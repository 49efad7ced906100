import { and, asc, eq, isNull } from "drizzle-orm";
import { db } from "~/db/client.server";
import {
  comments,
  events,
  garages,
  likes,
  photos,
  reviews,
  ticketReplies,
  tickets,
  users,
  vehicles,
} from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { getSecondStep } from "~/features/accounts/second-step-queries.server";
import { getSettings } from "~/features/notifications/settings-queries.server";
import { findStoredPlace } from "~/features/places/queries.server";
import { vehicleName } from "~/features/vehicles/name";
import { DomainError } from "~/lib/errors";
import { groupBy } from "~/lib/rows";
import { toIso } from "~/lib/time";
import { listAttendancesOf } from "./attendances.server";
import { ExportedLog, listEntryIds } from "./build-logs.server";
import { blockedBy, followsOf, mutedBy } from "./people.server";
import { fileAt, imageOf, slug } from "./pictures.server";
import { findParkedFormOf, listSessionsOf } from "./sessions.server";

export type ExportData = ReturnType<typeof collectData>;

/**
 * Everything the site knows of the viewer, as `data.json` tells it: readable names, ISO dates, no secret. A dozen
 * queries, and one for each event's place; build logs are read later, by the slice.
 * @throws DomainError not_found where the account is gone
 */
export function collectData(viewer: Viewer) {
  const user = db().select().from(users).where(eq(users.id, viewer.id)).get();
  if (!user) throw new DomainError("not_found", "This account no longer exists.");
  return {
    account: {
      id: String(user.id),
      name: user.name,
      email: user.email,
      bio: user.bio,
      location: user.location,
      role: user.role,
      avatar: imageOf("users", user.avatar, "photos/avatar.jpg"),
      createdAt: toIso(user.createdAt),
      verifiedAt: user.verifiedAt === null ? null : toIso(user.verifiedAt),
      secondStep: secondStepOf(user.id),
    },
    garage: garageOf(user.id),
    vehicles: vehiclesOf(user.id),
    comments: commentsOf(user.id),
    likes: likesOf(user.id),
    reviews: reviewsOf(user.id),
    following: followsOf(user.id, "following"),
    followers: followsOf(user.id, "followers"),
    blocked: blockedBy(user.id),
    muted: mutedBy(user.id),
    events: eventsOf(user.id),
    attendances: listAttendancesOf(user.id),
    tickets: ticketsOf(user.id),
    notificationSettings: getSettings(user.id),
    parkedForm: findParkedFormOf(user.id),
    sessions: listSessionsOf(user.id),
  };
}

/** Whether it is on and since when; never its secret. */
function secondStepOf(userId: number) {
  const { on, since } = getSecondStep(userId);
  return { on, since: since === null ? null : toIso(since) };
}

function garageOf(userId: number) {
  const row = db().select().from(garages).where(eq(garages.userId, userId)).get();
  if (!row) return null;
  const { id, name, description, location, placeId, isPublicAddress, address, showOnMap, createdAt } = row;
  return {
    id: String(id),
    name,
    description,
    location,
    mapPosition: placeLabel(placeId),
    isPublicAddress,
    address,
    showOnMap,
    createdAt: toIso(createdAt),
  };
}

/** The place that the map has something at: "Birmingham, United Kingdom"; null where it has none. */
function placeLabel(id: number | null): string | null {
  return (id === null ? undefined : findStoredPlace(id)?.label) ?? null;
}

function vehiclesOf(userId: number) {
  const rows = db().select().from(vehicles).where(eq(vehicles.userId, userId)).orderBy(asc(vehicles.id)).all();
  const pictures = db()
    .select({ vehicleId: photos.vehicleId, name: photos.photo, caption: photos.caption, position: photos.position })
    .from(photos)
    .innerJoin(vehicles, eq(vehicles.id, photos.vehicleId))
    .where(and(eq(vehicles.userId, userId), isNull(photos.entryId)))
    .orderBy(asc(photos.vehicleId), asc(photos.position))
    .all();
  const byVehicle = groupBy(pictures, ({ vehicleId }) => vehicleId);
  const folders = new Map(rows.map((row) => [row.id, `photos/${slug(vehicleName(row))}-${row.id}`]));
  const entries = listEntryIds(userId);
  return rows.map(({ id, make, model, year, condition, description, story, specs, coverPhoto, createdAt }) => ({
    id: String(id),
    make,
    model,
    year,
    condition,
    description,
    story,
    specs,
    createdAt: toIso(createdAt),
    photos: (byVehicle.get(id) ?? []).map(({ name, caption, position }) => ({
      image: imageOf("photos", name, `${folders.get(id)}/${fileAt(position)}`),
      caption,
      cover: name === coverPhoto,
    })),
    buildLog: new ExportedLog(entries.get(id) ?? [], folders.get(id) ?? "photos"),
  }));
}

const nameColumns = { year: vehicles.year, make: vehicles.make, model: vehicles.model };

function commentsOf(userId: number) {
  return db()
    .select({
      id: comments.id,
      parentId: comments.parentId,
      text: comments.text,
      vehicleId: comments.vehicleId,
      at: comments.createdAt,
      ...nameColumns,
    })
    .from(comments)
    .innerJoin(vehicles, eq(vehicles.id, comments.vehicleId))
    .where(eq(comments.userId, userId))
    .orderBy(asc(comments.id))
    .all()
    .map((row) => ({
      id: String(row.id),
      // The first comment of the thread, where this is an answer.
      parent: row.parentId === null ? null : String(row.parentId),
      text: row.text,
      vehicle: vehicleName(row),
      vehicleId: String(row.vehicleId),
      createdAt: toIso(row.at),
    }));
}

function likesOf(userId: number) {
  return db()
    .select({ vehicleId: likes.vehicleId, at: likes.createdAt, ...nameColumns })
    .from(likes)
    .innerJoin(vehicles, eq(vehicles.id, likes.vehicleId))
    .where(eq(likes.userId, userId))
    .orderBy(asc(likes.createdAt))
    .all()
    .map((row) => ({ vehicle: vehicleName(row), vehicleId: String(row.vehicleId), createdAt: toIso(row.at) }));
}

function reviewsOf(userId: number) {
  return db()
    .select({ review: reviews, garage: garages.name })
    .from(reviews)
    .innerJoin(garages, eq(garages.id, reviews.garageId))
    .where(eq(reviews.userId, userId))
    .orderBy(asc(reviews.id))
    .all()
    .map(({ review, garage }) => ({
      rating: review.rating,
      review: review.review,
      garage,
      garageId: String(review.garageId),
      createdAt: toIso(review.createdAt),
    }));
}

function eventsOf(userId: number) {
  const rows = db().select().from(events).where(eq(events.userId, userId)).orderBy(asc(events.id)).all();
  return rows.map(({ id, title, startDate, endDate, location, placeId, category, url, createdAt, ...row }) => ({
    id: String(id),
    title,
    startDate,
    endDate,
    location,
    mapPosition: placeLabel(placeId),
    category,
    url,
    shortDescription: row.shortDescription,
    fullDescription: row.fullDescription,
    image: imageOf("photos", row.image, `photos/events/${slug(title)}-${id}.jpg`),
    status: row.status,
    rejectionReason: row.rejectionReason,
    cancelledAt: row.cancelledAt === null ? null : toIso(row.cancelledAt),
    cancelReason: row.cancelReason,
    createdAt: toIso(createdAt),
  }));
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
  return rows.map(({ id, category, subject, description, about, status, name, email, createdAt }) => ({
    id: String(id),
    category,
    subject,
    description,
    about,
    status,
    name,
    email,
    createdAt: toIso(createdAt),
    replies: (byTicket.get(id) ?? []).map(({ text, at }) => ({ text, createdAt: toIso(at) })),
  }));
}
