import sharp, { type OutputInfo, type Sharp } from "sharp";
import { IMAGE_WIDTHS, type ImageFacts, type ImageKind, lightWidths, renditionWidths } from "~/lib/images";
import { type InspectedFile, READ_OPTIONS } from "./inspect.server";
import { withEncoderSlot } from "./queue.server";

/** `suffix` follows the stem of the name: "-400.webp". */
interface Rendition {
  suffix: string;
  bytes: Buffer;
}

export interface RenderedImage {
  facts: Omit<ImageFacts, "id">;
  renditions: Rendition[];
}

interface Size {
  nominal: number;
  pixels: Pixels;
}

interface Encoded {
  jpeg: Buffer;
  webp?: Buffer;
  avif?: Buffer;
}

/**
 * Rank of work with dependent work. Other work ranks by its pixels, the longest first, so that none runs alone at the
 * end.
 */
const FIRST = Number.POSITIVE_INFINITY;

const PAPER = "#f6f4ef";
/** So that every format can hold it (WebP ends at 16,383 pixels). */
const MAX_HEIGHT = 4000;
const MAX_AVIF_WIDTH = 800;
const ANIMATION_WIDTH = 800;
/** The rest of an animation is dropped; about a minute at the usual speed. */
const MAX_FRAMES = 1000;

/**
 * Makes every stored file from one decoding, each size from the next larger one. Orientation is applied, colours become
 * sRGB, metadata is dropped.
 * @param turn degrees clockwise, a multiple of 90; for still images only
 * @throws sharp's error if the pixels cannot be decoded
 */
export async function renderImage(kind: ImageKind, file: InspectedFile, turn = 0): Promise<RenderedImage> {
  const largest = await decode(kind, file, turn);
  const { width, height } = largest.info;
  const sizes: Size[] = [];
  for (const nominal of renditionWidths(kind, width).reverse()) {
    const upperBound = sizes.at(-1)?.pixels ?? largest;
    sizes.push({ nominal, pixels: await shrink(upperBound, Math.min(nominal, width), width, height) });
  }

  const encoded = await Promise.all([
    ...encodeSizes(sizes, file.isSample),
    ...lightWidths(kind, width).map((light) => encodeLight(light, sizes, largest, file.isSample)),
  ]);
  const renditions = encoded.flat();
  const isAnimated = kind === "photos" && file.frames > 1;
  if (isAnimated) renditions.push({ suffix: "-full.webp", bytes: await animation(file) });
  return { facts: { width, height, color: await meanColor(sizes.at(-1)!.pixels), isAnimated }, renditions };
}

async function decode(kind: ImageKind, file: InspectedFile, turn: number): Promise<Pixels> {
  const image = sharp(file.path, { ...READ_OPTIONS, pages: 1 }).autoOrient();
  if (turn !== 0) image.rotate(turn);
  const widest = IMAGE_WIDTHS[kind].at(-1)!;
  if (kind === "users") {
    const { autoOrient } = await sharp(file.path, READ_OPTIONS).metadata();
    const side = Math.min(autoOrient.width, autoOrient.height, widest);
    image.resize({ width: side, height: side, fit: "cover", position: "centre" });
  } else {
    image.resize({ width: widest, height: MAX_HEIGHT, fit: "inside", withoutEnlargement: true });
  }
  return toPixels(image.flatten({ background: PAPER }).toColourspace("srgb"));
}

async function shrink(from: Pixels, width: number, fullWidth: number, fullHeight: number): Promise<Pixels> {
  if (width === from.info.width) return from;
  const height = Math.max(1, Math.round((fullHeight * width) / fullWidth));
  return toPixels(open(from).resize({ width, height, fit: "fill" }));
}

/**
 * @param sizes largest first; the smallest predicts whether WebP is worth trying
 * @param isQuick less effort, slightly larger files
 */
function encodeSizes(sizes: readonly Size[], isQuick = false): Promise<Rendition[]>[] {
  const smallest = sizes.at(-1)!;
  const first = encode(smallest, { tryWebp: Promise.resolve(true), rank: FIRST, isQuick });
  const larger = sizes.slice(0, -1);
  if (larger.length === 0) return [first.then((encoded) => choose(smallest, encoded))];
  const tryWebp = first.then(({ jpeg, webp }) =>
    isWebpWorthTrying({ jpeg: jpeg.length, webp: webp!.length }, larger[0]!.pixels, compare),
  );
  return sizes.map(async (size) =>
    choose(size, await (size === smallest ? first : encode(size, { tryWebp, rank: size.pixels.data.length, isQuick }))),
  );
}

interface Encoding {
  tryWebp: Promise<boolean>;
  rank: number;
  isQuick: boolean;
}

async function encode({ nominal, pixels }: Size, { tryWebp, rank, isQuick }: Encoding): Promise<Encoded> {
  const [jpeg, webp, avif] = await Promise.all([
    run(toJpeg(pixels, isQuick), rank),
    tryWebp.then((worthIt) => (worthIt ? run(toWebp(pixels, isQuick), rank) : undefined)),
    nominal <= MAX_AVIF_WIDTH ? run(toAvif(pixels, isQuick), pixels.data.length) : undefined,
  ]);
  return { jpeg, webp, avif };
}

async function compare(sample: Pixels): Promise<Compared> {
  const [jpeg, webp] = await Promise.all([run(toJpeg(sample), FIRST), run(toWebp(sample), FIRST)]);
  return { jpeg: jpeg.length, webp: webp.length };
}

function choose({ nominal }: Size, { jpeg, webp, avif }: Encoded): Rendition[] {
  // The fallback for all; another format is stored only if smaller, a third one if it saves a tenth.
  const renditions = [{ suffix: `-${nominal}.jpg`, bytes: jpeg }];
  const smallest = Math.min(jpeg.length, webp?.length ?? jpeg.length);
  if (webp && webp.length < jpeg.length) renditions.push({ suffix: `-${nominal}.webp`, bytes: webp });
  if (avif && avif.length <= smallest * 0.9) renditions.push({ suffix: `-${nominal}.avif`, bytes: avif });
  return renditions;
}

/** For browsers with AVIF only, from the next larger width. */
async function encodeLight(
  width: number,
  sizes: readonly Size[],
  { info }: Pixels,
  quick = false,
): Promise<Rendition[]> {
  const source = sizes.findLast(({ pixels }) => pixels.info.width > width)!;
  const pixels = await shrink(source.pixels, width, info.width, info.height);
  return [{ suffix: `-${width}.avif`, bytes: await run(toAvif(pixels, quick), pixels.data.length) }];
}

function toJpeg(pixels: Pixels, quick = false): Sharp {
  return open(pixels).jpeg({ quality: 78, mozjpeg: !quick });
}

function toWebp(pixels: Pixels, quick = false): Sharp {
  return open(pixels).webp({ quality: 74, effort: quick ? 1 : 4 });
}

/** Chroma at half the resolution, as in JPEG and WebP: smaller and faster, which pays for the effort of 1. */
function toAvif(pixels: Pixels, quick = false): Sharp {
  return open(pixels).avif({ quality: 50, effort: quick ? 0 : 1, chromaSubsampling: "4:2:0" });
}

function animation(file: InspectedFile): Promise<Buffer> {
  const frames = sharp(file.path, { ...READ_OPTIONS, pages: Math.min(file.frames, MAX_FRAMES) });
  const fittedFrames = frames.resize({
    width: ANIMATION_WIDTH,
    height: MAX_HEIGHT,
    fit: "inside",
    withoutEnlargement: true,
  });
  return run(fittedFrames.webp({ quality: 70, effort: 2 }), 0);
}

async function meanColor(pixels: Pixels): Promise<string> {
  const { data } = await toPixels(open(pixels).resize({ width: 1, height: 1, fit: "fill" }));
  return data.subarray(0, 3).toString("hex");
}

function open({ data, info }: Pixels): Sharp {
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

function toPixels(image: Sharp): Promise<Pixels> {
  return withEncoderSlot(() => image.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true }), FIRST);
}

function run(image: Sharp, rank: number): Promise<Buffer> {
  return withEncoderSlot(() => image.toBuffer(), rank);
}

export interface Pixels {
  data: Buffer;
  info: Pick<OutputInfo, "width" | "height" | "channels">;
}

/** Bytes. */
export interface Compared {
  jpeg: number;
  webp: number;
}

const BANDS = 6;
/** The block height of both formats. */
const BAND_ROWS = 16;
/** Of the picture; a larger sample is not worth its time. */
const MAX_SHARE = 1 / 8;
/** Below this ratio in the smallest width, WebP is smaller or nearly so, and is tried in the other widths. */
const DOUBTFUL = 1.1;
/** For WebP the sample's ratio is at most 0.12 worse than the whole picture's, so from here on WebP is larger. */
const HOPELESS = 1.15;

/**
 * In a grainy photo WebP is not smaller than JPEG. A smaller width can only confirm WebP, because shrinking makes
 * grain; otherwise a sample of the largest width decides.
 * @param smallest encoded sizes of the smallest width
 * @param largest pixels of the largest width
 */
export async function isWebpWorthTrying(
  smallest: Compared,
  largest: Pixels,
  encode: (sample: Pixels) => Promise<Compared>,
): Promise<boolean> {
  if (smallest.webp < smallest.jpeg * DOUBTFUL) return true;
  if (BANDS * BAND_ROWS > largest.info.height * MAX_SHARE) return true;
  const { jpeg, webp } = await encode(sampleOf(largest));
  return webp < jpeg * HOPELESS;
}

/** Bands from all over the picture. */
function sampleOf({ data, info }: Pixels): Pixels {
  const row = info.width * info.channels;
  const bands = Array.from({ length: BANDS }, (_, index) => {
    const top = Math.floor(((info.height - BAND_ROWS) * (index + 0.5)) / BANDS);
    return data.subarray(top * row, (top + BAND_ROWS) * row);
  });
  return { data: Buffer.concat(bands), info: { ...info, height: BANDS * BAND_ROWS } };
}
