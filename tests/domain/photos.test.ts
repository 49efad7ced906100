import { stat } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { events, photos, vehicles } from "~/db/schema";
import { env } from "~/env.server";
import type { Viewer } from "~/features/accounts/policy";
import { editEvent, submitEvent } from "~/features/events/commands.server";
import { eventChange, eventInput } from "~/features/events/schema.server";
import { getPhotoQuota } from "~/features/photos/new-photos.server";
import { photoChange } from "~/features/photos/schema.server";
import { addVehicle } from "~/features/vehicles/commands.server";
import { addPhotos, deletePhoto, movePhoto, updatePhoto } from "~/features/vehicles/gallery.server";
import { getPhotoPage } from "~/features/vehicles/photo-pages.server";
import { getVehicle } from "~/features/vehicles/queries.server";
import { vehicleInput } from "~/features/vehicles/schema.server";
import { decode } from "~/lib/decode";
import { parseImageName } from "~/lib/images";
import { formatBytes } from "~/lib/text";
import { GOOD_EVENT } from "../support/good-event";
import { htmlAsJpeg, photograph, png } from "../support/images";
import { makeOwner, makePhoto, makeVehicle } from "../support/make-rows";
import { failureOf } from "../support/refusal";
import { allRows, changeRow, findRow, insertRow } from "../support/rows";
import { emptyUploadsForEachTest, filesInUploads, pngs, uploaded } from "../support/uploads";

emptyUploadsForEachTest();

const coverOf = (id: number) => findRow(vehicles, id)?.coverPhoto;
const orderOf = (id: number) => getVehicle(id, null).photos.map((photo) => [Number(photo.id), photo.position]);

/** Rows only. */
function ownerWithPhotos(count: number) {
  const owner = makeOwner();
  const rows = Array.from({ length: count }, (_, index) => makePhoto(owner.vehicle, { position: index + 1 }));
  changeRow(vehicles, owner.vehicle.id, { coverPhoto: rows[0]!.photo });
  return { ...owner, rows };
}

describe("uploading", () => {
  test("appends in the chosen order; the first is the cover if there is none", async () => {
    const { viewer, vehicle } = makeOwner();
    await addPhotos(viewer, vehicle.id, await pngs(30, 40));
    const cover = coverOf(vehicle.id);
    await addPhotos(viewer, vehicle.id, await pngs(50, 60, 70));
    const visible = getVehicle(vehicle.id, null).photos;
    expect(visible.map((photo) => parseImageName(photo.photo)?.width)).toEqual([30, 40, 50, 60, 70]);
    expect(visible.map((photo) => photo.position)).toEqual([1, 2, 3, 4, 5]);
    expect(cover).toBe(visible[0]?.photo);
    expect(coverOf(vehicle.id)).toBe(cover);
  });

  test("a vehicle has at most 100 photos, and none at all are no upload", async () => {
    const { viewer, vehicle } = ownerWithPhotos(99);
    await expect(addPhotos(viewer, vehicle.id, [])).rejects.toThrow("Please select at least one photo to upload.");
    await expect(addPhotos(viewer, vehicle.id, await pngs(20, 30))).rejects.toThrow(
      "A vehicle can have at most 100 photos. There is room for 1 more.",
    );
    await addPhotos(viewer, vehicle.id, await pngs(20));
    await expect(addPhotos(viewer, vehicle.id, await pngs(30))).rejects.toThrow(/Delete some to make room/);
  });

  test("two concurrent uploads have different positions", async () => {
    const { viewer, vehicle } = makeOwner();
    const uploads = [await pngs(20, 30), await pngs(40, 50)];
    await Promise.all(uploads.map((files) => addPhotos(viewer, vehicle.id, files)));
    expect(getVehicle(vehicle.id, null).photos.map((photo) => photo.position)).toEqual([1, 2, 3, 4]);
  });
});

test("order and captions: a photo moves, the others close up", () => {
  const { viewer, vehicle, rows } = ownerWithPhotos(4);
  const [a, b, c, d] = rows.map((row) => row.id) as [number, number, number, number];
  updatePhoto(viewer, d, { position: 1 });
  expect(orderOf(vehicle.id)).toEqual([d, a, b, c].map((id, index) => [id, index + 1]));
  movePhoto(viewer, d, "later");
  expect(orderOf(vehicle.id).map(([id]) => id)).toEqual([a, d, b, c]);
  movePhoto(viewer, a, "earlier");
  movePhoto(viewer, c, "later");
  expect(orderOf(vehicle.id).map(([id]) => id)).toEqual([a, d, b, c]);
  updatePhoto(viewer, a, { position: 99 });
  expect(orderOf(vehicle.id)).toEqual([d, b, c, a].map((id, index) => [id, index + 1]));
});

test("order and captions: a caption alone leaves the order alone; captions and positions have limits", () => {
  const { viewer, vehicle, rows } = ownerWithPhotos(2);
  updatePhoto(viewer, rows[1]!.id, { caption: "At Goodwood" });
  expect(getVehicle(vehicle.id, null).photos.map((photo) => photo.caption)).toEqual(["", "At Goodwood"]);
  expect(orderOf(vehicle.id).map(([id]) => id)).toEqual(rows.map((row) => row.id));
  expect(decode(photoChange, { caption: "x".repeat(300), position: "100" })).toMatchObject({ position: 100 });
  for (const wrong of [{ caption: "x".repeat(301) }, { position: 0 }, { position: "1st" }, { position: 101 }])
    expect(() => decode(photoChange, wrong)).toThrow(expect.objectContaining({ code: "invalid" }));
});

test("deleting: closes the gap; the cover falls back to the next, then to none", async () => {
  const { viewer, vehicle, rows } = ownerWithPhotos(4);
  const [a, b, c, d] = rows;
  await deletePhoto(viewer, b!.id);
  expect(coverOf(vehicle.id)).toBe(a!.photo);
  expect(orderOf(vehicle.id)).toEqual([a, c, d].map((row, index) => [row!.id, index + 1]));
  await deletePhoto(viewer, a!.id);
  expect(coverOf(vehicle.id)).toBe(c!.photo);
  changeRow(vehicles, vehicle.id, { coverPhoto: d!.photo });
  await deletePhoto(viewer, d!.id);
  expect(coverOf(vehicle.id)).toBe(c!.photo);
  await deletePhoto(viewer, c!.id);
  expect(coverOf(vehicle.id)).toBeNull();
  expect(orderOf(vehicle.id)).toEqual([]);
});

test("deleting: removes the file with its last row, and no sooner", async () => {
  const { viewer, vehicle, garage } = makeOwner();
  const [id] = await addPhotos(viewer, vehicle.id, await pngs(30));
  const shared = makePhoto(makeVehicle(garage), { photo: coverOf(vehicle.id)! });
  const before = await filesInUploads();
  await deletePhoto(viewer, id!);
  expect(await filesInUploads()).toEqual(before);
  await deletePhoto(viewer, shared.id);
  expect(await filesInUploads()).toEqual([]);
});

test("a photo's page has its neighbours, of its own vehicle only", () => {
  const { vehicle, rows, garage, viewer } = ownerWithPhotos(3);
  const [a, b, c] = rows.map((row) => row.id);
  const middle = { previousId: a, nextId: c, total: 3, isCover: false, viewerCanEdit: true };
  expect(getPhotoPage(vehicle.id, rows[1]!.id, viewer)).toMatchObject({ ...middle, photo: { id: b, position: 2 } });
  expect(getPhotoPage(vehicle.id, rows[0]!.id, null)).toMatchObject({ previousId: null, isCover: true });
  expect(getPhotoPage(vehicle.id, rows[2]!.id, null)).toMatchObject({ nextId: null, viewerCanEdit: false });
  const otherVehicle = makeVehicle(garage);
  expect(() => getPhotoPage(otherVehicle.id, rows[0]!.id, null)).toThrow(
    expect.objectContaining({ code: "not_found" }),
  );
});

afterEach(() => {
  env().MEMBER_QUOTA_MB = 2048;
});

const MB = 1024 * 1024;
const picture = async () => uploaded({ filename: "a.png", bytes: await png() });
const elan = decode(vehicleInput, { make: "Lotus", model: "Elan", year: "1967" });
const FULL = "Your photos take up 3 MB, the limit for one member. Delete some to make room.";

/** The limit is 3 MB. */
function ownerWith(bytes: number) {
  const owner = makeOwner();
  env().MEMBER_QUOTA_MB = 3;
  const row = { vehicleId: owner.vehicle.id, photo: "https://example.com/a.jpg", position: 1, bytes, createdAt: 0 };
  const photo = insertRow(photos, row);
  return { ...owner, photo };
}

async function bytesOnDisk(): Promise<number> {
  const files = await filesInUploads();
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(env().UPLOADS_DIR, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("the quota counts stored photos and event pictures of the user, without the avatar", async () => {
  const { viewer, vehicle } = makeOwner();
  const large = uploaded({ filename: "b.jpg", bytes: await photograph() });
  const [, addedPhoto] = await addPhotos(viewer, vehicle.id, [await picture(), large]);
  await addVehicle(viewer, elan, [await picture()]);
  const id = await submitEvent(viewer, decode(eventInput, GOOD_EVENT), { photos: [await picture()] });
  expect(getPhotoQuota(viewer.id)).toEqual({ used: await bytesOnDisk(), quota: 2048 * MB });
  expect(getPhotoQuota(makeOwner().viewer.id).used).toBe(0);

  await deletePhoto(viewer, addedPhoto!);
  const larger = { image: [large] };
  for (const [values, files] of [[{}, larger], [{ title: "Other words" }], [{ removeImage: true }]] as const) {
    await editEvent(viewer, id, decode(eventChange, values), files ?? {});
    expect(getPhotoQuota(viewer.id).used).toBe(await bytesOnDisk());
  }
  expect(findRow(events, id)?.imageBytes).toBe(0);
});

describe("no room left", () => {
  const adding: [
    string,
    (viewer: Viewer, vehicleId: number, file: Awaited<ReturnType<typeof picture>>) => Promise<unknown>,
  ][] = [
    ["a photo", (viewer, vehicleId, file) => addPhotos(viewer, vehicleId, [file])],
    ["a vehicle's first photo", (viewer, _, file) => addVehicle(viewer, elan, [file])],
    [
      "an event's picture",
      (viewer, _, file) => submitEvent(viewer, decode(eventInput, GOOD_EVENT), { photos: [file] }),
    ],
  ];

  test.each(adding)("%s above the quota is refused before rendering, or after; nothing is stored", async (_, add) => {
    const { viewer, vehicle, photo } = ownerWith(3 * MB);
    // Its content would fail when decoded.
    const full = await failureOf(add(viewer, vehicle.id, uploaded({ filename: "a.jpg", bytes: htmlAsJpeg() })));
    expect(full).toMatchObject({ code: "too_large", message: FULL, fields: { photos: [FULL] } });
    changeRow(photos, photo.id, { bytes: 3 * MB - 10 });
    const error = await failureOf(add(viewer, vehicle.id, await picture()));
    const message = "There is no room for this: your photos take up 3 MB of 3 MB. Delete some to make room.";
    expect(error).toMatchObject({ code: "too_large", message, fields: { photos: [message] } });
    expect(await filesInUploads()).toEqual([]);
    expect([allRows(photos).length, allRows(events).length]).toEqual([1, 0]);
  });

  test.each(adding)("%s that fits exactly is stored", async (_, add) => {
    const { viewer, vehicle } = ownerWith(0);
    await add(viewer, vehicle.id, await picture());
    const size = getPhotoQuota(viewer.id).used;
    const otherOwner = ownerWith(3 * MB - size);
    await add(otherOwner.viewer, otherOwner.vehicle.id, await picture());
    expect(getPhotoQuota(otherOwner.viewer.id)).toEqual({ used: 3 * MB, quota: 3 * MB });
  });

  test("words need none, and a picture may take another's place", async () => {
    const { viewer, photo } = ownerWith(0);
    const id = await submitEvent(viewer, decode(eventInput, GOOD_EVENT), { photos: [await picture()] });
    const size = getPhotoQuota(viewer.id).used;
    changeRow(photos, photo.id, { bytes: 3 * MB - size });
    await addVehicle(viewer, elan, []);
    await editEvent(viewer, id, decode(eventChange, {}), { photos: [await picture()] });
    expect(getPhotoQuota(viewer.id).used).toBe(3 * MB);
  });
});

test("sizes as text", () => {
  const [KB, GB] = [1024, 1024 * MB];
  const small = [0, 1, 640 * KB, 1023.9 * KB].map(formatBytes);
  expect(small).toEqual(["0 MB", "1 KB", "640 KB", "1023 KB"]);
  const large = [MB, 4.1 * MB, 38.4 * MB, 1023.9 * MB, GB, 1.5 * GB].map(formatBytes);
  expect(large).toEqual(["1 MB", "4.1 MB", "38 MB", "1023 MB", "1 GB", "1.5 GB"]);
});
