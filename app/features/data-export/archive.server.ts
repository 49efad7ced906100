import { open } from "node:fs/promises";
import { makeZip } from "client-zip";
import type { Viewer } from "~/features/accounts/policy";
import { fold } from "~/lib/text";
import { now, toIso } from "~/lib/time";
import { pathOf } from "./build-logs.server";
import { collectData, type ExportData } from "./data.server";
import { renderData } from "./json-text.server";
import { renderIndex } from "./page.server";
import type { ExportedImage } from "./pictures.server";
import { inPieces } from "./pieces.server";

interface Picture {
  image: ExportedImage;
  /** Where its largest JPEG is on the disk. */
  path: string;
}

/**
 * Everything of the viewer's to take along: `data.json`, the photos, and an `index.html` that shows it all without a
 * network. Made while it is read: one file is open at a time, a few entries of a build log are in memory, and nothing is
 * written to the disk.
 * @returns the archive's file name and its bytes
 * @throws DomainError not_found where the account is gone
 */
export async function exportData(viewer: Viewer): Promise<{ filename: string; zip: ReadableStream<Uint8Array> }> {
  const data = collectData(viewer);
  const files = await findFiles(data);
  const madeAt = now();
  const name =
    fold(viewer.name)
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "") || "member";
  return {
    filename: `paddock-${name}-${toIso(madeAt).slice(0, 10)}.zip`,
    zip: makeZip(entries(data, files, madeAt)),
  };
}

/**
 * Where the files of all pictures but those of build logs are. Those that have none lose their path in the zip, so that
 * nothing in the archive points at nothing.
 */
async function findFiles(data: ExportData): Promise<Map<ExportedImage, string>> {
  const images = [
    data.account.avatar,
    ...data.vehicles.flatMap(({ photos }) => photos.map(({ image }) => image)),
    ...data.events.map((event) => event.image),
  ];
  const files = new Map<ExportedImage, string>();
  for (const image of images) {
    if (image === null) continue;
    const path = await pathOf(image);
    if (path) files.set(image, path);
    else image.file = null;
  }
  return files;
}

/** All pictures that have a file, those of build logs behind their vehicle's. */
async function* picturesOf(data: ExportData, files: Map<ExportedImage, string>): AsyncGenerator<Picture> {
  const found = (image: ExportedImage | null): Picture[] => {
    const path = image && files.get(image);
    return image && path ? [{ image, path }] : [];
  };
  yield* found(data.account.avatar);
  for (const { photos, buildLog } of data.vehicles) {
    yield* photos.flatMap(({ image }) => found(image));
    yield* buildLog.pictures();
  }
  yield* data.events.flatMap(({ image }) => found(image));
}

async function* entries(data: ExportData, files: Map<ExportedImage, string>, madeAt: number) {
  const lastModified = new Date(madeAt);
  yield { name: "index.html", input: inPieces(renderIndex(data, madeAt)), lastModified };
  yield { name: "data.json", input: inPieces(renderData(data)), lastModified };
  for await (const { image, path } of picturesOf(data, files)) {
    const file = await open(path).catch(nullIfMissing);
    if (!file) continue;
    try {
      const { mtime } = await file.stat();
      yield { name: image.file, input: file.createReadStream({ autoClose: false }), lastModified: mtime };
    } finally {
      await file.close();
    }
  }
}

/** Null where the file was deleted meanwhile; the archive omits it. */
function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
