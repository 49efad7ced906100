import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { env } from "~/env.server";
import type { UploadedFile } from "~/lib/forms";
import type { ImageKind } from "~/lib/images";
import { storedKey } from "~/services/images/files.server";
import type { OpenedImage } from "~/services/images/open.server";
import { png } from "./images";

/** Removed afterwards. */
export function emptyUploadsForEachTest(): void {
  const settings = env();
  const { UPLOADS_DIR: originalDir, photoStore } = settings;
  beforeEach(() => {
    settings.UPLOADS_DIR = mkdtempSync(path.join(tmpdir(), "paddock-uploads-"));
    settings.photoStore = { kind: "folder", path: settings.UPLOADS_DIR };
  });
  afterEach(() => {
    rmSync(settings.UPLOADS_DIR, { recursive: true, force: true });
    Object.assign(settings, { UPLOADS_DIR: originalDir, photoStore });
  });
}

/** With temporary ones, as sorted relative paths. */
export async function filesInUploads(): Promise<string[]> {
  const root = env().UPLOADS_DIR;
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

export const storedPath = (kind: ImageKind, name: string, suffix: string): string =>
  path.join(env().UPLOADS_DIR, storedKey(kind, name, suffix)!);

export async function bytesOf(image: OpenedImage | null): Promise<Buffer> {
  const file = await image!.read();
  return Buffer.concat(await file!.stream.toArray());
}

let uploadFolder: string | undefined;
let serial = 0;

/** 20 pixels high. */
export const pngs = (...widths: number[]): Promise<UploadedFile[]> =>
  Promise.all(
    widths.map(async (width) => uploaded({ filename: `${width}.png`, bytes: await png({ width, height: 20 }) })),
  );

export function uploaded({ filename, bytes }: { filename: string; bytes: Uint8Array }): UploadedFile {
  if (uploadFolder === undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), "paddock-sent-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    uploadFolder = folder;
  }
  const file = path.join(uploadFolder, String(serial++));
  writeFileSync(file, bytes);
  return { filename, path: file, size: bytes.byteLength };
}
