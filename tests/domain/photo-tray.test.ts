import { expect, test } from "vitest";
import { idsOf } from "~/ui/uploads/tray/form-fields";
import {
  bytesOf,
  countPending,
  createItem,
  formatBytes,
  type ItemStage,
  isSameFile,
  lineOf,
  rejectionReason,
  type TrayItem,
} from "~/ui/uploads/tray/item";
import type { TrayState } from "~/ui/uploads/tray/photo-tray";
import { formatOf } from "~/ui/uploads/tray/prepare";
import { htmlAsJpeg, jpegWithExif, png, stillGif, tiff, webp } from "../support/images";

const file = (bytes: Uint8Array, name = "a.jpg", lastModified = 1) =>
  new File([new Uint8Array(bytes)], name, { lastModified });

test("what a file is, its first bytes say, whatever it is called", async () => {
  expect(await formatOf(file(await jpegWithExif()))).toBe("jpeg");
  expect(await formatOf(file(await png()))).toBe("png");
  expect(await formatOf(file(await stillGif()))).toBe("gif");
  for (const other of [await webp(), await tiff(), htmlAsJpeg(), new Uint8Array()]) {
    expect(await formatOf(file(other))).toBeUndefined();
  }
});

test("a refusal names the file, size first, then format; the same file is told by name, size and time", () => {
  const large = file(new Uint8Array(20 * 1024 * 1024 + 1), "wall.png");
  expect(rejectionReason(large, undefined)).toMatch(/^“wall\.png” is larger than 20 MB\./);
  expect(rejectionReason(file(new Uint8Array(9)), undefined)).toMatch(/^“a\.jpg” is not an image we accept\./);
  expect(rejectionReason(file(new Uint8Array(9)), "jpeg")).toBeUndefined();
  expect(rejectionReason(new File(["any"], "a.webp", { type: "image/webp" }), undefined)).toBeUndefined();
  const photo = createItem(file(new Uint8Array(9), "image.jpg", 1), undefined);
  expect(isSameFile(photo, file(new Uint8Array(9), "image.jpg", 1))).toBe(true);
  expect(isSameFile(photo, file(new Uint8Array(9), "image.jpg", 2))).toBe(false);
  expect(isSameFile(photo, file(new Uint8Array(8), "image.jpg", 1))).toBe(false);
});

test("the form sends ids of what has arrived, in order", () => {
  const photo = (stage: ItemStage, more: Partial<TrayItem> = {}): TrayItem => ({
    ...createItem(file(new Uint8Array(9)), undefined),
    stage,
    ...more,
  });
  const photos = [
    photo("ready", { url: "http://localhost/uploads/b" }),
    photo("refused", { url: "http://localhost/uploads/x" }),
    photo("sending", { url: "http://localhost/uploads/y" }),
    photo("ready", { url: "http://localhost/uploads/a" }),
    photo("queued"),
    photo("resting"),
  ];
  const state: TrayState = { photos, max: 5, originals: false, sessionEnded: false, news: "" };
  expect(idsOf(state)).toBe("b,a");
  expect(countPending(state)).toBe(3);
  // One that is refused takes no place of a round.
  const round = { ...state, max: 2 };
  expect(idsOf(round)).toBe("b");
  expect(countPending(round)).toBe(1);
  expect(lineOf(round)).toEqual([photos[3], photos[4], photos[5]]);
});

test("what the server does not take goes as JPEG, originals too", () => {
  const jpeg = new Blob(["jpeg"]);
  const photo = { ...createItem(file(new Uint8Array(9)), undefined), jpeg };
  expect([bytesOf(photo, false), bytesOf(photo, true)]).toEqual([jpeg, jpeg]);
  const small = new Blob(["small"]);
  expect([bytesOf({ ...photo, small }, false), bytesOf({ ...photo, small }, true)]).toEqual([small, jpeg]);
});

test("sizes in words", () => {
  expect([1, 640 * 1024, 4.1 * 1024 * 1024].map(formatBytes)).toEqual(["1 KB", "640 KB", "4.1 MB"]);
});
