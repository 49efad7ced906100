import { expect, test } from "vitest";
import { storageDays } from "~/db/schema";
import { env } from "~/env.server";
import { setQuotaOf } from "~/features/administration/account.server";
import { quotaInput } from "~/features/administration/schema.server";
import { getStorage, recordStorage } from "~/features/operations/storage.server";
import { checkQuota, getPhotoQuota } from "~/features/photos/new-photos.server";
import { decode } from "~/lib/decode";
import { DAY, now, setClock, toIso } from "~/lib/time";
import { admin, makeGarage, makePhoto, makeUser, makeVehicle, viewerOf } from "../support/make-rows";
import { allRows } from "../support/rows";

const MB = 1024 * 1024;

function memberWith(bytes: number) {
  const user = makeUser();
  makePhoto(makeVehicle(makeGarage(user)), { bytes });
  return user;
}

test("storage: the largest members first, and the growth since a month ago", async () => {
  const start = now();
  setClock(() => start);
  const [small, large] = [memberWith(3 * MB), memberWith(9 * MB)];
  recordStorage();
  recordStorage();
  expect(allRows(storageDays)).toHaveLength(1);
  expect((await getStorage(admin())).growth).toBe(null);
  setClock(() => start + 20 * DAY);
  recordStorage();
  memberWith(MB);
  setClock(() => start + 30 * DAY);
  const storage = await getStorage(admin());
  expect(storage.photos).toBe(13 * MB);
  expect(storage.largest.slice(0, 2).map(({ _id, bytes }) => [_id, bytes])).toEqual([
    [String(large.id), 9 * MB],
    [String(small.id), 3 * MB],
  ]);
  const { growth, disks } = storage;
  expect(growth).toMatchObject({ since: toIso(start), photos: MB });
  const daysLeft = Math.floor((disks[0]!.free / (MB + growth!.database)) * 30);
  expect(growth?.daysLeft).toBe(disks.length === 1 ? daysLeft : expect.any(Number));
  setClock(() => start + 70 * DAY);
  recordStorage();
  expect(allRows(storageDays).map(({ at }) => at)).toEqual([start + 20 * DAY, start + 70 * DAY]);
  await expect(getStorage(viewerOf(small))).rejects.toThrow(expect.objectContaining({ code: "forbidden" }));
});

test("a member's quota replaces the default, and is taken away by an empty one", () => {
  const user = memberWith(3 * MB);
  setQuotaOf(admin(), user.id, decode(quotaInput, { quotaMb: "4" }));
  expect(getPhotoQuota(user.id)).toEqual({ used: 3 * MB, quota: 4 * MB });
  expect(() => checkQuota(user.id, "photos", 2 * MB)).toThrow(/3 MB of 4 MB/);
  setQuotaOf(admin(), user.id, decode(quotaInput, { quotaMb: "" }));
  expect(getPhotoQuota(user.id).quota).toBe(env().MEMBER_QUOTA_MB * MB);
  expect(() => decode(quotaInput, { quotaMb: "0" })).toThrow(/whole number/);
});
