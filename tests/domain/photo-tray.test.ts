import { expect, test } from "vitest";
import { formatUploadIds } from "~/ui/uploads/tray/form-fields";
import {
  chooseBlob,
  countPending,
  createItem,
  type ItemStage,
  isSameFile,
  listWaitingItems,
  rejectionReason,
  type TrayItem,
} from "~/ui/uploads/tray/item";
import type { TrayState } from "~/ui/uploads/tray/photo-tray";
import { detectFormat } from "~/ui/uploads/tray/prepare";
import { htmlAsJpeg, jpegWithExif, png, stillGif, tiff, webp } from "../support/images";

const file = (bytes: Uint8Array, name = "a.jpg", lastModified = 1) =>
  new File([new Uint8Array(bytes)], name, { lastModified });

const item = () => createItem(file(new Uint8Array(9)), undefined);

test("a file's type is read from its first bytes, not its name", async () => {
  expect(await detectFormat(file(await jpegWithExif()))).toBe("jpeg");
  expect(await detectFormat(file(await png()))).toBe("png");
  expect(await detectFormat(file(await stillGif()))).toBe("gif");
  for (const bytes of [await webp(), await tiff(), htmlAsJpeg(), new Uint8Array()])
    expect(await detectFormat(file(bytes))).toBeUndefined();
});

test("a refusal names the file, size first, then format; equal files are recognised by name, size and time", () => {
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
  const photo = (stage: ItemStage, url?: string): TrayItem => ({ ...item(), stage, ...(url && { url }) });
  const photos = [
    ...[photo("ready", "http://localhost/uploads/b"), photo("refused", "http://localhost/uploads/x")],
    ...[photo("sending", "http://localhost/uploads/y"), photo("ready", "http://localhost/uploads/a")],
    ...[photo("queued"), photo("retrying")],
  ];
  const state: TrayState = { photos, max: 5, originals: false, hasSessionEnded: false, news: "" };
  expect(formatUploadIds(state)).toBe("b,a");
  expect(countPending(state)).toBe(3);
  // Refused photos do not count.
  const round = { ...state, max: 2 };
  expect(formatUploadIds(round)).toBe("b");
  expect(countPending(round)).toBe(1);
  expect(listWaitingItems(round)).toEqual([photos[3], photos[4], photos[5]]);
});

test("formats that the server refuses are sent as JPEG, originals too", () => {
  const jpeg = new Blob(["jpeg"]);
  const photo = { ...item(), jpeg };
  expect([chooseBlob(photo, false), chooseBlob(photo, true)]).toEqual([jpeg, jpeg]);
  const small = new Blob(["small"]);
  expect([chooseBlob({ ...photo, small }, false), chooseBlob({ ...photo, small }, true)]).toEqual([small, jpeg]);
});
