import { deflateSync } from "node:zlib";
import sharp from "sharp";

interface Size {
  width?: number;
  height?: number;
}

type Color = { r: number; g: number; b: number };

/** Each caller gets a copy. */
function memoizeImage<Args extends unknown[]>(make: (...args: Args) => Promise<Buffer>) {
  const images = new Map<string, Promise<Buffer>>();
  return async (...args: Args): Promise<Buffer> => {
    const key = JSON.stringify(args);
    const image = images.get(key) ?? make(...args);
    images.set(key, image);
    return Buffer.from(await image);
  };
}

/** Place and other private metadata. */
export const GPS = {
  ...{ GPSLatitudeRef: "N", GPSLatitude: "36/1 33/1 59/1" },
  ...{ GPSLongitudeRef: "W", GPSLongitude: "121/1 56/1 0/1" },
};
export const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>xmp-secret</secret></x:xmpmeta>';

/** Like a phone's: soft shapes, orientation, place, camera, XMP. */
export const jpegWithExif = memoizeImage(
  async ({ width = 120, height = 80, orientation = 1 }: Size & { orientation?: number } = {}): Promise<Buffer> => {
    return sharp(Buffer.from(scene(width, height)))
      .withExif({ IFD0: { Make: "Secretcam", Model: "Whereabouts 3" }, IFD3: GPS })
      .withXmp(XMP)
      .withIccProfile("p3")
      .withMetadata({ orientation })
      .jpeg({ quality: 92 })
      .toBuffer();
  },
);

/** Red left, blue right, before orientation. */
export async function redAndBlueJpeg({ width = 60, height = 40, orientation = 1 } = {}): Promise<Buffer> {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const };
  const blue = await sharp({ create: { ...half, background: "#0000ff" } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: "#ff0000" } })
    .composite([{ input: blue, left: width - half.width, top: 0 }])
    .withMetadata({ orientation })
    .jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

/** One colour; `alpha` 0 is transparent. */
export async function png({
  width = 60,
  height = 40,
  color = { r: 200, g: 40, b: 30 },
  alpha = 1,
}: Size & { color?: Color; alpha?: number } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: { ...color, alpha } } })
    .png()
    .toBuffer();
}

/** Shapes, gradients, texture; always the same. */
export const photograph = memoizeImage(async ({ width = 800, height = 533 }: Size = {}): Promise<Buffer> => {
  const grain = { width: Math.ceil(width / 3), height: Math.ceil(height / 3), channels: 1 as const };
  const texture = await sharp(noise(grain.width * grain.height), { raw: grain })
    .resize(width, height, { fit: "fill" })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(Buffer.from(scene(width, height)))
    .composite([{ input: texture, blend: "soft-light" }])
    .jpeg({ quality: 92 })
    .toBuffer();
});

/** The first frame is the darkest. */
export async function animatedGif({ width = 60, height = 40, frames = 4 } = {}): Promise<Buffer> {
  const pixels = Buffer.concat(
    Array.from({ length: frames }, (_, index) =>
      Buffer.alloc(width * height * 3, 20 + Math.floor((index * 200) / frames)),
    ),
  );
  return sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array(frames).fill(80), loop: 0 })
    .toBuffer();
}

const encodeAs =
  (format: "gif" | "tiff" | "webp") =>
  async (size: Size = {}) =>
    sharp(await png(size))
      .toFormat(format)
      .toBuffer();
export const stillGif = encodeAs("gif");
export const tiff = encodeAs("tiff");
export const webp = encodeAs("webp");

export const svg = (): Buffer =>
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');

export const htmlAsJpeg = (): Buffer => Buffer.from("<!doctype html><script>alert(1)</script>");

/** As after a broken connection. */
export const truncated = (file: Buffer, part = 0.7): Buffer => file.subarray(0, Math.floor(file.length * part));

export const truncatedJpeg = async (): Promise<Buffer> => truncated(await photograph({ width: 200, height: 150 }));

/** Valid, small, many pixels of one colour. Not encoded: an encoder needs memory and time for the decoded image. */
export function hugePixelPng({ width = 12_000, height = 12_000, bits = 1, interlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Grey, or three channels if deep.
  header.set([bits, bits === 16 ? 2 : 0, 0, 0, interlaced ? 1 : 0], 8);
  const row = Math.ceil(width / 8) + 1;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.alloc(row * height))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Under a kilobyte; only all frames together exceed the limits. */
export function frameBomb({ width = 1700, height = 1500, frames = 50 } = {}): Buffer {
  const size = Buffer.from([width & 255, width >> 8, height & 255, height >> 8]);
  const header = Buffer.concat([Buffer.from("GIF89a"), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);
  // One pixel of the canvas: 1 x 1, code size 2, "clear, 0, end".
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]);
  return Buffer.concat([header, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

function scene(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 300 200" preserveAspectRatio="none">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#7aa7d9"/><stop offset="1" stop-color="#f3d9b1"/></linearGradient>
    <radialGradient id="paint"><stop stop-color="#ff7b5c"/><stop offset="1" stop-color="#7d1010"/></radialGradient></defs>
    <rect width="300" height="200" fill="url(#sky)"/><rect y="140" width="300" height="60" fill="#4b4a48"/>
    <path d="M30 140q10-40 70-44l40-30h60l40 34q40 6 40 40z" fill="url(#paint)"/>
    <circle cx="85" cy="142" r="22"/><circle cx="235" cy="142" r="22"/></svg>`;
}
