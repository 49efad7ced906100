import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { env } from "~/services/env.server";

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
