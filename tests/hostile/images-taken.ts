import sharp from "sharp";
import { animatedGif, htmlAsJpeg, jpegWithExif, photograph, png, pngChunk, stillGif } from "../support/images";
import {
  type Family,
  gifComment,
  type Made,
  SCRIPT,
  segment,
  small,
  text,
  withBlocks,
  withChunks,
  withSegments,
} from "./image-parts";

const TAILS: readonly [string, Buffer][] = [
  ["HTML", text(`<!doctype html><html>${SCRIPT}</html>`)],
  ["JavaScript", text("*/=1;fetch('https://canary.example/');//")],
  ["ZIP", text("PK\x03\x04", "\0".repeat(26), "PK\x05\x06", "\0".repeat(18))],
  ["PDF", text("%PDF-1.4\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>\ntrailer<</Root 1 0 R>>\n%%EOF")],
  ["another picture", htmlAsJpeg()],
  ["PHP", text("<?php system($_GET['c']); __halt_compiler();")],
];

/** Polyglots: images that are valid files of another type too. */
export const polyglots: Family[] = [
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
    // The width is the start of a JavaScript comment: GIF89a/*…
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

const PLACE = {
  GPSLatitudeRef: "N",
  GPSLatitude: "36/1 33/1 59/1",
  GPSLongitudeRef: "W",
  GPSLongitude: "121/1 56/1 0/1",
};

/** Images with metadata. */
export const metadata: Family[] = [
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

/** Valid images with hostile file names. */
export const names: Family[] = [
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
