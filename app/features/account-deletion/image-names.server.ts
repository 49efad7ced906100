import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { unreferencedImages } from "~/db/image-references.server";
import { events, garages, photos, vehicles } from "~/db/schema";
import type { ImageKind } from "~/lib/image-name";

/** Names per reference query. */
const AT_ONCE = 500;

/** Every image that a person's garage shows: photos, and covers that stand alone. */
export function listGarageImages(userId: number): string[] {
  const gallery = db()
    .select({ name: photos.photo })
    .from(photos)
    .innerJoin(vehicles, eq(vehicles.id, photos.vehicleId))
    .where(eq(vehicles.userId, userId))
    .all();
  const covers = db()
    .select({ name: sql<string>`${vehicles.coverPhoto}` })
    .from(vehicles)
    .where(and(eq(vehicles.userId, userId), isNotNull(vehicles.coverPhoto)))
    .all();
  const own = db()
    .select({ name: sql<string>`${garages.coverPhoto}` })
    .from(garages)
    .where(and(eq(garages.userId, userId), isNotNull(garages.coverPhoto)))
    .all();
  return [...gallery, ...covers, ...own].map(({ name }) => name);
}

/** The images of events that were never published. */
export function listDraftEventImages(userId: number): string[] {
  const rows = db()
    .select({ name: sql<string>`${events.image}` })
    .from(events)
    .where(and(unpublishedEventsOf(userId), isNotNull(events.image)))
    .all();
  return rows.map(({ name }) => name);
}

/** Unpublished events are deleted with their submitter (account-deletion README, Delete my account). */
export const unpublishedEventsOf = (userId: number) => and(eq(events.userId, userId), ne(events.status, "approved"));

/** Those names that no row refers to any more. To be called in the transaction that deleted the rows. */
export function unusedAfterwards(kind: ImageKind, names: readonly string[]): string[] {
  const unique = [...new Set(names)];
  const unused: string[] = [];
  for (let at = 0; at < unique.length; at += AT_ONCE) {
    unused.push(...unreferencedImages(kind, unique.slice(at, at + AT_ONCE)));
  }
  return unused;
}
