import sharp from "sharp";

/**
 * Counts the bytes of metadata in an image: EXIF, GPS, XMP, ICC, IPTC, comments, trailing data.
 * @throws for a file that is no JPEG, WebP or AVIF
 */
export async function metadataBytes(file: Buffer): Promise<number> {
  const { format, exif, xmp, icc, iptc, comments } = await sharp(file).metadata();
  const told = [exif, xmp, icc, iptc].reduce((sum, part) => sum + (part?.length ?? 0), comments?.length ?? 0);
  if (format === "jpeg") return told + inJpeg(file);
  if (format === "webp") return told + inWebp(file);
  if (format === "heif") return told + (file.includes("Exif") || file.includes("application/rdf+xml") ? 1 : 0);
  throw new Error(`a ${format} is served`);
}

function inJpeg(file: Buffer): number {
  let found = 0;
  let at = 2;
  while (file[at] === 0xff && file[at + 1] !== 0xda) {
    const marker = file[at + 1]!;
    const length = file.readUInt16BE(at + 2);
    // The standard APP0 header has 16 bytes; a thumbnail makes it longer.
    const allowed = marker === 0xe0 && length === 16;
    if ((marker >= 0xe0 && marker <= 0xef && !allowed) || marker === 0xfe) found += length;
    at += 2 + length;
  }
  const end = file.lastIndexOf(Buffer.from([0xff, 0xd9]));
  return found + (end < 0 ? 0 : file.length - end - 2);
}

const PICTURE_CHUNKS = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF"]);

function inWebp(file: Buffer): number {
  let found = 0;
  let at = 12;
  while (at + 8 <= file.length) {
    const length = file.readUInt32LE(at + 4);
    if (!PICTURE_CHUNKS.has(file.toString("latin1", at, at + 4))) found += length;
    at += 8 + length + (length % 2);
  }
  return found + Math.max(0, file.length - at);
}
