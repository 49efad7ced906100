import { randomBytes } from "node:crypto";
import { transaction } from "~/db/client.server";
import type { Viewer } from "~/features/accounts/policy";
import { orCannotStore } from "~/lib/disk-errors";
import { DomainError, type FieldErrors } from "~/lib/errors";
import { uploadIdsField } from "~/lib/fields.server";
import type { KeptPhoto, UploadedFile } from "~/lib/forms";
import { MAX_FILES } from "~/lib/images";
import { inspectImage, RefusedFile, shownName } from "~/services/images/render/inspect.server";
import { addUpload, markFinished, moveToUploads, uploadedFile } from "~/services/uploads/resumable.server";
import { requireFreeQuota } from "./new-photos.server";
import { MAX_NAME } from "./uploads.server";

interface SentForm {
  values: Record<string, unknown>;
  files: Record<string, UploadedFile[]>;
}

/**
 * A refused form's photos become uploads, because a browser without script sends its files only once.
 * @param max of the form; the last photo replaces a single earlier one
 */
export function keepPhotos(field = "photos", max = MAX_FILES) {
  return async (viewer: Viewer, { values, files }: SentForm, refusal?: DomainError) => {
    const keptPhotos: KeptPhoto[] = [];
    const messages = new Set<string>();
    const ids = new Set(uploadIdsField().safeParse(values.uploads ?? []).data);
    const photos = [
      ...[...ids].map((id) => () => uploadedFile(viewer.id, id, field)),
      ...(files[field] ?? []).map((file) => () => file),
    ];
    for (const findPhoto of max === 1 ? photos.reverse() : photos) {
      if (keptPhotos.length === max) break;
      try {
        const file = findPhoto();
        if (refusal instanceof RefusedFile && refusal.path === file.path) throw refusal;
        const id = file.uploadId ?? (await storeUpload(viewer, file, field));
        keptPhotos.push({ id, filename: shownName(file.filename), size: file.size });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        messages.add(error.message);
      }
    }
    const errors: FieldErrors = messages.size > 0 ? { [field]: [...messages] } : {};
    return { kept: keptPhotos, errors };
  };
}

/** @throws DomainError for a refused file, and without storage left */
async function storeUpload(viewer: Viewer, file: UploadedFile, field: string): Promise<string> {
  const { filename, size } = await inspectImage(file, field);
  requireFreeQuota(viewer.id, field);
  const id = randomBytes(16).toString("hex");
  await moveToUploads(id, file.path).catch(orCannotStore(field));
  transaction(() => {
    addUpload({ id, userId: viewer.id, filename: filename.slice(-MAX_NAME), size });
    markFinished(id);
  });
  return id;
}

/** For forms with one picture: without script a new one is sent along with the kept one. */
export const replaceKept = (ids: readonly string[] | undefined, files: readonly UploadedFile[] | undefined) =>
  files === undefined ? ids : undefined;
