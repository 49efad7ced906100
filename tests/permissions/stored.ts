import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";
import { formatImageName, type ImageKind } from "~/lib/images";
import type { World } from "./world";

type Shower = { table: "photos" | "events" | "event_changes" | "users"; id: number };

/**
 * Writes an image, also into a row if given.
 * @returns its name
 */
export type KeepPicture = (kind: ImageKind, shower?: Shower) => string;

const COLUMNS = { photos: "photo", events: "image", event_changes: "image", users: "avatar" } as const;

/** Writes straight into a server's folder and database. */
export function picturesOf({ database, uploadsDir }: { database: Database.Database; uploadsDir: string }): KeepPicture {
  return (kind, shower) => {
    const id = randomBytes(12).toString("hex");
    const name = formatImageName({ id, width: 90, height: 60, color: "a1b2c3", isAnimated: false });
    const folder = path.join(uploadsDir, kind, id.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `${name.slice(0, -".jpg".length)}-${kind === "users" ? 96 : 400}.jpg`), onePixel);
    if (shower) {
      const { table } = shower;
      const key = table === "event_changes" ? "event_id" : "id";
      database.prepare(`UPDATE ${table} SET ${COLUMNS[table]} = ? WHERE ${key} = ?`).run(name, shower.id);
    }
    return name;
  };
}

/** An upload's empty file. */
export const uploadsOf =
  ({ uploadsDir }: { uploadsDir: string }): ((id: string) => void) =>
  (id) => {
    const folder = path.join(uploadsDir, ".resumable");
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, id), "");
  };

type NameOf = (world: World) => string;

/** On `pick`'s row; without it on none. */
const pictureName =
  (kind: ImageKind, pick?: (world: World) => Shower): NameOf =>
  (world) => {
    const shower = pick?.(world);
    return world.site.keepPicture?.(kind, shower) ?? "0123456789abcdef01234567_90x60_a1b2c3.jpg";
  };

export const lostPicture = pictureName("photos");
export const photo = pictureName("photos", ({ photoId: id }) => ({ table: "photos", id }));
export const hiddenPhoto = pictureName("photos", ({ hiddenPhotoId: id }) => ({ table: "photos", id }));
export const entryPhoto = pictureName("photos", ({ entryPhotoId: id }) => ({ table: "photos", id }));
export const hiddenEntryPhoto = pictureName("photos", ({ hiddenEntryPhotoId: id }) => ({ table: "photos", id }));
export const eventPicture = (event: "eventId" | "pendingEventId" | "rejectedEventId") =>
  pictureName("photos", (world) => ({ table: "events", id: world[event] }));
export const changePicture = pictureName("photos", ({ changedEventId: id }) => ({ table: "event_changes", id }));
export const avatar = pictureName("users", ({ ownerId: id }) => ({ table: "users", id }));
export const hiddenAvatar = pictureName("users", ({ hiddenUserId: id }) => ({ table: "users", id }));

export const onePixel = Buffer.from("R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=", "base64");
