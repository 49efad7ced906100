import { asc, desc, gt, gte, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "~/db/client.server";
import { storageDays, users } from "~/db/schema";
import { env } from "~/env.server";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DAY, now, toIso } from "~/lib/time";
import { bytesShape, diskShape, readDatabaseSize, readDisks } from "./storage-status.server";

const GROWTH_DAYS = 30;
const MEGABYTE = 1024 ** 2;
const LARGEST = 20;

export const storageShape = z
  .strictObject({
    photos: bytesShape.meta({ description: "Of vehicles and events, without avatars and unfinished uploads" }),
    database: bytesShape.meta({ description: "With its write-ahead log" }),
    disks: z.array(diskShape),
    growth: z
      .strictObject({
        since: z.iso.datetime(),
        photos: z.int(),
        database: z.int(),
        daysLeft: z.int().nullable().meta({ description: "Until a disk is full at this rate; null without growth" }),
      })
      .nullable()
      .meta({ description: "Bytes over 30 days, or since the first record; null in the first day" }),
    defaultQuota: bytesShape,
    largest: z.array(z.strictObject({ _id: z.string(), name: z.string(), bytes: bytesShape, quota: bytesShape })),
  })
  .meta({ id: "Storage" });

export type StorageView = z.infer<typeof storageShape>;

function readSizes() {
  const photoBytes = sql<number>`SELECT coalesce(sum(${users.storageBytes}), 0) AS photos FROM ${users}`;
  const { file, wal } = readDatabaseSize();
  return { ...db().get<{ photos: number }>(photoBytes), database: file + wal };
}

/** @throws DomainError forbidden for non-admins */
export async function getStorage(admin: Viewer): Promise<StorageView> {
  requireAdmin(admin);
  const disks = await readDisks();
  const sizes = readSizes();
  const defaultQuota = env().MEMBER_QUOTA_MB * MEGABYTE;
  const largest = db()
    .select({ id: users.id, name: users.name, bytes: users.storageBytes, quotaMb: users.quotaMb })
    .from(users)
    .where(gt(users.storageBytes, 0))
    .orderBy(desc(users.storageBytes), desc(users.id))
    .limit(LARGEST)
    .all();
  return {
    ...{ ...sizes, disks, growth: growthTo(sizes, disks), defaultQuota },
    largest: largest.map(({ id, quotaMb, ...row }) => ({
      ...{ _id: String(id), ...row, quota: quotaMb === null ? defaultQuota : quotaMb * MEGABYTE },
    })),
  };
}

function growthTo(sizes: Pick<StorageView, "photos" | "database">, disks: StorageView["disks"]) {
  const since = gte(storageDays.at, now() - (GROWTH_DAYS + 1) * DAY);
  const first = db().select().from(storageDays).where(since).orderBy(asc(storageDays.at)).limit(1).get();
  if (first === undefined || now() - first.at < DAY) return null;
  const grown = { photos: sizes.photos - first.photoBytes, database: sizes.database - first.databaseBytes };
  // A bucket is on no disk of ours.
  const onDisk = { ...grown, ...(env().photoStore.kind === "bucket" && { photos: 0 }) };
  const days = disks.flatMap(({ holds, free }) => {
    const bytes = disks.length === 1 ? onDisk.photos + onDisk.database : onDisk[holds];
    return bytes > 0 ? Math.floor((free / bytes) * ((now() - first.at) / DAY)) : [];
  });
  return { since: toIso(first.at), ...grown, daysLeft: days.length === 0 ? null : Math.min(...days) };
}

/** Once a day, for the growth. */
export function recordStorage(): void {
  const last = db().select().from(storageDays).orderBy(desc(storageDays.at)).limit(1).get();
  if (last && Math.abs(now() - last.at) < DAY) return;
  const { photos, database } = readSizes();
  transaction(() => {
    db().insert(storageDays).values({ at: now(), photoBytes: photos, databaseBytes: database }).run();
    db()
      .delete(storageDays)
      .where(lt(storageDays.at, now() - 2 * GROWTH_DAYS * DAY))
      .run();
  });
}
