import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { uploads } from "~/db/schema";
import { env } from "~/env.server";
import { deleteAccount, deleteGarage } from "~/features/account-deletion/commands.server";
import type { Viewer } from "~/features/accounts/policy";
import { getPhotoQuota } from "~/features/photos/new-photos.server";
import { beginUpload, finishUpload, requireUploadQuota, resolveFormPhotos } from "~/features/photos/uploads.server";
import { addPhotos } from "~/features/vehicles/gallery.server";
import { DomainError } from "~/lib/errors";
import { DAY, HOUR, MINUTE, now, setClock } from "~/lib/time";
import { withStagedImages } from "~/services/images/stage.server";
import { sweepImages } from "~/services/images/sweep.server";
import {
  appendToUpload,
  claimUploads,
  findUpload,
  removeUpload,
  removeUploadFiles,
  sweepUploads,
} from "~/services/uploads/resumable.server";
import { photograph, png } from "../support/images";
import { makeOwner } from "../support/make-rows";
import { failureOf } from "../support/refusal";
import { emptyUploadsForEachTest } from "../support/uploads";

emptyUploadsForEachTest();
afterEach(() => {
  setClock();
  env().MEMBER_QUOTA_MB = 2048;
});

const KB = 1024;
const GONE = "One of the photos is no longer available. Please choose it again.";
let serial = 0;
const newId = () => (++serial).toString(16).padStart(32, "0");
const folder = () => path.join(env().UPLOADS_DIR, ".resumable");
const filesThere = () => readdirSync(folder()).sort();
const rowsThere = () => db().select({ id: uploads.id }).from(uploads).all();

const errorOf = async (work: () => unknown) => (await failureOf(work))!;

async function* inPieces(bytes: Uint8Array) {
  for (let index = 0; index < bytes.length; index += 1000) yield bytes.subarray(index, index + 1000);
}

async function sendUpload(viewer: Viewer, bytes: Uint8Array, part = bytes.length): Promise<string> {
  const id = newId();
  await beginUpload(viewer, id, { filename: "a.png", size: bytes.length });
  await appendToUpload(findUpload(id)!, 0, inPieces(bytes.subarray(0, part)));
  if (part === bytes.length) await finishUpload({ id, filename: "a.png", size: part });
  return id;
}

test("an upload is drawn for one form at a time, once in it, and five times at most", async () => {
  const { viewer } = makeOwner();
  const id = await sendUpload(viewer, await png());
  const draw = (ids: string[], write = () => void 0) =>
    failureOf(async () => withStagedImages("photos", resolveFormPhotos(viewer, ids, undefined), "photos", write));
  // Still usable, as later tries show.
  expect((await draw([id, id]))?.message).toBe(GONE);
  const full = () => {
    throw new DomainError("conflict", "There is no room.");
  };
  const [first, second] = await Promise.all([draw([id], full), draw([id], full)]);
  expect([first?.message, second?.message]).toEqual(["There is no room.", GONE]);
  for (let index = 1; index < 5; index++) expect((await draw([id], full))?.message).toBe("There is no room.");
  expect((await draw([id]))?.message).toBe(GONE);
});

test("room: what has come counts, and is given back when it has become a photo", async () => {
  const { viewer, vehicle } = makeOwner();
  env().MEMBER_QUOTA_MB = 1;
  const half = Buffer.alloc(600 * KB);
  await sendUpload(viewer, half, 500 * KB);
  expect(getPhotoQuota(viewer.id).used).toBe(500 * KB);
  const photo = await photograph({ width: 400, height: 300 });
  const id = await sendUpload(viewer, photo);
  const small = await sendUpload(viewer, Buffer.alloc(600 * KB), 600 * KB - photo.length);
  const full = "Your photos take up 1 MB, the limit for one member. Delete some to make room.";
  const refusal = await errorOf(() => beginUpload(viewer, newId(), { filename: "b.png", size: 1 }));
  expect([refusal.code, refusal.message]).toEqual(["too_large", full]);
  expect((await errorOf(() => requireUploadQuota(viewer, small))).message).toBe(full);
  // Without its own bytes.
  expect(() => requireUploadQuota(viewer, id)).not.toThrow();
  await removeUpload(small);
  await addPhotos(viewer, vehicle.id, resolveFormPhotos(viewer, [id], undefined));
  expect(getPhotoQuota(viewer.id).used).toBeLessThan(1024 * KB);
});

test("room: a form is not refused for the very bytes that it uses up", async () => {
  const { viewer, vehicle } = makeOwner();
  // Larger than its stored sizes: fills the quota.
  const bytes = await sharp(await photograph())
    .png()
    .toBuffer();
  await addPhotos(viewer, vehicle.id, resolveFormPhotos(viewer, [await sendUpload(viewer, bytes)], undefined));
  const { used } = getPhotoQuota(viewer.id);
  const id = await sendUpload(viewer, bytes);
  env().MEMBER_QUOTA_MB = (2 * used + 1) / (KB * KB);
  await addPhotos(viewer, vehicle.id, resolveFormPhotos(viewer, [id], undefined));
  expect([bytes.length > used, getPhotoQuota(viewer.id).used]).toEqual([true, 2 * used]);
  env().MEMBER_QUOTA_MB = (3 * used - 1) / (KB * KB);
  const third = await sendUpload(viewer, bytes);
  const refusal = await errorOf(() => addPhotos(viewer, vehicle.id, resolveFormPhotos(viewer, [third], undefined)));
  expect([refusal.code, filesThere().includes(third)]).toEqual(["too_large", true]);
});

describe("a form", () => {
  test("takes each upload once, in order, and only what is whole, one's own and in time", async () => {
    const { viewer, vehicle } = makeOwner();
    const bytes = await png();
    const [firstUpload, secondUpload] = [await sendUpload(viewer, bytes), await sendUpload(viewer, bytes)];
    const half = await sendUpload(viewer, bytes, 20);
    const otherUpload = await sendUpload(makeOwner().viewer, bytes);
    for (const wrong of [half, otherUpload, newId(), "x", "../../app.db", ""]) {
      const refusal = await errorOf(() => resolveFormPhotos(viewer, [firstUpload, wrong], []));
      expect([wrong, refusal?.code, refusal?.fields]).toEqual([wrong, "invalid", { photos: [GONE] }]);
    }
    const files = resolveFormPhotos(viewer, [secondUpload, firstUpload], []);
    expect(files.map(({ uploadId }) => uploadId)).toEqual([secondUpload, firstUpload]);
    const results = await Promise.allSettled([
      addPhotos(viewer, vehicle.id, files),
      addPhotos(viewer, vehicle.id, files),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { fields: { photos: [GONE] } },
    });
    expect(filesThere()).toEqual([half, otherUpload].sort());
    setClock(() => Date.now() + DAY);
    expect(findUpload(half)).toBeUndefined();
  });

  test("a failing transaction, or a missing file, consumes nothing", async () => {
    const { viewer, vehicle } = makeOwner();
    const bytes = await png();
    const ids = [await sendUpload(viewer, bytes), await sendUpload(viewer, bytes)];
    const files = resolveFormPhotos(viewer, ids, []);
    claimUploads([ids[1]!], "photos");
    expect((await errorOf(() => addPhotos(viewer, vehicle.id, files))).fields).toEqual({ photos: [GONE] });
    expect(rowsThere()).toEqual([{ id: ids[0] }]);
    await removeUploadFiles([ids[1]!]);
    expect((await errorOf(() => addPhotos(viewer, vehicle.id, files))).fields).toEqual({ photos: [GONE] });
    expect([filesThere(), rowsThere()]).toEqual([[ids[0]], [{ id: ids[0] }]]);
  });

  test("takes what came as a whole although a crash came before the note of it", async () => {
    const { viewer } = makeOwner();
    const bytes = await png();
    const id = await sendUpload(viewer, bytes, bytes.length - 1);
    await appendToUpload(findUpload(id)!, bytes.length - 1, inPieces(bytes.subarray(-1)));
    expect(resolveFormPhotos(viewer, [id], undefined)).toHaveLength(1);
  });
});

test("two concurrent continuations of an upload do not overwrite each other", async () => {
  const { viewer } = makeOwner();
  const bytes = Buffer.from("abcdefghij".repeat(1000));
  const id = await sendUpload(viewer, bytes, 0);
  async function* slow() {
    yield bytes.subarray(0, 10);
    await appendToUpload(findUpload(id)!, 10, inPieces(bytes.subarray(10, 5000)));
    yield Buffer.alloc(10, "x");
  }
  expect((await errorOf(() => appendToUpload(findUpload(id)!, 0, slow()))).code).toBe("conflict");
  expect(findUpload(id)?.received).toBe(5000);
});

test("sweeps delete pending photos after a day, and files without a row an hour after the last write", async () => {
  const { viewer } = makeOwner();
  const bytes = await png();
  const start = now();
  const old = await sendUpload(viewer, bytes, 20);
  const done = await sendUpload(viewer, bytes);
  setClock(() => start + 23 * HOUR);
  const young = await sendUpload(viewer, bytes);
  const lostUpload = await sendUpload(viewer, bytes);
  await removeUploadFiles([lostUpload]);
  writeFileSync(path.join(folder(), "f".repeat(32)), "left by a crash");
  for (const id of [old, done]) utimesSync(path.join(folder(), id), start / 1000, start / 1000);
  expect(await sweepUploads(start + 23 * HOUR + MINUTE)).toBe(1);
  await sweepImages(now() - DAY);
  expect(filesThere()).toEqual([old, done, young].sort());
  // Row before file.
  expect(rowsThere()).toContainEqual({ id: lostUpload });
  // A form sent just in time has another hour.
  expect(await sweepUploads(start + DAY + HOUR - MINUTE)).toBe(1);
  expect(rowsThere()).not.toContainEqual({ id: lostUpload });
  expect(filesThere()).toEqual([old, done, young].sort());
  expect(await sweepUploads(start + DAY + HOUR + MINUTE)).toBe(2);
  expect([filesThere(), rowsThere()]).toEqual([[young], expect.arrayContaining([{ id: young }])]);
  expect(rowsThere()).not.toContainEqual({ id: done });
});

test.each([
  ["account", deleteAccount],
  ["garage", deleteGarage],
])("deleting one's %s removes what is on its way", async (_, leave) => {
  const { viewer } = makeOwner();
  const neighbour = await sendUpload(makeOwner().viewer, await png());
  const id = await sendUpload(viewer, await png());
  await leave(viewer);
  expect([filesThere(), findUpload(id)]).toEqual([[neighbour], undefined]);
});
