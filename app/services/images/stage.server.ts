import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import { transaction } from "~/db/client.server";
import { isDiskFailure, orCannotStore } from "~/lib/disk-errors";
import { DomainError, invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import {
  formatImageName,
  type ImageKind,
  MAX_FILES,
  parseImageName,
  renditionWidths,
  TOO_MANY_FILES,
} from "~/lib/images";
import { log } from "~/services/log/log.server";
import { claimUploads, listUploadIds, removeUploadFiles, uploadGone } from "~/services/uploads/resumable.server";
import { imageStem, possibleFiles, storedKey } from "./files.server";
import { damaged, type InspectedFile, inspectImage } from "./render/inspect.server";
import { withImageSlot } from "./render/queue.server";
import { type RenderedImage, renderImage } from "./render/render.server";
import { StoreUnavailableError } from "./store/file-store";
import { photoStore } from "./store/photo-store.server";
import { makeTemporaryFolder, type TemporaryFolder } from "./temporary-folder.server";

export const sumBytes = (images: readonly { bytes: number }[]) => images.reduce((sum, { bytes }) => sum + bytes, 0);

const UPLOAD_FAILED = "Upload failed. Please try again.";
const STORE_RETRY_SECONDS = 10;

/**
 * If one file is refused, none is stored.
 * @throws DomainError invalid or too_large, with the file's name and the accepted formats
 */
export async function stageImages(kind: ImageKind, files: UploadedFile[], field: string): Promise<StagedImages> {
  if (files.length > MAX_FILES) throw invalidField(field, TOO_MANY_FILES);
  const inspectedFiles: InspectedFile[] = [];
  for (const file of files) inspectedFiles.push(await inspectImage(file, field).catch(rethrowAsGone(file, field)));

  const folder = await makeTemporaryFolder();
  try {
    const pieces = await renderAll(kind, inspectedFiles, field, folder.path);
    return createStagedImages(folder, kind, pieces);
  } catch (error) {
    await folder.drop();
    throw error;
  }
}

export class MissingImageError extends Error {
  override name = "MissingImageError";
}

/**
 * Renders a stored still image from its largest file. The old files stay.
 * @param turn degrees clockwise: 90, 180 or 270
 * @throws MissingImageError; StoreUnavailableError
 */
async function stageTurned(kind: ImageKind, name: string, turn: number): Promise<StagedImages> {
  const facts = parseImageName(name);
  if (!facts || facts.isAnimated) throw new Error(`${name} cannot be turned`);
  const folder = await makeTemporaryFolder();
  try {
    const key = storedKey(kind, name, `-${renditionWidths(kind, facts.width).at(-1)}.jpg`)!;
    const file = path.join(folder.path, "stored.jpg");
    const largest = await (await photoStore()).open(key);
    if (!largest) throw new MissingImageError(`${key} is missing`);
    await pipeline(largest.stream, createWriteStream(file, { flags: "wx", mode: 0o600 }));
    const storedFile: InspectedFile = { filename: name, path: file, size: 0, frames: 1, isHeavy: false };
    const throwUnreadable = (cause: unknown): never => {
      throw new MissingImageError(`${key} cannot be read`, { cause });
    };
    const pieces = await withImageSlot(false, async () =>
      write(folder.path, await renderImage(kind, storedFile, turn).catch(throwUnreadable)),
    );
    return createStagedImages(folder, kind, [pieces]);
  } catch (error) {
    await folder.drop();
    throw error;
  }
}

/**
 * Stores the files under a new name and runs `write` with it, in a transaction. If this fails, the new files are
 * deleted; after a crash by the next sweep.
 * @throws MissingImageError; DomainError unavailable if the photo store is, cannot_store if the disk refuses; any error
 *   of `write`
 */
export async function withRotatedImage<T>(
  kind: ImageKind,
  name: string,
  turn: number,
  write: (image: StoredImage) => T,
): Promise<T> {
  const stagedImages = await stageTurned(kind, name, turn).catch(cannotStoreNow());
  return store(stagedImages, ([image]) => write(image!));
}

/**
 * Stores the files and runs `write` with the images, in a transaction. If this fails, the files are deleted; after a
 * crash by the next sweep. Files uploaded before their form are then consumed.
 * @throws DomainError unavailable at `field` if the photo store is, cannot_store if the disk refuses; any error of
 *   stageImages or `write`
 */
export async function withStagedImages<T>(
  kind: ImageKind,
  files: UploadedFile[],
  field: string,
  write: (images: StoredImage[]) => T,
): Promise<T> {
  if (files.length === 0) return transaction(() => write([]));
  const uploads = listUploadIds(files);
  const release = holdUploads(uploads, field);
  try {
    const stagedImages = await stageImages(kind, files, field).catch(cannotStoreNow(field));
    const claimAndWrite = (images: StoredImage[]) => {
      claimUploads(uploads, field);
      return write(images);
    };
    const result = await store(stagedImages, claimAndWrite, field);
    await removeUploadFiles(uploads);
    return result;
  } finally {
    release();
  }
}

/** Per upload: a refused form keeps it for another attempt, and encoding takes seconds. */
const MAX_ENCODE_ATTEMPTS = 5;
const encoding = new Set<string>();
const encodeAttempts = new LRUCache<string, number>({ max: 10_000 });

/**
 * @returns releases them
 * @throws DomainError invalid at `field` for an upload repeated, in use, or encoded too often
 */
function holdUploads(ids: readonly string[], field: string): () => void {
  const isUsedUp = (id: string, at: number) =>
    ids.indexOf(id) !== at || encoding.has(id) || (encodeAttempts.get(id) ?? 0) >= MAX_ENCODE_ATTEMPTS;
  if (ids.some(isUsedUp)) throw uploadGone(field);
  for (const id of ids) {
    encoding.add(id);
    encodeAttempts.set(id, (encodeAttempts.get(id) ?? 0) + 1);
  }
  return () => {
    for (const id of ids) encoding.delete(id);
  };
}

async function store<T>(stagedImages: StagedImages, write: (images: StoredImage[]) => T, field?: string): Promise<T> {
  let result: T;
  try {
    await stagedImages.commit();
    result = transaction(() => {
      if (!stagedImages.exists()) throw uploadSwept(field);
      return write(stagedImages.images);
    });
  } catch (error) {
    await stagedImages.discard(error);
    return cannotStoreNow(field)(error);
  }
  await stagedImages.drop();
  return result;
}

/**
 * The upload may be sent again. An unavailable store is neither the user's mistake nor a fault; a full disk is a fault.
 */
function cannotStoreNow(field?: string) {
  return (error: unknown): never => {
    if (!(error instanceof StoreUnavailableError) || isDiskFailure(error)) return orCannotStore(field)(error);
    log.warn({ err: error }, "upload refused: photo store unavailable");
    throw uploadFailed(field);
  };
}

/** Another process's sweep took this process for dead, and may have deleted files. */
function uploadSwept(field?: string): DomainError {
  log.warn({}, "upload refused: temporary folder missing");
  return uploadFailed(field);
}

function uploadFailed(field?: string): DomainError {
  const fields = field === undefined ? {} : { [field]: [UPLOAD_FAILED] };
  return new DomainError("unavailable", UPLOAD_FAILED, fields, STORE_RETRY_SECONDS);
}

/** Deleted during reading by the user, another form or another process. */
function rethrowAsGone({ uploadId }: UploadedFile, field: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw uploadId !== undefined && error.code === "ENOENT" ? uploadGone(field) : error;
  };
}

async function renderAll(kind: ImageKind, files: InspectedFile[], field: string, folder: string): Promise<Piece[][]> {
  let hasFailed = false;
  const outcomes = await Promise.allSettled(
    files.map((file) =>
      withImageSlot(file.isHeavy, async () => {
        if (hasFailed) return [];
        try {
          const throwDamaged = () => {
            throw damaged(file, field);
          };
          return await write(folder, await renderImage(kind, file).catch(throwDamaged));
        } catch (error) {
          hasFailed = true;
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

async function write(folder: string, image: RenderedImage): Promise<Piece[]> {
  const name = formatImageName({ id: randomBytes(12).toString("hex"), ...image.facts });
  await Promise.all(
    image.renditions.map(({ suffix, bytes }) => writeFile(path.join(folder, imageStem(name) + suffix), bytes)),
  );
  return image.renditions.map(({ suffix, bytes }) => ({ name, suffix, bytes: bytes.length }));
}

export interface StoredImage {
  name: string;
  bytes: number;
}

interface Piece {
  name: string;
  suffix: string;
  bytes: number;
}

/** Not yet in the photo store. */
type StagedImages = ReturnType<typeof createStagedImages>;

function createStagedImages(folder: TemporaryFolder, kind: ImageKind, pieces: Piece[][]) {
  const images: StoredImage[] = pieces.map((files) => ({ name: files[0]!.name, bytes: sumBytes(files) }));
  let isCommitted = false;
  return {
    images,
    /**
     * Call it before writing the rows, so that a row never refers to missing files.
     * @throws StoreUnavailableError
     */
    async commit() {
      const files = pieces.flat().map(({ name, suffix }) => {
        const key = storedKey(kind, name, suffix)!;
        return { key, path: path.join(folder.path, path.basename(key)) };
      });
      isCommitted = true;
      await (await photoStore()).put(files);
    },
    /** Check it in the transaction that writes the rows: if false, the files may have been deleted. */
    exists: folder.exists,
    drop: folder.drop,
    /** Committed or not. */
    async discard(error?: unknown) {
      if (isCommitted && !(error instanceof StoreUnavailableError)) await deleteStored(kind, images);
      await folder.drop();
    },
  };
}

/** Never throws. */
async function deleteStored(kind: ImageKind, images: readonly StoredImage[]): Promise<void> {
  try {
    // Without `canRemoveFiles`: this upload's own, even in another site's store.
    await (await photoStore()).removeMany(images.flatMap(({ name }) => possibleFiles(kind, name)));
  } catch (error) {
    log.warn({ err: error, images: images.length }, "files of a failed upload not deleted: left to the next sweep");
  }
}
