import { expect, test } from "vitest";
import { filesOf, idsOf, underWay } from "~/ui/uploads/tray/form-part";
import { type Photo, type Stage, sizeInWords } from "~/ui/uploads/tray/photo";
import type { TrayState } from "~/ui/uploads/tray/photo-tray";
import { formatOf } from "~/ui/uploads/tray/prepare";
import { isSame, newPhoto, refusalOf } from "~/ui/uploads/tray/selection";
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

test("a refusal names the file; size comes first, then format, then room", () => {
  const large = file(new Uint8Array(20 * 1024 * 1024 + 1), "wall.png");
  expect(refusalOf(large, undefined, false)).toMatch(/^“wall\.png” is larger than 20 MB\./);
  expect(refusalOf(file(new Uint8Array(9)), undefined, false)).toMatch(/^“a\.jpg” is not an image we accept\./);
  expect(refusalOf(file(new Uint8Array(9)), "jpeg", false)).toBe("Please select at most 5 images at a time.");
  expect(refusalOf(file(new Uint8Array(9)), "jpeg", true)).toBeUndefined();
});

test("the same file is told by name, size and time; a camera's shots of one name are not the same", () => {
  const photo = newPhoto(file(new Uint8Array(9), "image.jpg", 1), undefined);
  expect(isSame(photo, file(new Uint8Array(9), "image.jpg", 1))).toBe(true);
  expect(isSame(photo, file(new Uint8Array(9), "image.jpg", 2))).toBe(false);
  expect(isSame(photo, file(new Uint8Array(8), "image.jpg", 1))).toBe(false);
});

test("the form sends ids of what has arrived, in order, and files only where there is no upload", () => {
  const photo = (stage: Stage, more: Partial<Photo> = {}): Photo => ({
    ...newPhoto(file(new Uint8Array(9)), undefined),
    stage,
    ...more,
  });
  const photos = [
    photo("ready", { url: "http://localhost/uploads/b" }),
    photo("refused", { url: "http://localhost/uploads/x" }),
    photo("sending", { url: "http://localhost/uploads/y" }),
    photo("ready", { url: "http://localhost/uploads/a" }),
    photo("ready", { small: new Blob(["small"]) }),
    photo("resting"),
  ];
  const state: TrayState = { photos, originals: false, direct: false, sessionEnded: false, news: "" };
  expect(idsOf(state)).toBe("b,a");
  expect(filesOf(state).map(({ size }) => size)).toEqual([5]);
  expect(filesOf({ ...state, originals: true }).map(({ size }) => size)).toEqual([9]);
  expect(underWay(state)).toBe(2);
});

test("sizes in words", () => {
  expect([1, 640 * 1024, 4.1 * 1024 * 1024].map(sizeInWords)).toEqual(["1 KB", "640 KB", "4.1 MB"]);
});
