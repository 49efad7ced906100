import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { prepared } from "~/db/prepared.server";
import { events, garages, photos, users, vehicles } from "~/db/schema";
import { liveEvents, shownGarages, shownMembers, shownPhotos, shownVehicles } from "~/db/scopes.server";
import { isAdmin, type Viewer } from "~/features/accounts/policy";
import { type ImageKind, parseImageName } from "~/lib/image-name";

/** Everybody may see it, and caches may keep it; or whoever asks may, and nobody may keep it. */
export type ImageAccess = "public" | "restricted";

/**
 * Whether a stored image may be handed to whoever asks. It is everybody's while anything that mentions it is shown;
 * else its event's submitter's and admins'. What no row mentions is nobody's.
 * @param findViewer who asks: only asked where the image is not everybody's
 * @returns null where it must not be handed out, or is no stored image's name
 */
export async function findImageAccess(
  kind: ImageKind,
  name: string,
  findViewer: () => Promise<Viewer | null>,
): Promise<ImageAccess | null> {
  if (!parseImageName(name)) return null;
  const look = LOOKS[kind];
  if (look.shown().get({ name })) return "public";
  const viewer = await findViewer();
  if (viewer === null) return null;
  const found = isAdmin(viewer) ? look.mentioned().get({ name }) : look.own?.().get({ name, viewerId: viewer.id });
  return found ? "restricted" : null;
}

// Each is at most one step into an index for each table, however many rows have the file
// (`0008_picture_access.sql`). Conditions of partial indexes stand literally, or these would not be used.
const one = sql<number>`1`;
const name = sql.placeholder("name");
const inGallery = eq(photos.photo, name);
const onEvent = and(isNotNull(events.image), eq(events.image, name));
const onGarage = and(isNotNull(garages.coverPhoto), eq(garages.coverPhoto, name));
/** Every other cover of a vehicle is one of its photos. */
const aloneOnVehicle = and(isNotNull(vehicles.coverPhoto), sql`photo_count = 0`, eq(vehicles.coverPhoto, name));
const onPerson = and(sql`avatar <> 'default.jpg'`, eq(users.avatar, name));

const shownPhoto = prepared((db) =>
  unionAll(
    db.select({ one }).from(photos).where(and(inGallery, shownPhotos)),
    db.select({ one }).from(events).where(and(onEvent, liveEvents)),
    db.select({ one }).from(garages).where(and(onGarage, shownGarages)),
    db.select({ one }).from(vehicles).where(and(aloneOnVehicle, shownVehicles)),
  )
    .limit(1)
    .prepare(),
);

const mentionedPhoto = prepared((db) =>
  unionAll(
    db.select({ one }).from(photos).where(inGallery),
    db.select({ one }).from(events).where(onEvent),
    db.select({ one }).from(garages).where(onGarage),
    db.select({ one }).from(vehicles).where(aloneOnVehicle),
  )
    .limit(1)
    .prepare(),
);

/** Submitters see their event whatever is decided on it. */
const ownPhoto = prepared((db) =>
  db
    .select({ one })
    .from(events)
    .where(
      and(onEvent, inArray(events.status, ["pending", "rejected"]), eq(events.userId, sql.placeholder("viewerId"))),
    )
    .limit(1)
    .prepare(),
);

const shownAvatar = prepared((db) =>
  db.select({ one }).from(users).where(and(onPerson, shownMembers)).limit(1).prepare(),
);

const mentionedAvatar = prepared((db) => db.select({ one }).from(users).where(onPerson).limit(1).prepare());

/** Nobody but admins sees who is hidden, so only photos have their own look-up. */
const LOOKS = {
  photos: { shown: shownPhoto, mentioned: mentionedPhoto, own: ownPhoto },
  users: { shown: shownAvatar, mentioned: mentionedAvatar, own: undefined },
} as const;
