import { readFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { events, photos } from "~/db/schema";
import { env } from "~/env.server";
import type { Viewer } from "~/features/accounts/policy";
import { editEvent, submitEvent } from "~/features/events/commands.server";
import { eventChange, eventInput } from "~/features/events/schema.server";
import { addPhotos, deletePhoto } from "~/features/photos/commands.server";
import { addVehicle } from "~/features/vehicles/commands.server";
import { getPhotoRoom } from "~/features/vehicles/quota-queries.server";
import { vehicleInput } from "~/features/vehicles/schema.server";
import { decode } from "~/lib/decode";
import { sizeInWords } from "~/lib/text";
import { GOOD_EVENT } from "../support/good-event";
import { htmlAsJpeg, photograph, png } from "../support/images";
import { makeOwner } from "../support/people";
import { emptyUploadsForEachTest, filesInUploads, uploaded } from "../support/uploads";

emptyUploadsForEachTest();
afterEach(() => {
  env().MEMBER_QUOTA_MB = 2048;
});

const MB = 1024 * 1024;
const picture = async () => uploaded({ filename: "a.png", bytes: await png() });
const elan = decode(vehicleInput, { make: "Lotus", model: "Elan", year: "1967" });
const FULL = "Your photos take up 3 MB, which is all the room there is for one member. Delete some to make room.";

/** An owner whose photo takes up so much; the room is 3 MB. */
function ownerWith(bytes: number) {
  const owner = makeOwner();
  env().MEMBER_QUOTA_MB = 3;
  const row = { vehicleId: owner.vehicle.id, photo: "https://example.com/a.jpg", position: 1, bytes, createdAt: 0 };
  const photo = db().insert(photos).values(row).returning().get();
  return { ...owner, photo };
}

async function bytesOnDisk(): Promise<number> {
  const files = await filesInUploads();
  const sizes = await Promise.all(
    files.map(async (file) => (await readFile(path.join(env().UPLOADS_DIR, file))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const refusalOf = (work: Promise<unknown>) => work.then(() => null).catch((error) => error);

test("what is kept of photos and event pictures counts, of nobody else's and not the avatar", async () => {
  const { viewer, vehicle } = makeOwner();
  const [, added] = await addPhotos(viewer, vehicle.id, [
    await picture(),
    uploaded({ filename: "b.jpg", bytes: await photograph() }),
  ]);
  await addVehicle(viewer, elan, [await picture()]);
  const id = await submitEvent(viewer, decode(eventInput, GOOD_EVENT), { photos: [await picture()] });
  expect(getPhotoRoom(viewer.id)).toEqual({ used: await bytesOnDisk(), quota: 2048 * MB });
  expect(getPhotoRoom(makeOwner().viewer.id).used).toBe(0);

  await deletePhoto(viewer, added!);
  await editEvent(viewer, id, decode(eventChange, {}), {
    image: [uploaded({ filename: "c.jpg", bytes: await photograph() })],
  });
  expect(getPhotoRoom(viewer.id).used).toBe(await bytesOnDisk());
  await editEvent(viewer, id, decode(eventChange, { title: "Other words" }), {});
  expect(getPhotoRoom(viewer.id).used).toBe(await bytesOnDisk());
  await editEvent(viewer, id, decode(eventChange, { removeImage: true }), {});
  expect(getPhotoRoom(viewer.id).used).toBe(await bytesOnDisk());
  expect(db().select().from(events).where(eq(events.id, id)).get()?.imageBytes).toBe(0);
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

  test.each(adding)("%s is refused before anything is made of it", async (_, add) => {
    const { viewer, vehicle } = ownerWith(3 * MB);
    // Had it been looked at, it would be refused for what it is.
    const refused = await refusalOf(add(viewer, vehicle.id, uploaded({ filename: "a.jpg", bytes: htmlAsJpeg() })));
    expect(refused).toMatchObject({ code: "too_large", message: FULL, fields: { photos: [FULL] } });
  });

  test.each(adding)("%s that would go over is refused, and nothing is kept", async (_, add) => {
    const { viewer, vehicle } = ownerWith(3 * MB - 10);
    const refused = await refusalOf(add(viewer, vehicle.id, await picture()));
    const message = "There is no room left for this: your photos take up 3 MB of 3 MB. Delete some to make room.";
    expect(refused).toMatchObject({ code: "too_large", message, fields: { photos: [message] } });
    expect(await filesInUploads()).toEqual([]);
    expect([db().select().from(photos).all().length, db().select().from(events).all().length]).toEqual([1, 0]);
  });

  test.each(adding)("%s that fits exactly is kept", async (_, add) => {
    const { viewer, vehicle } = ownerWith(0);
    await add(viewer, vehicle.id, await picture());
    const size = getPhotoRoom(viewer.id).used;
    const other = ownerWith(3 * MB - size);
    await add(other.viewer, other.vehicle.id, await picture());
    expect(getPhotoRoom(other.viewer.id)).toEqual({ used: 3 * MB, quota: 3 * MB });
  });

  test("words need none, and a picture may take another's place", async () => {
    const { viewer, photo } = ownerWith(0);
    const id = await submitEvent(viewer, decode(eventInput, GOOD_EVENT), { photos: [await picture()] });
    const size = getPhotoRoom(viewer.id).used;
    db()
      .update(photos)
      .set({ bytes: 3 * MB - size })
      .where(eq(photos.id, photo.id))
      .run();
    await addVehicle(viewer, elan, []);
    await editEvent(viewer, id, decode(eventChange, {}), { photos: [await picture()] });
    expect(getPhotoRoom(viewer.id).used).toBe(3 * MB);
  });
});

test.each([
  [0, "0 MB"],
  [1, "1 MB"],
  [38.4 * MB, "38 MB"],
  [1023.9 * MB, "1023 MB"],
  [1024 * MB, "1 GB"],
  [1536 * MB, "1.5 GB"],
  [2048 * MB, "2 GB"],
])("%d bytes are %s", (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words);
});
