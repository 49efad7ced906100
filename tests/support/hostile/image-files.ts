import { deflateSync } from "node:zlib";
import sharp from "sharp";
import {
  animatedGif,
  frameBomb,
  htmlAsJpeg,
  hugePixelPng,
  jpegWithExif,
  photograph,
  png,
  pngChunk,
  stillGif,
  svg,
  tiff,
  webp,
} from "../images";
import { picker } from "./corpus";

/** One file as somebody with ill will sends it. */
export interface HostileImage {
  what: string;
  bytes: Buffer;
  filename: string;
  /** What the part says it is. */
  type: string;
  /** `either`: damaged so that a decoder may or may not get over it. */
  right: "accepted" | "refused" | "either";
}

type Made = Pick<HostileImage, "what" | "bytes" | "right"> & Partial<HostileImage>;
type Pick1 = <T>(items: readonly T[]) => T;
/** Makes the `at`th of its kind. */
type Family = (at: number, pick: Pick1) => Promise<Made> | Made;

const SCRIPT = "<script>fetch('https://canary.example/')</script>";
const text = (...parts: string[]) => Buffer.from(parts.join(""), "latin1");
const small = { width: 90, height: 60 };

const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

/** The JPEG with more segments behind its first two bytes. */
const withSegments = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** The PNG with more chunks behind its header. */
const withChunks = (file: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33)]);

/** The GIF with more blocks before its first picture; there is a table of colours behind the 13 bytes of the header. */
function withBlocks(gif: Buffer, ...blocks: Buffer[]): Buffer {
  const flags = gif[10]!;
  const at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  return Buffer.concat([gif.subarray(0, at), ...blocks, gif.subarray(at)]);
}

const gifComment = (words: string) =>
  Buffer.concat([Buffer.from([0x21, 0xfe, words.length]), text(words), Buffer.from([0])]);

/** The JPEG whose frame header says another size. */
function resizedJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg);
  const at = [0xc0, 0xc1, 0xc2].map((marker) => bytes.indexOf(Buffer.from([0xff, marker]))).find((one) => one > 0)!;
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
}

/** A PNG that says it is so large, with next to nothing behind it. */
function boastfulPng(width: number, height: number): Buffer {
  const file = hugePixelPng({ width: 8, height: 8 });
  const header = Buffer.from(file.subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([file.subarray(0, 8), pngChunk("IHDR", header), file.subarray(33)]);
}

/** A chunk that unpacks to so many megabytes. */
const inflating = (type: string, megabytes: number) =>
  pngChunk(type, Buffer.concat([text("Comment\0\0"), deflateSync(Buffer.alloc(megabytes * 1024 * 1024))]));

const bombs: Family[] = [
  () => ({ what: "pixel bomb", bytes: hugePixelPng(), right: "refused" }),
  (at) => ({ what: "boastful PNG", bytes: boastfulPng(20_000 + at * 1_000, 30_000), right: "refused" }),
  () => ({ what: "PNG of 2^31 pixels a side", bytes: boastfulPng(2 ** 31 - 1, 2 ** 31 - 1), right: "refused" }),
  async (at) => ({
    what: "JPEG that says it is huge",
    bytes: resizedJpeg(await photograph(small), 65_500 - at, 65_500),
    right: "refused",
  }),
  (at) => ({ what: "frame bomb", bytes: frameBomb({ frames: 50 + at * 20 }), right: "refused" }),
  () => ({
    what: "a hundred thousand frames",
    bytes: frameBomb({ width: 40, height: 40, frames: 100_000 }),
    right: "refused",
  }),
  () => ({
    what: "interlaced bomb",
    bytes: hugePixelPng({ width: 9_000, height: 9_000, bits: 16, interlaced: true }),
    right: "refused",
  }),
  async (at) => ({
    what: "PNG with text that inflates",
    bytes: withChunks(await png(small), inflating(at % 2 ? "zTXt" : "iCCP", 64)),
    right: "either",
  }),
  () => ({
    what: "pixels just below the limit",
    bytes: hugePixelPng({ width: 9_990, height: 9_990 }),
    right: "accepted",
  }),
  async () => ({
    what: "wide strip",
    bytes: await sharp({ create: { width: 16_000, height: 2, channels: 3, background: "red" } })
      .png()
      .toBuffer(),
    right: "accepted",
  }),
];

const foreign: Family[] = [
  () => ({ what: "SVG", bytes: svg(), right: "refused", type: "image/svg+xml", filename: "a.svg" }),
  () => ({ what: "SVG called JPEG", bytes: svg(), right: "refused" }),
  () => ({ what: "HTML called JPEG", bytes: htmlAsJpeg(), right: "refused" }),
  () => ({
    what: "HTML behind a JPEG's mark",
    bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), htmlAsJpeg()]),
    right: "refused",
  }),
  async () => ({ what: "WebP", bytes: await webp(), right: "refused" }),
  async () => ({ what: "TIFF", bytes: await tiff(), right: "refused" }),
  async () => ({
    what: "AVIF",
    bytes: await sharp(await png(small))
      .avif({ effort: 0 })
      .toBuffer(),
    right: "refused",
  }),
  () => ({ what: "HEIC", bytes: text("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), right: "refused" }),
  () => ({ what: "BMP", bytes: Buffer.concat([text("BM"), Buffer.alloc(80)]), right: "refused" }),
  () => ({ what: "ICO", bytes: Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(60)]), right: "refused" }),
  () => ({ what: "PDF", bytes: text("%PDF-1.4\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>\n%%EOF"), right: "refused" }),
  () => ({ what: "ZIP", bytes: text("PK\x03\x04", "\0".repeat(60)), right: "refused" }),
  () => ({ what: "PHP", bytes: text("GIF87<?php system($_GET['c']); ?>"), right: "refused", filename: "a.php.gif" }),
  () => ({ what: "PostScript", bytes: text("%!PS-Adobe-3.0\n(%pipe%id) (r) file\n"), right: "refused" }),
  () => ({
    what: "vector commands",
    bytes: text("push graphic-context\nimage over 0,0 0,0 'https://canary.example/'\n"),
    right: "refused",
  }),
  () => ({ what: "nothing", bytes: Buffer.alloc(0), right: "refused" }),
  () => ({ what: "one byte", bytes: Buffer.from([0xff]), right: "refused" }),
  () => ({ what: "a GIF's mark", bytes: text("GIF89a"), right: "refused" }),
  () => ({
    what: "20 MB of nothing",
    bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(20 * 1024 * 1024 + 1)]),
    right: "refused",
  }),
];

const TAILS: readonly [string, Buffer][] = [
  ["HTML", text(`<!doctype html><html>${SCRIPT}</html>`)],
  ["JavaScript", text("*/=1;fetch('https://canary.example/');//")],
  ["ZIP", text("PK\x03\x04", "\0".repeat(26), "PK\x05\x06", "\0".repeat(18))],
  ["PDF", text("%PDF-1.4\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>\ntrailer<</Root 1 0 R>>\n%%EOF")],
  ["another picture", htmlAsJpeg()],
  ["PHP", text("<?php system($_GET['c']); __halt_compiler();")],
];

const polyglots: Family[] = [
  async (_, pick) => tailed("JPEG", await photograph(small), pick(TAILS)),
  async (_, pick) => tailed("PNG", await png(small), pick(TAILS)),
  async (_, pick) => tailed("GIF", await stillGif(small), pick(TAILS)),
  async (_, pick) => tailed("moving GIF", await animatedGif(), pick(TAILS)),
  async (_, pick) => ({
    what: "JPEG behind something else",
    bytes: Buffer.concat([pick(TAILS)[1], await photograph(small)]),
    right: "refused",
  }),
  async (_, pick) => ({
    what: "JPEG with a comment that is a page",
    bytes: withSegments(await photograph(small), segment(0xfe, pick(TAILS)[1])),
    right: "accepted",
    filename: "a.html",
    type: "text/html",
  }),
  async (_, pick) => ({
    what: "PNG with text that is a page",
    bytes: withChunks(await png(small), pngChunk("tEXt", Buffer.concat([text("Title\0"), pick(TAILS)[1]]))),
    right: "accepted",
  }),
  async () => ({
    what: "GIF with a comment that is a page",
    bytes: withBlocks(await stillGif(small), gifComment(SCRIPT)),
    right: "accepted",
  }),
  async () => {
    // The width reads as the start of a comment in JavaScript: GIF89a/*…
    const gif = Buffer.from(await stillGif({ width: 100, height: 60 }));
    gif.write("/*", 6, "latin1");
    return {
      what: "GIF that is a script",
      bytes: Buffer.concat([gif, TAILS[1]![1]]),
      right: "either",
      type: "text/javascript",
      filename: "a.js",
    };
  },
];

const tailed = (format: string, bytes: Buffer, [name, tail]: readonly [string, Buffer]): Made => ({
  what: `${format} and ${name}`,
  bytes: Buffer.concat([bytes, tail]),
  right: "accepted",
});

/** Good pictures to be spoilt, by what they are. */
const SOURCES: Record<string, () => Promise<Buffer>> = {
  "a JPEG": () => photograph(small),
  "a PNG": () => png({ width: 300, height: 200 }),
  "a moving GIF": () => animatedGif(),
  "a GIF": () => stillGif({ width: 200, height: 200 }),
  "an interlaced PNG": async () =>
    sharp(await photograph(small))
      .png({ progressive: true })
      .toBuffer(),
};

const truncations: Family[] = Object.entries(SOURCES).map(([name, source]) => async (at) => {
  const whole = await source();
  const part = ((at * 37) % 95) / 100;
  return {
    what: `${name} cut off after ${Math.round(part * 100)} %`,
    bytes: whole.subarray(0, Math.floor(whole.length * part)),
    // Cut between two of its pictures, a moving GIF is a shorter one.
    right: name === "a moving GIF" ? "either" : "refused",
  };
});

const flips: Family[] = Object.entries(SOURCES).map(([name, source]) => async (_, pick) => {
  const bytes = Buffer.from(await source());
  const places = Array.from(bytes.keys());
  // The header decides more than the pixels do.
  const near = pick([true, false]) ? places.slice(0, 64) : places;
  const times = pick([1, 1, 3, 20]);
  for (let flip = 0; flip < times; flip += 1) bytes[pick(near)]! ^= pick([1, 0x80, 0xff, 0x55]);
  return { what: `${times} bytes of ${name} changed`, bytes, right: "either" };
});

const PLACE = {
  GPSLatitudeRef: "N",
  GPSLatitude: "36/1 33/1 59/1",
  GPSLongitudeRef: "W",
  GPSLongitude: "121/1 56/1 0/1",
};

const metadata: Family[] = [
  async (at) => ({
    what: "EXIF, GPS, XMP, ICC",
    bytes: await jpegWithExif({ ...small, orientation: (at % 8) + 1 }),
    right: "accepted",
  }),
  async () => ({
    what: "60 KB of EXIF",
    bytes: await sharp(await photograph(small))
      .withExif({ IFD0: { ImageDescription: "secret ".repeat(8_000) }, IFD3: PLACE })
      .jpeg()
      .toBuffer(),
    right: "accepted",
  }),
  async () => ({
    what: "5 MB of comments",
    bytes: withSegments(
      await photograph(small),
      ...Array.from({ length: 80 }, () => segment(0xfe, Buffer.alloc(65_000, "secret "))),
    ),
    right: "accepted",
  }),
  async () => ({
    what: "extended XMP",
    bytes: withSegments(
      await photograph(small),
      ...Array.from({ length: 40 }, () =>
        segment(0xe1, Buffer.concat([text("http://ns.adobe.com/xmp/extension/\0"), Buffer.alloc(60_000, "<secret/>")])),
      ),
    ),
    right: "accepted",
  }),
  async () => ({
    what: "IPTC",
    bytes: withSegments(
      await photograph(small),
      segment(
        0xed,
        Buffer.concat([text("Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\x10\0"), Buffer.alloc(4_096, "secret ")]),
      ),
    ),
    right: "accepted",
  }),
  async () => ({
    what: "broken EXIF",
    bytes: withSegments(
      await photograph(small),
      segment(0xe1, Buffer.concat([text("Exif\0\0MM\0*\xff\xff\xff\xff"), Buffer.alloc(2_000, 0xff)])),
    ),
    right: "accepted",
  }),
  async () => ({
    what: "broken ICC",
    bytes: withSegments(
      await photograph(small),
      segment(0xe2, Buffer.concat([text("ICC_PROFILE\0\x01\x01"), Buffer.alloc(3_000, 0xaa)])),
    ),
    right: "either",
  }),
  async () => ({
    what: "PNG with EXIF and texts",
    bytes: withChunks(
      await sharp(await png(small))
        .withExif({ IFD3: PLACE })
        .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'><secret>xmp-secret</secret></x:xmpmeta>")
        .png()
        .toBuffer(),
      pngChunk("tEXt", text("Author\0secret")),
      pngChunk("iTXt", text("Comment\0\0\0\0\0secret")),
    ),
    right: "accepted",
  }),
  async () => ({
    what: "GIF with comments",
    bytes: withBlocks(await stillGif(small), ...Array.from({ length: 500 }, () => gifComment("secret ".repeat(30)))),
    right: "accepted",
  }),
  async () => ({
    what: "PNG with 20,000 chunks",
    bytes: withChunks(await png(small), ...Array.from({ length: 20_000 }, () => pngChunk("tEXt", text("k\0secret")))),
    right: "either",
  }),
];

const NAMES = [
  "../../../etc/passwd",
  "..\\..\\boot.ini",
  "a.php",
  "a.jpg.svg",
  "a.svg",
  "\0.jpg",
  "a\0.php",
  `${"a".repeat(5_000)}.jpg`,
  "<img src=x onerror=alert(1)>.jpg",
  "CON",
  "a;b.jpg",
  "a%00.jpg",
  "é\u202egnp.exe",
  ".htaccess",
  "-rf",
  "a/b/c.jpg",
  "%2e%2e%2f.jpg",
  "$(id).jpg",
  "' OR 1=1--.jpg",
  "__proto__",
];
const TYPES = [
  "text/html",
  "image/svg+xml",
  "application/x-php",
  "",
  "image/png; charset=utf-7",
  "multipart/mixed; boundary=x",
  "application/json",
  "*/*",
];

const names: Family[] = [
  async (at, pick) => ({
    what: `named ${JSON.stringify(NAMES[at % NAMES.length]).slice(0, 30)}`,
    bytes: await photograph(small),
    right: "accepted",
    filename: NAMES[at % NAMES.length]!,
    type: pick(TYPES),
  }),
  async (at) => ({
    what: `said to be ${TYPES[at % TYPES.length]}`,
    bytes: await png(small),
    right: "accepted",
    filename: "a.jpg",
    type: TYPES[at % TYPES.length]!,
  }),
];

/** Which part of the whole each group of families makes up. */
const GROUPS: readonly (readonly [share: number, families: Family[]])[] = [
  [0.12, bombs],
  [0.12, foreign],
  [0.16, polyglots],
  [0.2, truncations],
  [0.2, flips],
  [0.12, metadata],
  [0.08, names],
];

/** So many hostile files, of every kind, the same ones for the same seed. */
export async function* hostileImages(count: number, seed: number): AsyncGenerator<HostileImage> {
  const picks = picker(seed);
  const pick: Pick1 = (items) => picks(items, 1)[0]!;
  const orders = GROUPS.flatMap(([share, families]) =>
    Array.from({ length: Math.max(1, Math.round(share * count)) }, (_, at) => ({
      make: families[at % families.length]!,
      at: Math.floor(at / families.length),
    })),
  );
  // Mixed, so that every kind meets every form.
  for (const { make, at } of picks(orders, count)) {
    yield { filename: "photo.jpg", type: "image/jpeg", ...(await make(at, pick)) };
  }
}
