import { asc, desc, gte, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "~/db/client.server";
import { storageDays, users } from "~/db/schema";
import { env } from "~/env.server";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DAY, now, toIso } from "~/lib/time";
import { readStorageStatus } from "./storage-status.server";

const GROWTH_DAYS = 30;
const MEGABYTE = 1024 ** 2;
const LARGEST = 20;

const bytes = z.int().nonnegative();

export const storageShape = z
  .strictObject({
    photos: bytes.meta({ description: "Of vehicles and events, without avatars and unfinished uploads" }),
    database: bytes.meta({ description: "With its write-ahead log" }),
    disks: z.array(
      z.strictObject({ holds: z.enum(["database", "photos"]), free: bytes, size: bytes, nearlyFull: z.boolean() }),
    ),
    growth: z
      .strictObject({ since: z.iso.datetime(), photos: z.int(), database: z.int() })
      .nullable()
      .meta({ description: "Bytes over 30 days, or since the first record; null in the first day" }),
    defaultQuota: bytes,
    largest: z.array(z.strictObject({ _id: z.string(), name: z.string(), bytes, quota: bytes })),
  })
  .meta({ id: "Storage" });

const sumPhotos = () =>
  db().get<{ bytes: number }>(sql`SELECT coalesce(sum(${users.storageBytes}), 0) AS bytes FROM ${users}`).bytes;

/** @throws DomainError forbidden for non-admins */
export async function getStorage(admin: Viewer): Promise<z.infer<typeof storageShape>> {
  requireAdmin(admin);
  const { disks, database } = await readStorageStatus();
  const current = { photos: sumPhotos(), database: database.bytes + database.walBytes };
  const first = db()
    .select()
    .from(storageDays)
    .where(gte(storageDays.at, now() - (GROWTH_DAYS + 1) * DAY))
    .orderBy(asc(storageDays.at))
    .limit(1)
    .get();
  const defaultQuota = env().MEMBER_QUOTA_MB * MEGABYTE;
  const largest = db()
    .select({ id: users.id, name: users.name, bytes: users.storageBytes, quotaMb: users.quotaMb })
    .from(users)
    .orderBy(desc(users.storageBytes), desc(users.id))
    .limit(LARGEST)
    .all();
  return {
    ...current,
    disks,
    growth:
      first === undefined || now() - first.at < DAY
        ? null
        : {
            since: toIso(first.at),
            photos: current.photos - first.photoBytes,
            database: current.database - first.databaseBytes,
          },
    defaultQuota,
    largest: largest
      .filter(({ bytes }) => bytes > 0)
      .map(({ id, name, bytes, quotaMb }) => ({
        ...{ _id: String(id), name, bytes },
        quota: quotaMb === null ? defaultQuota : quotaMb * MEGABYTE,
      })),
  };
}

/** Once a day, for the growth. @returns false if today has a record */
export async function recordStorage(): Promise<boolean> {
  const last = db().select().from(storageDays).orderBy(desc(storageDays.at)).limit(1).get();
  if (last && Math.abs(now() - last.at) < DAY) return false;
  const { database } = await readStorageStatus();
  const row = { at: now(), photoBytes: sumPhotos(), databaseBytes: database.bytes + database.walBytes };
  transaction(() => {
    db().insert(storageDays).values(row).run();
    db()
      .delete(storageDays)
      .where(lt(storageDays.at, now() - 2 * GROWTH_DAYS * DAY))
      .run();
  });
  return true;
}
