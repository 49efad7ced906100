import { writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { env } from "~/env.server";
import type { DomainError } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { MAX_FILE_BYTES } from "~/lib/images";
import { countGifFrames } from "~/services/images/render/gif.server";
import { inspectImage } from "~/services/images/render/inspect.server";
import { withStagedImages } from "~/services/images/stage.server";
import {
  animatedGif,
  frameBomb,
  htmlAsJpeg,
  hugePixelPng,
  photograph,
  png,
  stillGif,
  svg,
  tiff,
  truncated,
  truncatedJpeg,
  webp,
} from "../support/images";
import { failureOf } from "../support/refusal";
import { emptyUploadsForEachTest, filesInUploads, uploaded } from "../support/uploads";

emptyUploadsForEachTest();

const ACCEPTED = "PNG, JPEG or GIF, up to 20 MB each.";

/** Small, but with a large image's header. */
async function progressiveHeader(chromaSubsampling: string, side: number): Promise<Buffer> {
  const small = sharp({ create: { width: 32, height: 32, channels: 3, background: "#a33" } });
  const bytes = await small.jpeg({ progressive: true, chromaSubsampling }).toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
  bytes.writeUInt16BE(side, frame + 5);
  bytes.writeUInt16BE(side, frame + 7);
  return bytes;
}

async function refusalOf(...files: UploadedFile[]): Promise<DomainError> {
  let rowsWritten = false;
  const attempt = withStagedImages("photos", files, "photos", () => {
    rowsWritten = true;
  });
  const error = (await failureOf(attempt))!;
  expect(error).toMatchObject({ name: "DomainError", fields: { photos: [error.message] } });
  expect(rowsWritten).toBe(false);
  expect(await filesInUploads()).toEqual([]);
  return error;
}

describe("what is refused", () => {
  it.each([
    ["SVG", async () => svg()],
    ["TIFF", () => tiff()],
    ["WebP", () => webp()],
    ["HTML", async () => htmlAsJpeg()],
    ["nothing", async () => Buffer.alloc(0)],
    ["a HEIC header", async () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")],
  ])("%s, with any name; a presumed JPEG gets no advice to choose one", async (_, make) => {
    const bytes = await make();
    const error = await refusalOf(uploaded({ filename: "holiday.jpg", bytes }));
    const message =
      "“holiday.jpg” is not an image we accept. It is damaged, or its format does not match its name. We accept PNG, JPEG or GIF, up to 20 MB.";
    expect(error).toMatchObject({ code: "invalid", message });
    const otherError = await refusalOf(uploaded({ filename: "holiday.heic", bytes }));
    expect(otherError.message).toBe(`“holiday.heic” is not an image we accept. ${ACCEPTED}`);
  });

  it.each([
    ["a JPEG", truncatedJpeg],
    ["a PNG", async () => truncated(await png({ width: 300, height: 300 }), 0.9)],
    ["a GIF", async () => truncated(await animatedGif(), 0.9)],
    ["a JPEG's first bytes", async () => Buffer.from("\xff\xd8\xff\xe0rest", "latin1")],
    ["a PNG's first bytes", async () => Buffer.from("\x89PNG\r\n\x1a\n", "latin1")],
    ["a GIF's first bytes", async () => Buffer.from("GIF89a")],
    ["HTML behind a JPEG's mark", async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), htmlAsJpeg()])],
  ])("%s that is cut off", async (_, make) => {
    const error = await refusalOf(uploaded({ filename: "cut.gif", bytes: await make() }));
    expect(error.code).toBe("invalid");
    expect(error.message).toBe("“cut.gif” is damaged and cannot be read. Please choose another file.");
  });

  it("a file of more than 20 MB", async () => {
    const bytes = Buffer.concat([await png(), Buffer.alloc(MAX_FILE_BYTES)]);
    const error = await refusalOf(uploaded({ filename: "big.png", bytes }));
    expect(error).toMatchObject({ code: "too_large", message: `“big.png” is larger than 20 MB. ${ACCEPTED}` });
  });

  it.each([
    ["a bomb of pixels", () => hugePixelPng()],
    ["a bomb of frames", () => frameBomb()],
  ])("%s, before anything is decoded", async (_, make) => {
    const bytes = make();
    expect(bytes.length).toBeLessThan(100_000);
    const before = process.memoryUsage().rss;
    const error = await refusalOf(uploaded({ filename: "bomb", bytes }));
    expect(error).toMatchObject({ code: "too_large", message: `“bomb” has more than 100 megapixels. ${ACCEPTED}` });
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  });

  it("an interlaced PNG that would fill the memory", async () => {
    const bytes = hugePixelPng({ width: 9000, height: 9000, bits: 16, interlaced: true });
    const error = await refusalOf(uploaded({ filename: "deep.png", bytes }));
    expect(error).toMatchObject({ code: "too_large" });
    expect(error.message).toBe(`“deep.png” is interlaced and too large to be opened. ${ACCEPTED}`);
  });

  it.each([
    ["4:4:4", 5000, true],
    ["4:4:4", 5100, false],
    ["4:2:0", 7000, true],
    ["4:2:0", 7100, false],
  ])("a progressive JPEG of more than the memory has room for: %s, %d pixels wide", async (chroma, side, fits) => {
    const bytes = await progressiveHeader(chroma, side);
    const looked = inspectImage(uploaded({ filename: "wide.jpg", bytes }), "photos");
    if (fits) expect(await looked).toMatchObject({ isHeavy: true });
    else await expect(looked).rejects.toThrow("“wide.jpg” is interlaced and too large to be opened.");
  });

  it("every file of a request, when one of them is refused", async () => {
    const good = uploaded({ filename: "good.jpg", bytes: await photograph({ width: 300, height: 200 }) });
    // One fails at its header, one at its pixels.
    for (const bytes of [svg(), await truncatedJpeg()]) {
      const error = await refusalOf(good, uploaded({ filename: "bad.jpg", bytes }), good);
      expect(error.message).toContain("“bad.jpg”");
    }
  });

  it("more than five files", async () => {
    const file = uploaded({ filename: "a.png", bytes: await png() });
    const error = await refusalOf(file, file, file, file, file, file);
    expect(error).toMatchObject({ code: "invalid", message: "Please select at most 5 photos at a time." });
  });

  it.each([
    ["C:\\secret\\me\u0000\u001b[31m.heic", "me[31m.heic"],
    ["/etc/../x\r\nSet-Cookie: a.heic", "x Set-Cookie: a.heic"],
    ["photo\u202egpj.exe", "photogpj.exe"],
    ["é".repeat(300), `${"é".repeat(79)}…`],
    ["", "file"],
  ])("with the name %j cleaned", async (filename, cleanName) => {
    const error = await refusalOf(uploaded({ filename, bytes: svg() }));
    expect(error.message.startsWith(`“${cleanName}” is not`)).toBe(true);
  });
});

describe("what is accepted all the same", () => {
  const accepts = (bytes: Buffer) =>
    withStagedImages("photos", [uploaded({ filename: "x", bytes })], "photos", (names) => names.length);

  it("junk behind the end of a JPEG or a GIF", async () => {
    const junk = Buffer.from("<script>alert(1)</script>");
    expect(await accepts(Buffer.concat([await photograph({ width: 100, height: 80 }), junk]))).toBe(1);
    expect(await accepts(Buffer.concat([await animatedGif(), junk]))).toBe(1);
    for (const file of await filesInUploads()) expect(file).not.toContain("script");
  });

  it("a GIF without its last byte", async () => {
    const whole = await stillGif();
    expect(await countGifFrames([whole])).toBe(1);
    const moving = await animatedGif({ frames: 4 });
    expect(await countGifFrames([...moving].map((byte) => Uint8Array.of(byte)))).toBe(4);
    for (const length of [0, 12, 13, 20, moving.length - 3])
      expect(await countGifFrames([moving.subarray(0, length)])).toBe(0);
    expect(await accepts(whole.subarray(0, -1))).toBe(1);
  });

  it("no file at all: nothing is written to the disk", async () => {
    expect(await withStagedImages("photos", [], "photos", (names) => names)).toEqual([]);
    expect(await filesInUploads()).toEqual([]);
  });
});

it("any byte of a file changed leads to an image or to a refusal, never to anything else", async () => {
  const sources = [await photograph({ width: 60, height: 40 }), await png(), await animatedGif()];
  for (const source of sources) {
    for (let step = 0; step < 12; step++) {
      const bytes = Buffer.from(source);
      bytes[Math.floor((step * source.length) / 12)]! ^= 0xff;
      const file = uploaded({ filename: "flip", bytes });
      const outcome = withStagedImages("users", [file], "avatar", (names) => names.length);
      const result = await outcome.catch((error: DomainError) => error.name);
      expect([1, "DomainError"]).toContain(result);
    }
  }
});

it("when the disk refuses, the fault is ours and is not shown as the file's", async () => {
  await writeFile(path.join(env().UPLOADS_DIR, ".tmp"), "");
  const upload = withStagedImages("photos", [uploaded({ filename: "a.png", bytes: await png() })], "photos", () => 1);
  await expect(upload).rejects.not.toHaveProperty("fields");
});
