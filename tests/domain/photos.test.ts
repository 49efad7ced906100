import { utimesSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { photos, users, vehicles } from "~/db/schema";
import { env } from "~/env.server";
import { addPhotos, deletePhoto, movePhoto, updatePhoto } from "~/features/photos/commands.server";
import { getPhotoPage } from "~/features/photos/queries.server";
import { photoChange } from "~/features/photos/schema.server";
import { sweepUnusedImages } from "~/features/photos/sweep.server";
import { getVehicle } from "~/features/vehicles/queries.server";
import { decode } from "~/lib/decode";
import { parseImageName } from "~/lib/image-name";
import { jpegWithExif, png, truncatedJpeg } from "../support/images";
import { makeAdmin, makeOwner, makePhoto, makeVehicle, viewerOf } from "../support/people";
import { emptyUploadsForEachTest, filesInUploads, uploaded } from "../support/uploads";

emptyUploadsForEachTest();

const coverOf = (id: number) => db().select().from(vehicles).where(eq(vehicles.id, id)).get()?.coverPhoto;
const orderOf = (id: number) => getVehicle(id, null).photos.map((photo) => [Number(photo.id), photo.position]);
const pngs = (...widths: number[]) =>
  Promise.all(
    widths.map(async (width) => uploaded({ filename: `${width}.png`, bytes: await png({ width, height: 20 }) })),
  );

/** An owner with a vehicle of `count` photos (rows only), the first as the cover. */
function ownerWithPhotos(count: number) {
  const owner = makeOwner();
  const rows = Array.from({ length: count }, (_, at) => makePhoto(owner.vehicle, { position: at + 1 }));
  db().update(vehicles).set({ coverPhoto: rows[0]!.photo }).where(eq(vehicles.id, owner.vehicle.id)).run();
  return { ...owner, rows };
}

describe("uploading", () => {
  test("appends in the order in which they were chosen; the first is the cover where there is none", async () => {
    const { viewer, vehicle } = makeOwner();
    await addPhotos(viewer, vehicle.id, await pngs(30, 40));
    const cover = coverOf(vehicle.id);
    await addPhotos(viewer, vehicle.id, await pngs(50, 60, 70));
    const shown = getVehicle(vehicle.id, null).photos;
    expect(shown.map((photo) => parseImageName(photo.photo)?.width)).toEqual([30, 40, 50, 60, 70]);
    expect(shown.map((photo) => photo.position)).toEqual([1, 2, 3, 4, 5]);
    expect(cover).toBe(shown[0]?.photo);
    expect(coverOf(vehicle.id)).toBe(cover);
  });

  test("a refused file keeps nothing: no row, no file, no cover", async () => {
    const { viewer, vehicle } = makeOwner();
    const files = [
      uploaded({ filename: "fine.jpg", bytes: await jpegWithExif({ orientation: 6 }) }),
      uploaded({ filename: "half.jpg", bytes: await truncatedJpeg() }),
    ];
    await expect(addPhotos(viewer, vehicle.id, files)).rejects.toThrow(
      expect.objectContaining({ code: "invalid", fields: { photos: [expect.stringContaining("half.jpg")] } }),
    );
    expect(db().select().from(photos).all()).toEqual([]);
    expect(coverOf(vehicle.id)).toBeNull();
    expect(await filesInUploads()).toEqual([]);
  });

  test("none at all, or more than five, is refused in words", async () => {
    const { viewer, vehicle } = makeOwner();
    await expect(addPhotos(viewer, vehicle.id, [])).rejects.toThrow("Please select at least one photo to upload.");
    const six = Array(6).fill((await pngs(20))[0]!);
    await expect(addPhotos(viewer, vehicle.id, six)).rejects.toThrow(/at most 5/);
    expect(await filesInUploads()).toEqual([]);
  });

  test("a vehicle has at most 100 photos", async () => {
    const { viewer, vehicle } = ownerWithPhotos(99);
    await expect(addPhotos(viewer, vehicle.id, await pngs(20, 30))).rejects.toThrow(
      "A vehicle can have at most 100 photos. There is room for 1 more.",
    );
    await addPhotos(viewer, vehicle.id, await pngs(20));
    await expect(addPhotos(viewer, vehicle.id, await pngs(30))).rejects.toThrow(/Delete some to make room/);
  });

  test("two uploads at once keep positions apart", async () => {
    const { viewer, vehicle } = makeOwner();
    await Promise.all([
      addPhotos(viewer, vehicle.id, await pngs(20, 30)),
      addPhotos(viewer, vehicle.id, await pngs(40, 50)),
    ]);
    expect(getVehicle(vehicle.id, null).photos.map((photo) => photo.position)).toEqual([1, 2, 3, 4]);
  });
});

describe("order and captions", () => {
  test("a photo moves, the others close up", () => {
    const { viewer, vehicle, rows } = ownerWithPhotos(4);
    const [a, b, c, d] = rows.map((row) => row.id) as [number, number, number, number];
    updatePhoto(viewer, d, { position: 1 });
    expect(orderOf(vehicle.id)).toEqual([d, a, b, c].map((id, at) => [id, at + 1]));
    movePhoto(viewer, d, "later");
    expect(orderOf(vehicle.id).map(([id]) => id)).toEqual([a, d, b, c]);
    movePhoto(viewer, a, "earlier");
    movePhoto(viewer, c, "later");
    expect(orderOf(vehicle.id).map(([id]) => id)).toEqual([a, d, b, c]);
    updatePhoto(viewer, a, { position: 99 });
    expect(orderOf(vehicle.id)).toEqual([d, b, c, a].map((id, at) => [id, at + 1]));
  });

  test("a caption alone leaves the order alone", () => {
    const { viewer, vehicle, rows } = ownerWithPhotos(2);
    updatePhoto(viewer, rows[1]!.id, { caption: "At Goodwood" });
    expect(getVehicle(vehicle.id, null).photos.map((photo) => photo.caption)).toEqual(["", "At Goodwood"]);
    expect(orderOf(vehicle.id).map(([id]) => id)).toEqual(rows.map((row) => row.id));
  });

  test("captions and positions have limits", () => {
    expect(decode(photoChange, { caption: "x".repeat(300), position: "100" })).toMatchObject({ position: 100 });
    for (const wrong of [{ caption: "x".repeat(301) }, { position: 0 }, { position: "1st" }, { position: 101 }]) {
      expect(() => decode(photoChange, wrong)).toThrow(expect.objectContaining({ code: "invalid" }));
    }
  });
});

describe("deleting", () => {
  test("closes the gap; the cover falls back to the next, then to none", async () => {
    const { viewer, vehicle, rows } = ownerWithPhotos(4);
    const [a, b, c, d] = rows;
    await deletePhoto(viewer, b!.id);
    expect(coverOf(vehicle.id)).toBe(a!.photo);
    expect(orderOf(vehicle.id)).toEqual([a, c, d].map((row, at) => [row!.id, at + 1]));
    await deletePhoto(viewer, a!.id);
    expect(coverOf(vehicle.id)).toBe(c!.photo);
    db().update(vehicles).set({ coverPhoto: d!.photo }).where(eq(vehicles.id, vehicle.id)).run();
    await deletePhoto(viewer, d!.id);
    expect(coverOf(vehicle.id)).toBe(c!.photo);
    await deletePhoto(viewer, c!.id);
    expect(coverOf(vehicle.id)).toBeNull();
    expect(orderOf(vehicle.id)).toEqual([]);
  });

  test("removes the file with its last row, and no sooner", async () => {
    const { viewer, vehicle, garage } = makeOwner();
    const [id] = await addPhotos(viewer, vehicle.id, await pngs(30));
    const shared = makePhoto(makeVehicle(garage), { photo: coverOf(vehicle.id)! });
    const before = await filesInUploads();
    await deletePhoto(viewer, id!);
    expect(await filesInUploads()).toEqual(before);
    await deletePhoto(viewer, shared.id);
    expect(await filesInUploads()).toEqual([]);
  });
});

test("photos are their vehicle's owner's alone", async () => {
  const { vehicle, rows, user, viewer } = ownerWithPhotos(2);
  const refused = expect.objectContaining({ code: "forbidden" });
  for (const other of [makeOwner().viewer, viewerOf(makeAdmin())]) {
    await expect(addPhotos(other, vehicle.id, await pngs(20))).rejects.toThrow(refused);
    await expect(deletePhoto(other, rows[0]!.id)).rejects.toThrow(refused);
    expect(() => updatePhoto(other, rows[0]!.id, { caption: "mine" })).toThrow(refused);
    expect(() => movePhoto(other, rows[0]!.id, "later")).toThrow(refused);
  }
  db().update(users).set({ active: false }).where(eq(users.id, user.id)).run();
  await expect(deletePhoto(viewer, rows[0]!.id)).rejects.toThrow(expect.objectContaining({ code: "not_found" }));
  expect(db().select().from(photos).all()).toHaveLength(2);
  expect(await filesInUploads()).toEqual([]);
});

test("a photo's page knows its neighbours, and only its own vehicle", () => {
  const { vehicle, rows, garage, viewer } = ownerWithPhotos(3);
  const [a, b, c] = rows.map((row) => String(row.id));
  expect(getPhotoPage(vehicle.id, rows[1]!.id, viewer)).toMatchObject({
    previousId: a,
    nextId: c,
    total: 3,
    photo: { id: b, position: 2 },
    isCover: false,
    viewerCanEdit: true,
  });
  expect(getPhotoPage(vehicle.id, rows[0]!.id, null)).toMatchObject({ previousId: null, isCover: true });
  expect(getPhotoPage(vehicle.id, rows[2]!.id, null)).toMatchObject({ nextId: null, viewerCanEdit: false });
  const other = makeVehicle(garage);
  expect(() => getPhotoPage(other.id, rows[0]!.id, null)).toThrow(expect.objectContaining({ code: "not_found" }));
});

test("the sweep removes old files without a row and keeps every referenced one", async () => {
  const { viewer, vehicle, user } = makeOwner();
  const [kept, lost] = await addPhotos(viewer, vehicle.id, await pngs(30, 40));
  const nameOf = (id: number) => db().select().from(photos).where(eq(photos.id, id)).get()!.photo;
  const names = [nameOf(kept!), nameOf(lost!)];
  db().update(users).set({ avatar: "default.jpg" }).where(eq(users.id, user.id)).run();
  db().delete(photos).where(eq(photos.id, lost!)).run();
  expect(await sweepUnusedImages()).toBe(0);
  const twoHoursAgo = Date.now() / 1000 - 7200;
  for (const file of await filesInUploads()) utimesSync(path.join(env().UPLOADS_DIR, file), twoHoursAgo, twoHoursAgo);
  expect(await sweepUnusedImages()).toBeGreaterThan(0);
  const left = (await filesInUploads()).join(" ");
  expect(left).toContain(names[0]!.slice(0, -4));
  expect(left).not.toContain(names[1]!.slice(0, -4));
});
