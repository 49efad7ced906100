import { open } from "node:fs/promises";
import { makeZip } from "client-zip";
import type { Viewer } from "~/features/accounts/policy";
import { fold } from "~/lib/text";
import { now, toIso } from "~/lib/time";
import { openImage } from "~/services/images/open.server";
import { collectData, type ExportData } from "./data.server";
import { renderIndex } from "./page.server";
import type { ExportedImage } from "./pictures.server";

interface Picture {
  image: ExportedImage;
  /** Where its largest JPEG is on the disk. */
  path: string;
}

/**
 * Everything of the viewer's to take along: `data.json`, the photos, and an `index.html` that shows it all without a
 * network. Made while it is read: one file is open at a time, and nothing is written to the disk.
 * @returns the archive's file name and its bytes
 * @throws DomainError not_found where the account is gone
 */
export async function exportData(viewer: Viewer): Promise<{ filename: string; zip: ReadableStream<Uint8Array> }> {
  const data = collectData(viewer);
  const pictures = await findPictures(data);
  const madeAt = now();
  const name =
    fold(viewer.name)
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "") || "member";
  return {
    filename: `paddock-${name}-${toIso(madeAt).slice(0, 10)}.zip`,
    zip: makeZip(entries(data, pictures, madeAt)),
  };
}

/** The pictures that have a file. The others lose their path, so that nothing in the archive points at nothing. */
async function findPictures(data: ExportData): Promise<Picture[]> {
  const images = [
    data.account.avatar,
    ...data.vehicles.flatMap(({ photos, buildLog }) =>
      [...photos, ...buildLog.flatMap((entry) => entry.photos)].map(({ image }) => image),
    ),
    ...data.events.map((event) => event.image),
  ];
  const pictures: Picture[] = [];
  for (const image of images) {
    if (image === null) continue;
    const file = await openImage(image.kind, image.name, { accept: "" });
    if (file) pictures.push({ image, path: file.path });
    else image.file = null;
  }
  return pictures;
}

async function* entries(data: ExportData, pictures: Picture[], lastModified: number) {
  yield { name: "index.html", input: renderIndex(data, lastModified), lastModified: new Date(lastModified) };
  yield { name: "data.json", input: JSON.stringify(data, null, 2), lastModified: new Date(lastModified) };
  for (const { image, path } of pictures) {
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
