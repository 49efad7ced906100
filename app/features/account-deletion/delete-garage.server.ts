import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { garages } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { removeImages } from "~/services/images/files.server";
import { forgetUploadsOf } from "~/services/uploads/resumable.server";
import { removeUploadFiles } from "~/services/uploads/resumable-files.server";
import { listGarageImages, unusedAfterwards } from "./image-names.server";
import { DELETION_MESSAGES } from "./limits";

/**
 * Deletes the viewer's garage with its vehicles, their photos, likes and comments, its reviews, and photos on their
 * way; files that nothing
 * else shows are removed after the transaction. The account stays, and may open a garage again (account-deletion
 * README, Delete my garage).
 * @throws DomainError not_found without a garage
 */
export async function deleteGarage(viewer: Viewer): Promise<void> {
  const unused = transaction(() => {
    const names = listGarageImages(viewer.id);
    // Dependent rows are deleted by foreign keys (ON DELETE); triggers update the counters.
    const { changes } = db().delete(garages).where(eq(garages.userId, viewer.id)).run();
    if (changes === 0) throw new DomainError("not_found", DELETION_MESSAGES.noGarage);
    return { photos: unusedAfterwards("photos", names), uploads: forgetUploadsOf(viewer.id) };
  });
  await removeImages("photos", unused.photos);
  await removeUploadFiles(unused.uploads);
}
