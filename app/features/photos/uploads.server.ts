import { transaction } from "~/db/client.server";
import type { Viewer } from "~/features/accounts/policy";
import { DomainError, invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { MAX_FILE_BYTES, MAX_FILES, TOO_MANY_FILES } from "~/lib/images";
import { inspectImage, tooLarge } from "~/services/images/render/inspect.server";
import {
  addUpload,
  countUnfinished,
  createUploadFile,
  findUpload,
  markFinished,
  type ResumableUpload,
  removeUpload,
  removeUploadFiles,
  uploadedFile,
  uploadPath,
} from "~/services/uploads/resumable.server";
import { requireFreeQuota } from "./new-photos.server";

/** Per user. */
const MAX_UNFINISHED = 20;

/** Of a file name, used in messages only. */
export const MAX_NAME = 255;

const FIELD = "photos";
const NOT_FOUND = "This upload does not exist.";

/**
 * In chunks, before the form.
 * @param id 32 random hex digits
 * @param file its name, for messages, and its total bytes
 * @throws DomainError too_large over 20 MB or without storage left; rate_limited
 */
export async function beginUpload(
  viewer: Viewer,
  id: string,
  { filename, size }: Pick<UploadedFile, "filename" | "size">,
): Promise<void> {
  if (size > MAX_FILE_BYTES) throw tooLarge({ filename }, FIELD);
  requireFreeQuota(viewer.id, FIELD);
  await createUploadFile(id);
  try {
    transaction(() => {
      if (countUnfinished(viewer.id) >= MAX_UNFINISHED) {
        throw new DomainError(
          "rate_limited",
          "Too many of your photos are still being uploaded. Please finish those first.",
        );
      }
      addUpload({ id, userId: viewer.id, filename: filename.slice(-MAX_NAME), size });
    });
  } catch (error) {
    await removeUploadFiles([id]);
    throw error;
  }
}

/** @throws DomainError not_found, also for another user's */
export function getOwnUpload(viewer: Viewer, id: string): ResumableUpload {
  const upload = findUpload(id);
  if (upload?.userId !== viewer.id) throw new DomainError("not_found", NOT_FOUND);
  return upload;
}

/**
 * Called before each chunk.
 * @throws DomainError not_found; too_large without storage left, unless the upload is complete
 */
export function requireUploadQuota(viewer: Viewer, id: string): void {
  const upload = getOwnUpload(viewer, id);
  if (upload.received < upload.size) requireFreeQuota(viewer.id, FIELD);
}

/**
 * Deletes a rejected upload.
 * @throws DomainError invalid, with a form's message for such a file
 */
export async function finishUpload({ id, filename, size }: Pick<ResumableUpload, "id" | "filename" | "size">) {
  try {
    await inspectImage({ filename, path: uploadPath(id), size }, FIELD);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await removeUpload(id);
    throw new DomainError("invalid", error.message, error.fields);
  }
  markFinished(id);
}

/**
 * First photos uploaded before, in the order of their ids, then the form's files. Consumes nothing before the rows are
 * written (`withStagedImages`).
 * @param field of the form, for the messages
 * @throws DomainError invalid if an upload is gone, incomplete, or another user's
 */
export function resolveFormPhotos(
  viewer: Viewer,
  ids: readonly string[] | undefined,
  files: readonly UploadedFile[] | undefined,
  field = FIELD,
): UploadedFile[] {
  if (ids && ids.length > MAX_FILES) throw invalidField(field, TOO_MANY_FILES);
  return [...(ids ?? []).map((id) => uploadedFile(viewer.id, id, field)), ...(files ?? [])];
}
