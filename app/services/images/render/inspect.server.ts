import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import sharp, { type Metadata, type SharpOptions } from "sharp";
import { DomainError } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { ACCEPTED_HINT, damagedFile, MAX_FILE_BYTES, MAX_PIXELS, notAcceptedFile, tooLargeFile } from "~/lib/images";
import { cleanLine, cutText } from "~/lib/text";
import { countGifFrames } from "./gif.server";

/**
 * For images that cannot be decoded row by row: 50 megapixels of an interlaced RGB PNG or a typical progressive JPEG.
 * More would exceed the 400 MB reserved for uploads.
 */
const MAX_BYTES_AT_ONCE = 150_000_000;

export interface InspectedFile extends UploadedFile {
  frames: number;
  /** All of it is in memory at once. */
  isHeavy: boolean;
}

/** "error" refuses truncated files, and accepts small format errors of cameras (stray bytes between JPEG segments). */
export const READ_OPTIONS = { failOn: "error", limitInputPixels: MAX_PIXELS } as const satisfies SharpOptions;

/**
 * By content, before decoding any pixel: PNG, JPEG or GIF, 20 MB, 100 megapixels in all frames together.
 * @throws DomainError invalid or too_large, with the file's name
 */
export async function inspectImage(file: UploadedFile, field: string): Promise<InspectedFile> {
  if (file.size > MAX_FILE_BYTES) throw tooLarge(file, field);
  const format = await sniffFormat(file.path);
  if (!format) throw new RefusedFile("invalid", notAcceptedFile(shownName(file.filename)), field, file.path);

  // Reads only the header, without pixel limit, to distinguish too large from broken.
  const header = sharp(file.path, { ...READ_OPTIONS, limitInputPixels: false });
  const metadata = await header.metadata().catch(() => null);
  if (metadata?.format !== format) throw damaged(file, field);

  const frames = format === "gif" ? await countGifFrames(createReadStream(file.path)) : 1;
  if (frames === 0) throw damaged(file, field);
  if (metadata.width * metadata.height * Math.max(frames, metadata.pages ?? 1) > MAX_PIXELS) {
    throw new RefusedFile("too_large", tooMuch(file, "has more than 100 megapixels."), field, file.path);
  }
  const atOnce = bytesAtOnce(metadata);
  if (atOnce > MAX_BYTES_AT_ONCE) {
    throw new RefusedFile("too_large", tooMuch(file, "is interlaced and too large to be opened."), field, file.path);
  }
  return { ...file, frames, isHeavy: atOnce > MAX_BYTES_AT_ONCE / 2 };
}

const SAMPLES: Record<string, number> = { "4:2:0": 1.5, "4:2:2": 2 };

/** For an interlaced PNG or a progressive JPEG; others are decoded row by row. */
function bytesAtOnce({ width, height, channels, depth, isProgressive, chromaSubsampling }: Metadata): number {
  if (!isProgressive) return 0;
  const samples = SAMPLES[chromaSubsampling ?? ""] ?? channels;
  // A JPEG's coefficients have two bytes each.
  return width * height * samples * (depth === "ushort" || chromaSubsampling !== undefined ? 2 : 1);
}

export function tooLarge(file: Pick<UploadedFile, "filename"> & { path?: string }, field: string): DomainError {
  return new RefusedFile("too_large", tooLargeFile(shownName(file.filename)), field, file.path);
}

/** A good header and broken pixel data. */
export function damaged(file: UploadedFile, field: string): DomainError {
  return new RefusedFile("invalid", damagedFile(shownName(file.filename)), field, file.path);
}

const tooMuch = (file: UploadedFile, problem: string) => `“${shownName(file.filename)}” ${problem} ${ACCEPTED_HINT}`;

/** Of one file. */
export class RefusedFile extends DomainError {
  /** @param path undefined before the file was sent */
  constructor(
    code: "invalid" | "too_large",
    message: string,
    field: string,
    readonly path: string | undefined,
  ) {
    super(code, message, { [field]: [message] });
  }
}

/** Its last part, one line, at most 80 characters. */
export function shownName(filename: string): string {
  const name = cleanLine(filename.slice(-1000).replace(/^.*[\\/]/s, ""));
  // Bidirectional controls could make "gpj.exe" look like an image.
  return cutText(name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ""), 79) || "file";
}

async function sniffFormat(file: string): Promise<"png" | "jpeg" | "gif" | null> {
  const start = (await buffer(createReadStream(file, { end: 7 }))).toString("latin1");
  if (start === "\x89PNG\r\n\x1a\n") return "png";
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "gif";
  return null;
}
