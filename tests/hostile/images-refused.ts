import sharp from "sharp";
import { frameBomb, htmlAsJpeg, hugePixelPng, photograph, png, svg, tiff, webp } from "../support/images";
import { boastfulPng, type Family, inflating, resizedJpeg, small, text, withChunks } from "./image-parts";

/** Decompression bombs, and files that declare a huge size. */
export const bombs: Family[] = [
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

/** Files that are no image, or of a format that is not accepted. */
export const foreign: Family[] = [
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
