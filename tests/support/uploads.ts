import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { env } from "~/env.server";
import type { UploadedFile } from "~/lib/forms";

/** Gives each test of the file an empty folder for images; it is gone afterwards. */
export function emptyUploadsForEachTest(): void {
  const settings = env();
  const before = settings.UPLOADS_DIR;
  beforeEach(() => {
    settings.UPLOADS_DIR = mkdtempSync(path.join(tmpdir(), "paddock-uploads-"));
  });
  afterEach(() => {
    rmSync(settings.UPLOADS_DIR, { recursive: true, force: true });
    settings.UPLOADS_DIR = before;
  });
}

/** Every file under the folder for images (temporary ones too), as sorted paths relative to it. */
export async function filesInUploads(): Promise<string[]> {
  const root = env().UPLOADS_DIR;
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

let sent: string | undefined;
let serial = 0;

/** A file as it lies on the disk when a command is given it. */
export function uploaded({ filename, bytes }: { filename: string; bytes: Uint8Array }): UploadedFile {
  if (sent === undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), "paddock-sent-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    sent = folder;
  }
  const file = path.join(sent, String(serial++));
  writeFileSync(file, bytes);
  return { filename, path: file, size: bytes.byteLength };
}
