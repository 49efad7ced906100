import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { env } from "~/env.server";
import type { UploadedFile } from "~/lib/forms";
import { type ImageKind, parseImageName } from "~/lib/images";
import { removeImages } from "~/services/images/files.server";
import { openImage } from "~/services/images/open.server";
import { createTaskQueue, withImageSlot } from "~/services/images/render/queue.server";
import { withStagedImages } from "~/services/images/stage.server";
import { StoreUnavailableError } from "~/services/images/store/file-store";
import { FolderStore } from "~/services/images/store/folder-store.server";
import { animatedGif, jpegWithExif, photograph, png, redAndBlueJpeg, stillGif } from "../support/images";
import { failureOf } from "../support/refusal";
import { bytesOf, emptyUploadsForEachTest, filesInUploads, storedPath, uploaded } from "../support/uploads";

emptyUploadsForEachTest();

const sized = (width: number, height: number) => png({ width, height });
const MODERN = "image/avif,image/webp,*/*;q=0.8";

function keep(kind: ImageKind, ...files: Buffer[]): Promise<string[]> {
  const uploads: UploadedFile[] = files.map((bytes, index) => uploaded({ filename: `${index}.jpg`, bytes }));
  return withStagedImages(kind, uploads, "photos", (images) => images.map(({ name }) => name));
}

async function read(kind: ImageKind, name: string, options: { width?: number; accept: string }): Promise<Buffer> {
  const image = await openImage(kind, name, options);
  return bytesOf(image);
}

async function pixelAt(image: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(image).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...pixel].map((channel) => (channel > 127 ? 255 : 0));
}

describe("keeping a photo", () => {
  it("turns it as the camera was held", async () => {
    // Orientation 6: the picture's top is the file's left side.
    const [name] = await keep("photos", await redAndBlueJpeg({ width: 60, height: 40, orientation: 6 }));
    expect(parseImageName(name!)).toMatchObject({ width: 40, height: 60 });
    const image = await read("photos", name!, { accept: "" });
    expect(await pixelAt(image, 20, 5)).toEqual([255, 0, 0]);
    expect(await pixelAt(image, 20, 55)).toEqual([0, 0, 255]);
  });

  it("keeps no metadata in any file, and sRGB colours", async () => {
    const source = await jpegWithExif({ width: 900, height: 600, orientation: 3 });
    expect(source.includes("Secretcam") && source.includes("xmp-secret")).toBe(true);
    await keep("photos", source);
    const files = await filesInUploads();
    expect(files.length).toBeGreaterThanOrEqual(6);
    for (const file of files) {
      const bytes = await readFile(path.join(env().UPLOADS_DIR, file));
      const { exif, icc, xmp, iptc, orientation, space, comments } = await sharp(bytes).metadata();
      expect({ file, exif, icc, xmp, iptc, orientation, comments }).toEqual({ file });
      expect(space).toBe("srgb");
      expect(/Secretcam|Whereabouts|xmp-secret|Exif/.test(bytes.toString("latin1"))).toBe(false);
    }
  });

  it("makes the widths that it is large enough for, and enlarges nothing", async () => {
    const [wide, small] = await keep("photos", await sized(2000, 1000), await sized(500, 300));
    expect(parseImageName(wide!)).toMatchObject({ width: 1600, height: 800 });
    const widthOf = async (name: string, width?: number) =>
      (await sharp(await read("photos", name, { width, accept: MODERN })).metadata()).width;
    expect(await Promise.all([400, 401, 641, 800, 1600, 5000, undefined].map((w) => widthOf(wide!, w)))).toEqual([
      400, 640, 800, 800, 1600, 1600, 1600,
    ]);
    expect(await Promise.all([100, 400, 800, undefined].map((w) => widthOf(small!, w)))).toEqual([240, 400, 500, 500]);
    expect((await filesInUploads()).filter((file) => file.includes("500x300") && file.includes("-1600"))).toEqual([]);
  });

  it("keeps very tall and very wide strips readable in every format", async () => {
    const names = await keep("photos", await sized(3, 20_000), await sized(20_000, 3));
    expect(parseImageName(names[0]!)).toMatchObject({ width: 1, height: 4000 });
    expect(parseImageName(names[1]!)).toMatchObject({ width: 1600, height: 1 });
  });

  it("crops avatars to a square", async () => {
    const [name] = await keep("users", await png({ width: 500, height: 300 }));
    expect(parseImageName(name!)).toMatchObject({ width: 300, height: 300 });
    for (const [requestedWidth, side] of [
      [96, 96],
      [192, 192],
      [400, 300],
    ]) {
      const { width, height } = await sharp(
        await read("users", name!, { width: requestedWidth, accept: MODERN }),
      ).metadata();
      expect([width, height]).toEqual([side, side]);
    }
  });

  it("lays transparent pictures on paper, and puts the mean colour into the name", async () => {
    const names = await keep("photos", await png({ alpha: 0 }), await png({ color: { r: 200, g: 40, b: 30 } }));
    expect(names.map((name) => parseImageName(name)!.color)).toEqual(["f6f4ef", "c8281e"]);
  });

  it("stays small on cards", async () => {
    const [name] = await keep("photos", await photograph({ width: 1200, height: 800 }));
    const card = await read("photos", name!, { width: 400, accept: MODERN });
    expect(card.length).toBeLessThan(18_000);
  });

  it("keeps a newer format only if it is smaller", async () => {
    const sizesOf = async (image: Buffer) => {
      const [name] = await keep("photos", image);
      const sizes = new Map<string, number>();
      for (const file of await filesInUploads()) {
        const { length } = await readFile(path.join(env().UPLOADS_DIR, file));
        if (file.includes(name!.slice(0, 24))) sizes.set(file.replace(/^.*-400\./, ""), length);
      }
      return sizes;
    };
    const textured = await sizesOf(await photograph({ width: 400, height: 267 }));
    expect(textured.get("avif")).toBeLessThan(textured.get("webp")! * 0.9);
    expect(textured.get("webp")).toBeLessThan(textured.get("jpg")!);
    const flat = await sizesOf(await png());
    expect([...flat.keys()]).toEqual(["jpg", "webp"]);
  });
});

it("an animated GIF plays in full size, and is a still picture on cards and as an avatar", async () => {
  const [name] = await keep("photos", await animatedGif({ frames: 4 }));
  expect(parseImageName(name!)!.isAnimated).toBe(true);
  const pagesOf = async (width?: number) =>
    (await sharp(await read("photos", name!, { width, accept: MODERN })).metadata()).pages ?? 1;
  expect(await pagesOf(400)).toBe(1);
  expect(await pagesOf()).toBe(4);
  expect((await openImage("photos", name!, { accept: "*/*" }))?.contentType).toBe("image/jpeg");
  // The first frame is the darkest.
  expect(await pixelAt(await read("photos", name!, { width: 400, accept: "" }), 5, 5)).toEqual([0, 0, 0]);
  const [avatar] = await keep("users", await animatedGif());
  const [still] = await keep("photos", await stillGif());
  expect([parseImageName(avatar!)!.isAnimated, parseImageName(still!)!.isAnimated]).toEqual([false, false]);
});

describe("opening an image", () => {
  it("serves the best accepted format", async () => {
    const [name] = await keep("photos", await photograph({ width: 500, height: 333 }));
    const typeFor = async (accept: string) => (await openImage("photos", name!, { width: 400, accept }))?.contentType;
    expect(await typeFor("image/avif,image/webp,image/apng,*/*;q=0.8")).toBe("image/avif");
    expect(await typeFor("image/webp,*/*")).toBe("image/webp");
    expect(await typeFor("IMAGE/WebP ; q=0.5")).toBe("image/webp");
    expect(await typeFor("image/avif;q=0, image/webp")).toBe("image/webp");
    expect(await typeFor("image/avif;q=0,image/webp; Q=0.0")).toBe("image/jpeg");
    for (const accept of ["", "*/*", "image/*", "image/avifx", "text/html", ",;q=,;;"])
      expect(await typeFor(accept)).toBe("image/jpeg");
  });

  it("serves a light width in AVIF, and the next width above to clients without AVIF or without such a file", async () => {
    const [name] = await keep("photos", await photograph({ width: 900, height: 600 }));
    const accept = "image/avif,image/webp,*/*";
    const openWith = (width: number, acceptHeader: string) =>
      openImage("photos", name!, { width, accept: acceptHeader });
    for (const [requestedWidth, wide] of [
      [1, 240],
      [240, 240],
      [241, 400],
      [640, 640],
      [641, 800],
    ] as const) {
      const image = await openWith(requestedWidth, accept);
      expect((await sharp(await bytesOf(image)).metadata()).width).toBe(wide);
      expect(image!.contentType).toBe("image/avif");
    }
    expect((await openWith(240, "image/webp"))!.etag).toMatch(/-400\.(webp|jpg)"$/);
    expect((await openWith(640, ""))!.etag).toMatch(/-800\.jpg"$/);
    // From before these widths.
    for (const width of [240, 640]) await rm(storedPath("photos", name!, `-${width}.avif`));
    expect((await openWith(240, accept))!.etag).toMatch(/-400\.avif"$/);
    expect((await openWith(640, accept))!.etag).toMatch(/-800\.avif"$/);
  });

  it("has cache headers, different for every file", async () => {
    const [name] = await keep("photos", await photograph({ width: 500, height: 333 }));
    const tags = new Set<string>();
    for (const accept of ["", "image/webp", "image/avif"])
      for (const width of [400, 800]) tags.add((await openImage("photos", name!, { width, accept }))!.etag);
    expect(tags.size).toBe(6);
    const image = (await openImage("photos", name!, { width: 400, accept: "" }))!;
    expect(image.size).toBe((await bytesOf(image)).length);
    expect(image.etag).toMatch(/^"[\w.-]+"$/);
  });

  it("finds nothing by another name, in another folder, or by a path", async () => {
    const [name] = await keep("photos", await png());
    expect(await openImage("photos", name!, { accept: "" })).not.toBeNull();
    expect(await openImage("users", name!, { accept: "" })).toBeNull();
    for (const wrongName of [
      name!.replace("60x40", "61x40"),
      `../photos/${name}`,
      "../../package.json",
      "..%2f..%2fpackage.json",
      `${name!.slice(0, 2)}/${name}`,
      "default-vehicle.png",
      "",
    ])
      expect(await openImage("photos", wrongName, { accept: "" })).toBeNull();
  });
});

it("removing images deletes every file of the named ones and no other, as often as one likes", async () => {
  const [removedImage, keptImage] = await keep("photos", await animatedGif(), await png({ width: 900, height: 600 }));
  await removeImages("photos", [removedImage!, "default-vehicle.png", "../x", "https://example.org/a.jpg"]);
  await removeImages("photos", [removedImage!]);
  const files = await filesInUploads();
  expect(files.filter((file) => file.includes(removedImage!.slice(0, 24)))).toEqual([]);
  expect(files.filter((file) => file.includes(keptImage!.slice(0, 24))).length).toBeGreaterThanOrEqual(6);
});

describe("the queue", () => {
  it("runs at most its limit, in order, and continues after a failure", async () => {
    const limit = createTaskQueue(2);
    let running = 0;
    let most = 0;
    const started: number[] = [];
    const outcomes = await Promise.allSettled(
      [0, 1, 2, 3, 4, 5].map((at) =>
        limit(async () => {
          started.push(at);
          most = Math.max(most, ++running);
          await new Promise(setImmediate);
          running--;
          if (at === 1) throw new Error("one fails");
          return at;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(started).toEqual([0, 1, 2, 3, 4, 5]);
    expect(outcomes.map(({ status }) => status).filter((status) => status === "rejected")).toHaveLength(1);
  });

  it("lets the highest rank go first, those of one rank in turn", async () => {
    const limit = createTaskQueue(1);
    const started: number[] = [];
    await Promise.all([1, 1, 5, 0, 5].map((rank, index) => limit(async () => void started.push(index), rank)));
    // The first found a free slot.
    expect(started).toEqual([0, 2, 4, 1, 3]);
  });

  it("works on three images at once, and on a heavy one alone", async () => {
    let running = 0;
    const runningCounts = { heavy: [] as number[], light: [] as number[] };
    const image = (heavy: boolean) =>
      withImageSlot(heavy, async () => {
        running++;
        for (let turn = 0; turn < 5; turn++) {
          runningCounts[heavy ? "heavy" : "light"].push(running);
          await new Promise(setImmediate);
        }
        running--;
      });
    await Promise.all([false, false, false, true, false, false, true, false, false, false, false].map(image));
    expect(Math.max(...runningCounts.heavy)).toBe(1);
    expect(Math.max(...runningCounts.light)).toBe(3);
  });
});

describe("a folder that takes no image", () => {
  afterEach(() => void vi.restoreAllMocks());

  const CANNOT_STORE = "We cannot store photos at the moment. Nothing is lost; please try again later.";
  test.each([
    ["ENOSPC", "cannot_store", CANNOT_STORE],
    ["EDQUOT", "cannot_store", CANNOT_STORE],
    ["EIO", "cannot_store", CANNOT_STORE],
    ["ESTALE", "unavailable", "Upload failed. Please try again."],
  ])("%s is %s, at the field", async (errno, code, message) => {
    const cause = Object.assign(new Error(errno), { code: errno });
    const away = errno === "EIO" || errno === "ESTALE";
    const error = away ? new StoreUnavailableError(errno, { cause }) : cause;
    vi.spyOn(FolderStore.prototype, "put").mockRejectedValue(error);
    const failure = await failureOf(async () => keep("photos", await png()));
    expect(failure).toMatchObject({ code, message, fields: { photos: [message] } });
    expect(await filesInUploads()).toEqual([]);
  });
});
