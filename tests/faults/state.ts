import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";
import { type ImageKind, parseImageName } from "~/lib/images";
import { imageOfFile, neededFiles } from "~/services/images/files.server";
import { eventually } from "../support/eventually";
import type { Site } from "../support/launch";
import type { ObjectStore } from "../support/object-store";
import { counterProblems } from "../support/population";
import type { Facts, Ledger } from "./ledger";

/** Queries for `key, value`, by kind of write. */
const FACTS = [
  "SELECT 'comment ' || text, 'by ' || user_id || ' on ' || vehicle_id FROM comments",
  "SELECT 'like ' || vehicle_id || ' ' || user_id, 'on' FROM likes",
  "SELECT 'follow ' || follower_id || ' ' || followed_id, 'on' FROM follows",
  "SELECT 'review ' || garage_id || ' ' || user_id, rating || ' ' || review FROM reviews",
  "SELECT 'bio ' || id, bio FROM users",
  "SELECT 'avatar ' || id, avatar FROM users",
  "SELECT 'ticket ' || subject, 'by ' || user_id FROM tickets",
  "SELECT 'event ' || title, iif(image IS NULL, 'without picture', 'with picture') FROM events",
  `SELECT 'vehicle ' || model, (SELECT count(*) FROM photos WHERE vehicle_id = v.id) || ' photos, cover '
     || iif(cover_photo IS NULL, 'none', 'set') FROM vehicles v`,
  "SELECT 'photo ' || photo, model FROM photos p JOIN vehicles v ON v.id = p.vehicle_id",
];

/** @throws if a key appears twice */
export function factsOf(raw: Database.Database): Facts {
  const rows = FACTS.flatMap((query) => raw.prepare(query).raw().all() as [string, string][]);
  const facts: Facts = new Map(rows);
  if (facts.size === rows.length) return facts;
  const keys = rows.map(([key]) => key);
  throw new Error(`written twice: ${keys.filter((key, index) => keys.indexOf(key) !== index).join(", ")}`);
}

function databaseProblems(raw: Database.Database): string[] {
  const integrity = raw.prepare("PRAGMA integrity_check").pluck().all() as string[];
  const broken = raw.pragma("foreign_key_check") as { table: string; parent: string }[];
  return [
    ...integrity.filter((line) => line !== "ok"),
    ...broken.map(({ table, parent }) => `a row of ${table} points at nothing in ${parent}`),
    ...counterProblems(raw),
  ];
}

export function mentionedImages(raw: Database.Database): Record<ImageKind, Set<string>> {
  const names = (query: string) =>
    new Set((raw.prepare(query).pluck().all() as string[]).filter((name) => parseImageName(name) !== null));
  return {
    photos: names(`SELECT photo FROM photos UNION SELECT cover_photo FROM vehicles WHERE cover_photo IS NOT NULL
      UNION SELECT cover_photo FROM garages WHERE cover_photo IS NOT NULL
      UNION SELECT image FROM case_pictures
      UNION SELECT image FROM event_changes WHERE image IS NOT NULL
      UNION SELECT image FROM events WHERE image IS NOT NULL`),
    users: names(`SELECT avatar FROM users UNION SELECT avatar FROM cases WHERE avatar IS NOT NULL
      UNION SELECT logo FROM site_settings WHERE logo IS NOT NULL`),
  };
}

const KINDS = ["photos", "users"] as const;

/** On disk or in an object store. */
export interface PicturePlace {
  /** Below `photos/` and `users/`. */
  keys(): string[];
  fileOf(key: string): string;
}

export function picturesIn(folder: string): PicturePlace {
  const below = (kind: ImageKind) => filesBelow(path.join(folder, kind)).map((file) => path.relative(folder, file));
  return { keys: () => KINDS.flatMap(below), fileOf: (key) => path.join(folder, key) };
}

/** @param prefix as in UPLOADS_URL, with a trailing slash */
export function picturesOf({ keys, fileOf }: Pick<ObjectStore, "keys" | "fileOf">, prefix: string): PicturePlace {
  const below = (kind: ImageKind) => keys(`${prefix}${kind}/`).map((key) => key.slice(prefix.length));
  return { keys: () => KINDS.flatMap(below), fileOf: (key) => fileOf(prefix + key) };
}

/** Rows with missing or truncated files. */
export function missingFiles(mentioned: Record<ImageKind, Set<string>>, place: string | PicturePlace): string[] {
  const { fileOf } = typeof place === "string" ? picturesIn(place) : place;
  return KINDS.flatMap((kind) =>
    [...mentioned[kind]].flatMap((name) =>
      neededFiles(kind, name)
        .filter((key) => !isWhole(fileOf(key), key))
        .map((key) => `a row mentions ${name}, and ${path.basename(key)} is missing or broken off`),
    ),
  );
}

const whole = new Set<string>();

/** A JPEG has an end marker, a WebP its length. Files never change, so each is read once. */
function isWhole(file: string, key: string): boolean {
  if (!existsSync(file)) return false;
  if (whole.has(file)) return true;
  const handle = openSync(file, "r");
  try {
    const { size } = fstatSync(handle);
    const bytes = Buffer.alloc(8);
    readSync(handle, bytes, 0, 8, 0);
    const ends = Buffer.alloc(2);
    readSync(handle, ends, 0, 2, Math.max(0, size - 2));
    const good = key.endsWith(".jpg") ? ends.toString("hex") === "ffd9" : bytes.readUInt32LE(4) + 8 === size;
    if (good) whole.add(file);
    return good;
  } finally {
    closeSync(handle);
  }
}

export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/**
 * Also in the folder of unfinished uploads.
 * @param place if other than the folder
 */
export function strayFiles(
  mentioned: Record<ImageKind, Set<string>>,
  uploadsDir: string,
  place: PicturePlace = picturesIn(uploadsDir),
): string[] {
  const stray = place.keys().filter((key) => {
    const name = imageOfFile(path.basename(key));
    return name === null || !mentioned[key.startsWith("users/") ? "users" : "photos"].has(name);
  });
  const unfinished = path.join(uploadsDir, ".tmp");
  return [...stray, ...(existsSync(unfinished) ? readdirSync(unfinished).map((name) => path.join(".tmp", name)) : [])];
}

/**
 * Files without a row, rows without files, SQLite's errors, wrong counters, lost acknowledged writes.
 * @param given.place if other than the folder
 * @param given.within to remove files without a row, seconds
 */
export async function problemsLeft(
  site: Site,
  { ledger, place, within = 0 }: { ledger?: Ledger; place?: PicturePlace; within?: number } = {},
): Promise<string[]> {
  const stray = await strayProblems(site, within, place);
  return [...stray, ...stateProblems(site, ledger, place)];
}

/** Files without a row after `within` seconds. */
export async function strayProblems(site: Site, within: number, place?: PicturePlace): Promise<string[]> {
  const stray = () => strayFiles(site.read(mentionedImages), site.uploadsDir, place);
  await eventually(() => stray().length === 0, within);
  return stray().map((file) => `no row mentions ${file}`);
}

/** Without files that lack a row. */
export const stateProblems = (
  site: Site,
  ledger?: Ledger,
  place: PicturePlace = picturesIn(site.uploadsDir),
): string[] => [
  ...missingFiles(site.read(mentionedImages), place),
  ...site.read(databaseProblems),
  ...(ledger?.compare(site.read(factsOf)) ?? []),
];
