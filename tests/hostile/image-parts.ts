import { deflateSync } from "node:zlib";
import { hugePixelPng, pngChunk } from "../support/images";

export interface HostileImage {
  what: string;
  bytes: Buffer;
  filename: string;
  type: string;
  /** `either`: damaged, and decoders differ. */
  right: "accepted" | "refused" | "either";
}

export type ImageParts = Pick<HostileImage, "what" | "bytes" | "right"> & Partial<HostileImage>;
type Pick1 = <T>(items: readonly T[]) => T;
/** Makes the `at`th of its kind. */
export type Family = (at: number, pick: Pick1) => Promise<ImageParts>;

export const SCRIPT = "<script>fetch('https://canary.example/')</script>";
export const text = (...parts: string[]) => Buffer.from(parts.join(""), "latin1");
export const small = { width: 90, height: 60 };

export const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

export const withSegments = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** After the header. */
export const withChunks = (file: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33)]);

/** Before the first image; a colour table follows the 13-byte header. */
export function withBlocks(gif: Buffer, ...blocks: Buffer[]): Buffer {
  const flags = gif[10]!;
  const at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  return Buffer.concat([gif.subarray(0, at), ...blocks, gif.subarray(at)]);
}

export const gifComment = (words: string) =>
  Buffer.concat([Buffer.from([0x21, 0xfe, words.length]), text(words), Buffer.from([0])]);

export function resizedJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg);
  const index = [0xc0, 0xc1, 0xc2]
    .map((marker) => bytes.indexOf(Buffer.from([0xff, marker])))
    .find((position) => position > 0)!;
  bytes.writeUInt16BE(height, index + 5);
  bytes.writeUInt16BE(width, index + 7);
  return bytes;
}

/** Large declared size, almost no data. */
export function boastfulPng(width: number, height: number): Buffer {
  const file = hugePixelPng({ width: 8, height: 8 });
  const header = Buffer.from(file.subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([file.subarray(0, 8), pngChunk("IHDR", header), file.subarray(33)]);
}

/** Decompresses to this size. */
export const inflating = (type: string, megabytes: number) =>
  pngChunk(type, Buffer.concat([text("Comment\0\0"), deflateSync(Buffer.alloc(megabytes * 1024 * 1024))]));
