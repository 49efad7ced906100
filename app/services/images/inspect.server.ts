import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import sharp, { type Metadata, type SharpOptions } from "sharp";
import { DomainError } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { ACCEPTED_HINT, MAX_FILE_BYTES, MAX_PIXELS, NOT_ACCEPTED } from "~/lib/image-limits";
import { cleanLine } from "~/lib/text";
import { countGifFrames } from "./gif.server";

/**
 * Limit for images that cannot be decoded row by row: 50 megapixels of an interlaced RGB PNG or a typical progressive
 * JPEG. More would take the server past the 400 MB that uploads may use. Other images may have all 100 megapixels.
 */
const MAX_BYTES_AT_ONCE = 150_000_000;

/** A file that is one of the accepted formats and small enough to be decoded. */
export interface InspectedFile extends UploadedFile {
  /** 1 for a still image. */
  frames: number;
  /** It cannot be decoded row by row, so all of it is in memory at once. */
  heavy: boolean;
}

/**
 * Options for opening uploads. "error" refuses truncated files, and accepts slight format errors that cameras are known
 * to make (stray bytes between JPEG segments).
 */
export const READ_OPTIONS = { failOn: "error", limitInputPixels: MAX_PIXELS } as const satisfies SharpOptions;

/**
 * Decides by content, before any pixel is decoded, whether an upload is accepted: PNG, JPEG or GIF, at most 20 MB,
 * at most 100 megapixels with all frames counted.
 * @param field the field that the file was sent in
 * @throws DomainError invalid or too_large, naming the file
 */
export async function inspectImage(file: UploadedFile, field: string): Promise<InspectedFile> {
  if (file.size > MAX_FILE_BYTES) {
    throw tooLarge(file, field);
  }
  const format = await sniffFormat(file.path);
  if (!format) throw notAccepted(file, field);

  const metadata = await readMetadata(file.path);
  if (metadata?.format !== format) throw damaged(file, field);

  const frames = format === "gif" ? await countGifFrames(createReadStream(file.path)) : 1;
  if (frames === 0) throw damaged(file, field);
  if (metadata.width * metadata.height * Math.max(frames, metadata.pages ?? 1) > MAX_PIXELS) {
    throw refusal("too_large", file, "has more than 100 megapixels.", field);
  }
  const atOnce = bytesAtOnce(metadata);
  if (atOnce > MAX_BYTES_AT_ONCE) throw refusal("too_large", file, "is interlaced and too large to be opened.", field);
  return { ...file, frames, heavy: atOnce > MAX_BYTES_AT_ONCE / 2 };
}

/** Samples per pixel with chroma subsampling. */
const SAMPLES: Record<string, number> = { "4:2:0": 1.5, "4:2:2": 2 };

/** Bytes that the decoder holds of an interlaced PNG or a progressive JPEG; other files are decoded row by row. */
function bytesAtOnce({ width, height, channels, depth, isProgressive, chromaSubsampling }: Metadata): number {
  if (!isProgressive) return 0;
  const samples = SAMPLES[chromaSubsampling ?? ""] ?? channels;
  // Of a JPEG it holds the coefficients, two bytes each.
  return width * height * samples * (depth === "ushort" || chromaSubsampling !== undefined ? 2 : 1);
}

/** The error for a file of more than 20 MB. */
export function tooLarge(file: Pick<UploadedFile, "filename">, field: string): DomainError {
  return refusal("too_large", file, "is larger than 20 MB.", field);
}

/** The error for a file with a good header and broken pixel data. */
export function damaged(file: UploadedFile, field: string): DomainError {
  return refusal("invalid", file, "is damaged and cannot be read.", field);
}

function notAccepted(file: UploadedFile, field: string): DomainError {
  return refusal("invalid", file, NOT_ACCEPTED, field);
}

function refusal(
  code: "invalid" | "too_large",
  file: Pick<UploadedFile, "filename">,
  what: string,
  field: string,
): DomainError {
  const message = `“${shownName(file.filename)}” ${what} ${ACCEPTED_HINT}`;
  return new DomainError(code, message, { [field]: [message] });
}

/** A file's name for messages: its last part, one line, at most 80 characters. */
function shownName(filename: string): string {
  const name = cleanLine(filename.slice(-1000).replace(/^.*[\\/]/s, ""));
  // Bidirectional control characters could make "gpj.exe" look like an image's name.
  const shown = [...name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")];
  if (shown.length === 0) return "file";
  return shown.length > 80 ? `${shown.slice(0, 79).join("")}…` : shown.join("");
}

async function sniffFormat(file: string): Promise<"png" | "jpeg" | "gif" | null> {
  const start = await readStart(file, 8);
  if (start === "\x89PNG\r\n\x1a\n") return "png";
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "gif";
  return null;
}

/** The first bytes of a file, as a Latin-1 string. */
async function readStart(file: string, length: number): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function readMetadata(file: string): Promise<Metadata | null> {
  try {
    // No pixel limit here, so that too large can be told from broken: only the header is read.
    return await sharp(file, { ...READ_OPTIONS, limitInputPixels: false }).metadata();
  } catch {
    return null;
  }
}
