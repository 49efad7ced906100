import sharp from "sharp";
import { createRandom } from "~/seed/random";
import * as images from "../support/images";
import * as parts from "./image-parts";

const imageMaker =
  (right: parts.ImageParts["right"]) =>
  async (
    kind: string,
    bytes: Buffer | Promise<Buffer>,
    more: Partial<parts.ImageParts> = {},
  ): Promise<parts.ImageParts> => ({
    ...{ what: kind, bytes: await bytes, right },
    ...more,
  });
const refusedImage = imageMaker("refused");
const acceptedImage = imageMaker("accepted");
const either = imageMaker("either");

const jpegWith = async (...segments: Buffer[]) => parts.withSegments(await images.photograph(parts.small), ...segments);
const pngWith = async (...chunks: Buffer[]) => parts.withChunks(await images.png(parts.small), ...chunks);
const many = (count: number, part: Buffer) => Array<Buffer>(count).fill(part);

/** Decompression bombs, huge declared sizes. */
const bombs: parts.Family[] = [
  () => refusedImage("pixel bomb", images.hugePixelPng()),
  (at) => refusedImage("boastful PNG", parts.boastfulPng(20_000 + at * 1_000, 30_000)),
  () => refusedImage("PNG of 2^31 pixels a side", parts.boastfulPng(2 ** 31 - 1, 2 ** 31 - 1)),
  async (at) =>
    refusedImage(
      "JPEG that says it is huge",
      parts.resizedJpeg(await images.photograph(parts.small), 65_500 - at, 65_500),
    ),
  (at) => refusedImage("frame bomb", images.frameBomb({ frames: 50 + at * 20 })),
  () => refusedImage("a hundred thousand frames", images.frameBomb({ width: 40, height: 40, frames: 100_000 })),
  () =>
    refusedImage("interlaced bomb", images.hugePixelPng({ width: 9_000, height: 9_000, bits: 16, interlaced: true })),
  (at) => either("PNG with text that inflates", pngWith(parts.inflating(at % 2 ? "zTXt" : "iCCP", 64))),
  () => acceptedImage("pixels just below the limit", images.hugePixelPng({ width: 9_990, height: 9_990 })),
  () => acceptedImage("wide strip", images.png({ width: 16_000, height: 2 })),
];

/** Other files, and unaccepted formats. */
const foreign: parts.Family[] = [
  () => refusedImage("SVG", images.svg(), { type: "image/svg+xml", filename: "a.svg" }),
  () => refusedImage("SVG called JPEG", images.svg()),
  () => refusedImage("HTML called JPEG", images.htmlAsJpeg()),
  () =>
    refusedImage("HTML behind a JPEG's mark", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), images.htmlAsJpeg()])),
  () => refusedImage("WebP", images.webp()),
  () => refusedImage("TIFF", images.tiff()),
  async () =>
    refusedImage(
      "AVIF",
      sharp(await images.png(parts.small))
        .avif({ effort: 0 })
        .toBuffer(),
    ),
  () => refusedImage("HEIC", parts.text("\0\0\0\x18ftypheic\0\0\0\0mif1heic")),
  () => refusedImage("BMP", Buffer.concat([parts.text("BM"), Buffer.alloc(80)])),
  () => refusedImage("ICO", Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(60)])),
  () => refusedImage("PDF", parts.text("%PDF-1.4\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>\n%%EOF")),
  () => refusedImage("ZIP", parts.text("PK\x03\x04", "\0".repeat(60))),
  () => refusedImage("PHP", parts.text("GIF87<?php system($_GET['c']); ?>"), { filename: "a.php.gif" }),
  () => refusedImage("PostScript", parts.text("%!PS-Adobe-3.0\n(%pipe%id) (r) file\n")),
  () =>
    refusedImage("vector commands", parts.text("push graphic-context\nimage over 0,0 0,0 'https://canary.example/'\n")),
  () => refusedImage("nothing", Buffer.alloc(0)),
  () => refusedImage("one byte", Buffer.from([0xff])),
  () => refusedImage("a GIF's mark", parts.text("GIF89a")),
  () =>
    refusedImage(
      "20 MB of nothing",
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(20 * 1024 * 1024 + 1)]),
    ),
];

const TAILS: readonly [string, Buffer][] = [
  ["HTML", parts.text(`<!doctype html><html>${parts.SCRIPT}</html>`)],
  ["JavaScript", parts.text("*/=1;fetch('https://canary.example/');//")],
  ["ZIP", parts.text("PK\x03\x04", "\0".repeat(26), "PK\x05\x06", "\0".repeat(18))],
  ["PDF", parts.text("%PDF-1.4\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>\ntrailer<</Root 1 0 R>>\n%%EOF")],
  ["another picture", images.htmlAsJpeg()],
  ["PHP", parts.text("<?php system($_GET['c']); __halt_compiler();")],
];

/** Valid files of another type too. */
const polyglots: parts.Family[] = [
  (_, pick) => tailed("JPEG", images.photograph(parts.small), pick(TAILS)),
  (_, pick) => tailed("PNG", images.png(parts.small), pick(TAILS)),
  (_, pick) => tailed("GIF", images.stillGif(parts.small), pick(TAILS)),
  (_, pick) => tailed("moving GIF", images.animatedGif(), pick(TAILS)),
  async (_, pick) =>
    refusedImage("JPEG behind something else", Buffer.concat([pick(TAILS)[1], await images.photograph(parts.small)])),
  (_, pick) => {
    const more = { filename: "a.html", type: "text/html" };
    return acceptedImage("JPEG with a comment that is a page", jpegWith(parts.segment(0xfe, pick(TAILS)[1])), more);
  },
  (_, pick) => {
    const chunk = images.pngChunk("tEXt", Buffer.concat([parts.text("Title\0"), pick(TAILS)[1]]));
    return acceptedImage("PNG with text that is a page", pngWith(chunk));
  },
  async () =>
    acceptedImage(
      "GIF with a comment that is a page",
      parts.withBlocks(await images.stillGif(parts.small), parts.gifComment(parts.SCRIPT)),
    ),
  async () => {
    // The width starts a JavaScript comment: GIF89a/*…
    const gif = Buffer.from(await images.stillGif({ width: 100, height: 60 }));
    gif.write("/*", 6, "latin1");
    const more = { type: "text/javascript", filename: "a.js" };
    return either("GIF that is a script", Buffer.concat([gif, TAILS[1]![1]]), more);
  },
];

const tailed = async (format: string, picture: Promise<Buffer>, [name, tail]: readonly [string, Buffer]) =>
  acceptedImage(`${format} and ${name}`, Buffer.concat([await picture, tail]));

const EXTENDED_XMP = Buffer.concat([
  parts.text("http://ns.adobe.com/xmp/extension/\0"),
  Buffer.alloc(60_000, "<secret/>"),
]);
const IPTC_HEAD = parts.text("Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\x10\0");

const metadata: parts.Family[] = [
  (at) => acceptedImage("EXIF, GPS, XMP, ICC", images.jpegWithExif({ ...parts.small, orientation: (at % 8) + 1 })),
  async () => {
    const exif = { IFD0: { ImageDescription: "secret ".repeat(8_000) }, IFD3: images.GPS };
    return acceptedImage(
      "60 KB of EXIF",
      sharp(await images.photograph(parts.small))
        .withExif(exif)
        .jpeg()
        .toBuffer(),
    );
  },
  () => acceptedImage("5 MB of comments", jpegWith(...many(80, parts.segment(0xfe, Buffer.alloc(65_000, "secret "))))),
  () => acceptedImage("extended XMP", jpegWith(...many(40, parts.segment(0xe1, EXTENDED_XMP)))),
  () =>
    acceptedImage("IPTC", jpegWith(parts.segment(0xed, Buffer.concat([IPTC_HEAD, Buffer.alloc(4_096, "secret ")])))),
  () => {
    const exif = Buffer.concat([parts.text("Exif\0\0MM\0*\xff\xff\xff\xff"), Buffer.alloc(2_000, 0xff)]);
    return acceptedImage("broken EXIF", jpegWith(parts.segment(0xe1, exif)));
  },
  () => {
    const icc = Buffer.concat([parts.text("ICC_PROFILE\0\x01\x01"), Buffer.alloc(3_000, 0xaa)]);
    return either("broken ICC", jpegWith(parts.segment(0xe2, icc)));
  },
  async () => {
    const picture = await sharp(await images.png(parts.small))
      .withExif({ IFD3: images.GPS })
      .withXmp(images.XMP)
      .png()
      .toBuffer();
    const texts = [
      images.pngChunk("tEXt", parts.text("Author\0secret")),
      images.pngChunk("iTXt", parts.text("Comment\0\0\0\0\0secret")),
    ];
    return acceptedImage("PNG with EXIF and texts", parts.withChunks(picture, ...texts));
  },
  async () => {
    const comments = many(500, parts.gifComment("secret ".repeat(30)));
    return acceptedImage("GIF with comments", parts.withBlocks(await images.stillGif(parts.small), ...comments));
  },
  () => either("PNG with 20,000 chunks", pngWith(...many(20_000, images.pngChunk("tEXt", parts.text("k\0secret"))))),
];

const NAMES = [
  ...["../../../etc/passwd", "..\\..\\boot.ini", "a.php", "a.jpg.svg", "a.svg", "\0.jpg", "a\0.php"],
  ...[`${"a".repeat(5_000)}.jpg`, "<img src=x onerror=alert(1)>.jpg", "CON", "a;b.jpg", "a%00.jpg", "é\u202egnp.exe"],
  ...[".htaccess", "-rf", "a/b/c.jpg", "%2e%2e%2f.jpg", "$(id).jpg", "' OR 1=1--.jpg", "__proto__"],
];
const TYPES = [
  ...["text/html", "image/svg+xml", "application/x-php", "", "image/png; charset=utf-7"],
  ...["multipart/mixed; boundary=x", "application/json", "*/*"],
];

const names: parts.Family[] = [
  (at, pick) => {
    const filename = NAMES[at % NAMES.length]!;
    return acceptedImage(`named ${JSON.stringify(filename).slice(0, 30)}`, images.photograph(parts.small), {
      filename,
      type: pick(TYPES),
    });
  },
  (at) => {
    const type = TYPES[at % TYPES.length]!;
    return acceptedImage(`said to be ${type}`, images.png(parts.small), { filename: "a.jpg", type });
  },
];

/** To be corrupted. */
const SOURCES: Record<string, () => Promise<Buffer>> = {
  "a JPEG": () => images.photograph(parts.small),
  "a PNG": () => images.png({ width: 300, height: 200 }),
  "a moving GIF": () => images.animatedGif(),
  "a GIF": () => images.stillGif({ width: 200, height: 200 }),
  "an interlaced PNG": async () =>
    sharp(await images.photograph(parts.small))
      .png({ progressive: true })
      .toBuffer(),
};

const truncations: parts.Family[] = Object.entries(SOURCES).map(([name, source]) => async (at) => {
  const whole = await source();
  const part = ((at * 37) % 95) / 100;
  return {
    what: `${name} cut off after ${Math.round(part * 100)} %`,
    bytes: whole.subarray(0, Math.floor(whole.length * part)),
    // Cut between two frames, a GIF is valid.
    right: name === "a moving GIF" ? "either" : "refused",
  };
});

const flips: parts.Family[] = Object.entries(SOURCES).map(([name, source]) => async (_, pick) => {
  const bytes = Buffer.from(await source());
  const places = Array.from(bytes.keys());
  // The header matters most.
  const range = pick([true, false]) ? places.slice(0, 64) : places;
  const times = pick([1, 1, 3, 20]);
  for (let flip = 0; flip < times; flip += 1) bytes[pick(range)]! ^= pick([1, 0x80, 0xff, 0x55]);
  return { what: `${times} bytes of ${name} changed`, bytes, right: "either" };
});

const GROUPS: readonly (readonly [share: number, families: parts.Family[]])[] = [
  [0.12, bombs],
  [0.12, foreign],
  [0.16, polyglots],
  [0.2, truncations],
  [0.2, flips],
  [0.12, metadata],
  [0.08, names],
];

/** The same for the same seed. */
export async function* hostileImages(count: number, seed: string): AsyncGenerator<parts.HostileImage> {
  const random = createRandom(seed);
  const orders = GROUPS.flatMap(([share, families]) =>
    Array.from({ length: Math.max(1, Math.round(share * count)) }, (_, index) => ({
      make: families[index % families.length]!,
      at: Math.floor(index / families.length),
    })),
  );
  // Each kind reaches each target.
  for (const { make, at } of random.shuffle(orders).slice(0, count)) {
    yield { filename: "photo.jpg", type: "image/jpeg", ...(await make(at, random.pick)) };
  }
}
