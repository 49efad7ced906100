import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { photos, vehicles } from "~/db/schema";
import { env } from "~/env.server";
import { findImageAccess } from "~/features/photos/image-files.server";
import { getPhotoQuota } from "~/features/photos/new-photos.server";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { photoChange } from "~/features/photos/schema.server";
import { addPhotos, deletePhoto } from "~/features/vehicles/gallery.server";
import { rotatePhoto } from "~/features/vehicles/rotate-photo.server";
import { decode } from "~/lib/decode";
import { parseImageName } from "~/lib/images";
import { openImage } from "~/services/images/open.server";
import { sweepImages } from "~/services/images/sweep.server";
import { animatedGif } from "../support/images";
import { makeOwner, makePhoto, makeVehicle } from "../support/make-rows";
import { findRow } from "../support/rows";
import { bytesOf, emptyUploadsForEachTest, filesInUploads, uploaded } from "../support/uploads";

emptyUploadsForEachTest();

const rowOf = (id: number) => findRow(photos, id)!;
const coverOf = (id: number) => findRow(vehicles, id)?.coverPhoto;
const visitor = async () => null;

async function redOnTheLeft() {
  const size = { height: 600, channels: 3 } as const;
  const red = await sharp({ create: { ...size, width: 300, background: "#e01010" } })
    .png()
    .toBuffer();
  const bytes = await sharp({ create: { ...size, width: 900, background: "#1010e0" } })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
  return uploaded({ filename: "flag.jpg", bytes });
}

async function ownerOfPhoto() {
  const owner = makeOwner();
  const [id] = await addPhotos(owner.viewer, owner.vehicle.id, [await redOnTheLeft()]);
  return { ...owner, id: id!, name: rowOf(id!).photo };
}

/** At fractions of width and height: "red" or "blue". */
async function colourAt(name: string, x: number, y: number) {
  const file = await openImage("photos", name, { width: 400, accept: "" });
  const { data, info } = await sharp(await bytesOf(file))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return data[at]! > data[at + 2]! ? "red" : "blue";
}

test("a photo turns clockwise, in every width and format, under a new name; the old file is deleted", async () => {
  const { viewer, vehicle, id, name } = await ownerOfPhoto();
  const before = await filesInUploads();
  expect(await rotatePhoto(viewer, id, 90)).toBe(vehicle.id);
  const { photo: turnedName, bytes } = rowOf(id);
  expect(turnedName).not.toBe(name);
  expect(parseImageName(turnedName)).toMatchObject({ width: 600, height: 900 });
  expect([await colourAt(turnedName, 0.5, 0.1), await colourAt(turnedName, 0.1, 0.9)]).toEqual(["red", "blue"]);
  const files = await filesInUploads();
  expect(files.filter((file) => before.includes(file))).toEqual([]);
  expect(files.map((file) => file.split("-").at(-1)).sort()).toEqual(
    expect.arrayContaining(["400.jpg", "400.webp", "800.jpg", "240.avif"]),
  );
  expect(coverOf(vehicle.id)).toBe(turnedName);
  expect(await findImageAccess("photos", name, visitor)).toBeNull();
  expect(await findImageAccess("photos", turnedName, visitor)).toBe("public");
  expect(getPhotoQuota(viewer.id).used).toBe(bytes);
  // Not an abandoned upload.
  await sweepImages(Date.now());
  expect(await filesInUploads()).toEqual(files);
});

test("half and three quarters of a turn; four quarters are a whole one", async () => {
  const { viewer, id } = await ownerOfPhoto();
  await rotatePhoto(viewer, id, 180);
  expect(parseImageName(rowOf(id).photo)).toMatchObject({ width: 900, height: 600 });
  expect(await colourAt(rowOf(id).photo, 0.9, 0.5)).toBe("red");
  await rotatePhoto(viewer, id, 270);
  expect(await colourAt(rowOf(id).photo, 0.5, 0.1)).toBe("red");
  await rotatePhoto(viewer, id, 270);
  expect(await colourAt(rowOf(id).photo, 0.1, 0.5)).toBe("red");
});

test("many turns at once all count, and leave one picture's files", async () => {
  const { viewer, id } = await ownerOfPhoto();
  await Promise.all(Array.from({ length: 7 }, () => rotatePhoto(viewer, id, 90)));
  const { photo } = rowOf(id);
  expect(await colourAt(photo, 0.5, 0.9)).toBe("red");
  const stem = photo.slice(0, -".jpg".length);
  expect((await filesInUploads()).filter((file) => !file.includes(stem))).toEqual([]);
});

test("a rotation concurrent with a deletion leaves nothing", async () => {
  const { viewer, id } = await ownerOfPhoto();
  const turning = rotatePhoto(viewer, id, 90);
  await Promise.all([expect(turning).rejects.toThrow(PHOTO_NOT_FOUND), deletePhoto(viewer, id)]);
  expect(await filesInUploads()).toEqual([]);
});

test("caption and place change in the same step, or not at all", async () => {
  const { viewer, id, name } = await ownerOfPhoto();
  await rotatePhoto(viewer, id, 90, { caption: "Upright" });
  expect(rowOf(id)).toMatchObject({ caption: "Upright" });
  const turnedName = rowOf(id).photo;
  for (const file of await filesInUploads()) await rm(path.join(env().UPLOADS_DIR, file));
  await expect(rotatePhoto(viewer, id, 90, { caption: "Lost" })).rejects.toThrow();
  expect(rowOf(id)).toMatchObject({ photo: turnedName, caption: "Upright" });
  expect(await filesInUploads()).toEqual([]);
  expect(turnedName).not.toBe(name);
});

test("a file that others show stays, and so does the cover that stands in the gallery twice", async () => {
  const { viewer, garage, vehicle, id, name } = await ownerOfPhoto();
  const twin = makePhoto(vehicle, { photo: name, position: 2 });
  makePhoto(makeVehicle(garage), { photo: name });
  await rotatePhoto(viewer, id, 90);
  expect(coverOf(vehicle.id)).toBe(name);
  expect(await findImageAccess("photos", name, visitor)).toBe("public");
  expect(await openImage("photos", name, { accept: "" })).not.toBeNull();
  await rotatePhoto(viewer, twin.id, 90);
  expect(coverOf(vehicle.id)).toBe(rowOf(twin.id).photo);
});

test("animations and external photos are refused with a message", async () => {
  const { viewer, vehicle } = makeOwner();
  const gif = uploaded({ filename: "a.gif", bytes: await animatedGif({ frames: 2 }) });
  const [moving] = await addPhotos(viewer, vehicle.id, [gif]);
  const files = await filesInUploads();
  const foreign = makePhoto(vehicle);
  for (const [id, message] of [
    [moving!, "Animated photos cannot be rotated."],
    [foreign.id, "Only photos stored on this site can be rotated."],
  ] as const)
    await expect(rotatePhoto(viewer, id, 90)).rejects.toThrow(
      expect.objectContaining({ code: "invalid", message, fields: { turn: [message] } }),
    );
  expect(await filesInUploads()).toEqual(files);
});

test("a photo with a damaged or missing file is refused with a message, unchanged", async () => {
  const { viewer, id, name } = await ownerOfPhoto();
  const largest = (await filesInUploads()).find((file) => file.endsWith("-1600.jpg"))!;
  const message = "This photo’s file is missing or damaged. Please delete the photo and upload it again.";
  const refusal = expect.objectContaining({ code: "invalid", message, fields: { turn: [message] } });
  await writeFile(path.join(env().UPLOADS_DIR, largest), "no picture");
  await expect(rotatePhoto(viewer, id, 90)).rejects.toThrow(refusal);
  await rm(path.join(env().UPLOADS_DIR, largest));
  await expect(rotatePhoto(viewer, id, 90)).rejects.toThrow(refusal);
  expect(rowOf(id).photo).toBe(name);
});

test("photos turn by quarters", () => {
  expect(decode(photoChange, { turn: "90" })).toEqual({ turn: 90 });
  for (const turn of ["", "0", 45, 360, -90, "right"])
    expect(() => decode(photoChange, { turn }), String(turn)).toThrow("Turn must be 90, 180 or 270 degrees.");
});
