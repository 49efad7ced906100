import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type Compared, isWebpWorthTrying, type Pixels } from "~/services/images/render/render.server";
import { withStagedImages } from "~/services/images/stage.server";
import { photograph } from "../support/images";
import { emptyUploadsForEachTest, filesInUploads, uploaded } from "../support/uploads";

emptyUploadsForEachTest();

const SIZE = { width: 1600, height: 1200 };

const BEST = { quality: 95 };

/** Grain of about a pixel, like a phone's photo at half its size. */
async function grainy(): Promise<Buffer> {
  const large = await photograph({ width: 2 * SIZE.width, height: 2 * SIZE.height });
  return sharp(large).resize(SIZE).jpeg(BEST).toBuffer();
}

const pixelsOf = (photo: Buffer): Promise<Pixels> => sharp(photo).raw().toBuffer({ resolveWithObject: true });

const open = ({ data, info: { width, height, channels } }: Pixels) => sharp(data, { raw: { width, height, channels } });

async function compare(pixels: Pixels): Promise<Compared> {
  const [jpeg, webp] = await Promise.all([
    open(pixels).jpeg({ quality: 78, mozjpeg: true }).toBuffer(),
    open(pixels).webp({ quality: 74, effort: 4 }).toBuffer(),
  ]);
  return { jpeg: jpeg.length, webp: webp.length };
}

/** From a quarter of the size. */
async function decide(photo: Buffer) {
  const pixels = await pixelsOf(photo);
  const small = await pixelsOf(
    await sharp(photo)
      .resize({ width: SIZE.width / 4 })
      .png()
      .toBuffer(),
  );
  let sampled = 0;
  const worthIt = await isWebpWorthTrying(await compare(small), pixels, (sample) => {
    sampled += sample.info.height;
    return compare(sample);
  });
  const { jpeg, webp } = await compare(pixels);
  return { worthIt, sampled, smaller: webp < jpeg };
}

describe("whether WebP is worth trying", () => {
  it("is not in a grainy photo, where a sample of a twelfth shows it", async () => {
    expect(await decide(await grainy())).toEqual({ worthIt: false, sampled: 96, smaller: false });
  });

  it("is in a soft photo, though shrinking makes grain of it", async () => {
    const soft = await sharp(
      await sharp(await grainy())
        .resize(800)
        .toBuffer(),
    )
      .resize(SIZE)
      .jpeg(BEST)
      .toBuffer();
    expect(await decide(soft)).toEqual({ worthIt: true, sampled: 96, smaller: true });
  });

  it("is without a sample where the smallest width clears it, and in pictures of few rows", async () => {
    const pixels = await pixelsOf(await photograph({ width: 800, height: 760 }));
    const unasked = () => Promise.reject(new Error("a sample was made"));
    expect(await isWebpWorthTrying({ jpeg: 100, webp: 200 }, pixels, unasked)).toBe(true);
    const high = await pixelsOf(await photograph({ width: 800, height: 800 }));
    expect(await isWebpWorthTrying({ jpeg: 100, webp: 109 }, high, unasked)).toBe(true);
    await expect(isWebpWorthTrying({ jpeg: 100, webp: 111 }, high, unasked)).rejects.toThrow("a sample");
  });

  it("keeps of a photo what making everything would have kept", async () => {
    const files = [uploaded({ filename: "grainy.jpg", bytes: await grainy() })];
    await withStagedImages("photos", files, "photos", () => undefined);
    const storedFiles = (await filesInUploads()).map((file) => file.replace(/^.*-/, "")).sort();
    expect(storedFiles).toEqual(["1600.jpg", "240.avif", "400.avif", "400.jpg", "640.avif", "800.avif", "800.jpg"]);
  });
});
