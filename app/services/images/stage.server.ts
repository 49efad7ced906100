import { randomBytes } from "node:crypto";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { transaction } from "~/db/client.server";
import { invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { MAX_FILES, TOO_MANY_FILES } from "~/lib/image-limits";
import { formatImageName, type ImageKind, parseImageName, renditionWidths } from "~/lib/image-name";
import { claimUploads, uploadGone, uploadIdsOf } from "~/services/uploads/resumable.server";
import { removeUploadFiles } from "~/services/uploads/resumable-files.server";
import { syncFolder, writeDurably } from "./durable.server";
import { removeImages, stemOf, storedPath } from "./files.server";
import { makeTemporaryFolder, type TemporaryFolder } from "./folder.server";
import { damaged, type InspectedFile, inspectImage } from "./inspect.server";
import { withImageSlot } from "./queue.server";
import { type RenderedImage, renderImage } from "./render.server";

/** One stored image. */
export interface StoredImage {
  name: string;
  /** Total size of its files. */
  bytes: number;
}

/** Total size of images in bytes. */
export function bytesOf(images: readonly StoredImage[]): number {
  return images.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Images whose files are on disk and not yet in their final place. */
export interface StagedImages {
  /** In the order in which the files were given. */
  images: StoredImage[];
  /** Moves the files into place. Call it before the row is written, so that a row never refers to missing files. */
  commit(): Promise<void>;
  /** Call it once the rows are written: removes the note by which a sweep would undo an unfinished upload. */
  release(): Promise<void>;
  /** Removes all files, committed or not. */
  discard(): Promise<void>;
}

/** File that lists the images of a committed upload whose rows may be missing. */
export const NOTE = "names.txt";

interface Piece {
  name: string;
  suffix: string;
  bytes: number;
}

/**
 * Inspects the files, makes every size of each, and writes them durably into a temporary folder. When one file is
 * refused, none is stored.
 * @param field the field that the files were sent in, for the messages
 * @throws DomainError invalid or too_large, naming the file and what is accepted
 */
export async function stageImages(kind: ImageKind, files: UploadedFile[], field: string): Promise<StagedImages> {
  if (files.length > MAX_FILES) throw invalidField(field, TOO_MANY_FILES);
  const inspected: InspectedFile[] = [];
  for (const file of files) inspected.push(await inspectImage(file, field).catch(goneMeanwhile(file, field)));

  const folder = await makeTemporaryFolder();
  try {
    const pieces = await renderAll(kind, inspected, field, folder.path);
    return stagedIn(folder, kind, pieces);
  } catch (error) {
    await folder.drop();
    throw error;
  }
}

/**
 * Draws a stored still image anew, turned, in every width and format, from the largest file of it. The old files stay.
 * @param name of a stored image
 * @param turn degrees clockwise: 90, 180 or 270
 * @throws where its largest file is not there or cannot be read
 */
async function stageTurned(kind: ImageKind, name: string, turn: number): Promise<StagedImages> {
  const facts = parseImageName(name);
  if (!facts || facts.animated) throw new Error(`${name} cannot be turned`);
  const path = storedPath(kind, name, `-${renditionWidths(kind, facts.width).at(-1)}.jpg`)!;
  const stored: InspectedFile = { filename: name, path, size: 0, frames: 1, heavy: false };
  const folder = await makeTemporaryFolder();
  try {
    const pieces = await withImageSlot(false, async () => write(folder.path, await renderImage(kind, stored, turn)));
    return stagedIn(folder, kind, [pieces]);
  } catch (error) {
    await folder.drop();
    throw error;
  }
}

/**
 * Turns a stored image (see `stageTurned`), moves the new files into place under a new name and runs `write` (the
 * transaction) with it. Where it throws, the new files are removed; after a crash the next sweep removes them.
 * @returns what `write` returns
 * @throws what reading the stored file or `write` throws
 */
export async function withTurnedImage<T>(
  kind: ImageKind,
  name: string,
  turn: number,
  write: (image: StoredImage) => T | Promise<T>,
): Promise<T> {
  return store(await stageTurned(kind, name, turn), ([image]) => write(image!));
}

/**
 * Stages the files, moves them into place and runs `write` (the transaction) with the stored images. Where it throws,
 * the files are removed; after a crash the next sweep removes them. Files that came before their form are used up: their
 * rows go in the same transaction (`write` then returns no promise), the files after it; where anything is refused they
 * stay as they are.
 * @returns what `write` returns
 * @throws what stageImages or `write` throws
 */
export async function withStagedImages<T>(
  kind: ImageKind,
  files: UploadedFile[],
  field: string,
  write: (images: StoredImage[]) => T | Promise<T>,
): Promise<T> {
  if (files.length === 0) return write([]);
  const uploads = uploadIdsOf(files);
  const staged = await stageImages(kind, files, field);
  const claimAndWrite = (images: StoredImage[]) =>
    transaction(() => {
      claimUploads(uploads, field);
      return write(images);
    });
  const result = await store(staged, uploads.length === 0 ? write : claimAndWrite);
  await removeUploadFiles(uploads);
  return result;
}

async function store<T>(staged: StagedImages, write: (images: StoredImage[]) => T | Promise<T>): Promise<T> {
  let result: T;
  try {
    await staged.commit();
    result = await write(staged.images);
  } catch (error) {
    await staged.discard();
    throw error;
  }
  await staged.release();
  return result;
}

/** Their owner, another form or another process may have removed an upload while it was being read. */
function goneMeanwhile({ uploadId }: UploadedFile, field: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw uploadId !== undefined && error.code === "ENOENT" ? uploadGone(field) : error;
  };
}

function stagedIn({ path: folder, drop }: TemporaryFolder, kind: ImageKind, pieces: Piece[][]): StagedImages {
  const images = pieces.map((files) => ({
    name: files[0]!.name,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  }));
  const names = images.map(({ name }) => name);
  return {
    images,
    async commit() {
      await writeDurably(path.join(folder, NOTE), `${kind}\n${names.join("\n")}\n`);
      await syncFolder(folder);
      await moveIntoPlace(kind, folder, pieces.flat());
    },
    release: drop,
    async discard() {
      await removeImages(kind, names);
      await drop();
    },
  };
}

async function renderAll(kind: ImageKind, files: InspectedFile[], field: string, folder: string): Promise<Piece[][]> {
  let failed = false;
  const outcomes = await Promise.allSettled(
    files.map((file) =>
      withImageSlot(file.heavy, async () => {
        if (failed) return [];
        try {
          return await write(folder, await render(kind, file, field));
        } catch (error) {
          failed = true;
          throw error;
        }
      }),
    ),
  );
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}

async function render(kind: ImageKind, file: InspectedFile, field: string): Promise<RenderedImage> {
  try {
    return await renderImage(kind, file);
  } catch {
    throw damaged(file, field);
  }
}

async function write(folder: string, image: RenderedImage): Promise<Piece[]> {
  const name = formatImageName({ id: randomBytes(12).toString("hex"), ...image.facts });
  await Promise.all(
    image.renditions.map(({ suffix, bytes }) => writeDurably(path.join(folder, stemOf(name) + suffix), bytes)),
  );
  return image.renditions.map(({ suffix, bytes }) => ({ name, suffix, bytes: bytes.length }));
}

async function moveIntoPlace(kind: ImageKind, folder: string, pieces: Piece[]): Promise<void> {
  const touched = new Set<string>();
  for (const { name, suffix } of pieces) {
    const place = storedPath(kind, name, suffix)!;
    const parent = path.dirname(place);
    if (!touched.has(parent)) await mkdir(parent, { recursive: true });
    touched.add(parent).add(path.dirname(parent));
    await rename(path.join(folder, path.basename(place)), place);
  }
  await Promise.all([...touched].map(syncFolder));
}
