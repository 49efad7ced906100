import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import sharp, { type Metadata, type SharpOptions } from "sharp";
import { DomainError } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { ACCEPTED_HINT, MAX_FILE_BYTES, MAX_PIXELS } from "~/lib/image-limits";
import { cleanLine } from "~/lib/text";
import { countGifFrames } from "./gif.server";

/**
 * 50 megapixels of an interlaced RGB PNG, or of a progressive JPEG as cameras and programs write it: with all else that
 * goes on, more would take the server past the 400 MB that uploads may cost. Others may have all 100 megapixels.
 */
const MAX_BYTES_AT_ONCE = 150_000_000;

/** A file that is one of the accepted formats and small enough to be decoded. */
export interface InspectedFile extends UploadedFile {
  /** 1 for a still image. */
  frames: number;
  /** It cannot be read row by row: all of it has to be in memory at once, and much of it. */
  heavy: boolean;
}

/**
 * How every upload is opened. "error" refuses what is cut off, and lets pass what cameras are known to write slightly
 * wrong (stray bytes between JPEG segments).
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
    throw refusal("too_large", file, "is larger than 20 MB.", field);
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

/** Samples a pixel where colours have a lower resolution than brightness. */
const SAMPLES: Record<string, number> = { "4:2:0": 1.5, "4:2:2": 2 };

/** Bytes that the decoder has to hold of an interlaced PNG or a progressive JPEG; others are read row by row. */
function bytesAtOnce({ width, height, channels, depth, isProgressive, chromaSubsampling }: Metadata): number {
  if (!isProgressive) return 0;
  const samples = SAMPLES[chromaSubsampling ?? ""] ?? channels;
  // Of a JPEG it holds what the pixels are made of, two bytes for each.
  return width * height * samples * (depth === "ushort" || chromaSubsampling !== undefined ? 2 : 1);
}

/** The refusal of a file whose header was right and whose pixels are not. */
export function damaged(file: UploadedFile, field: string): DomainError {
  return refusal("invalid", file, "is damaged and cannot be read.", field);
}

function notAccepted(file: UploadedFile, field: string): DomainError {
  return refusal("invalid", file, "is not an image we accept.", field);
}

function refusal(code: "invalid" | "too_large", file: UploadedFile, what: string, field: string): DomainError {
  const message = `“${shownName(file.filename)}” ${what} ${ACCEPTED_HINT}`;
  return new DomainError(code, message, { [field]: [message] });
}

/** A file's name as a message shows it: its last part, one line, at most 80 characters. */
function shownName(filename: string): string {
  const name = cleanLine(filename.slice(-1000).replace(/^.*[\\/]/s, ""));
  // Marks that turn the direction of writing could make "gpj.exe" of a name.
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

/** The first bytes of a file, each as a character. */
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
    // No limit here, so that what is too large can be told from what is broken: only the header is read.
    return await sharp(file, { ...READ_OPTIONS, limitInputPixels: false }).metadata();
  } catch {
    return null;
  }
}
