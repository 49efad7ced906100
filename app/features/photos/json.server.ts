import { z } from "zod";
import { toHiddenMarks } from "~/db/scopes.server";
import { hiddenMarks } from "~/features/accounts/json.server";
import { getPhoto, listPhotoRowsById, ownCaption, type PhotoRow } from "./rows.server";

type PhotoToShow = Pick<PhotoRow, "photo" | "caption" | "hidden"> & { id: string | number };

export function photoJson({ id, photo, caption, hidden }: PhotoToShow): PhotoJson {
  return { _id: String(id), photo, caption, ...toHiddenMarks(hidden) };
}

const photoMembers = {
  _id: z.string(),
  photo: z.string().meta({ description: "A file name under /img/photos/, or a full URL" }),
  caption: z.string(),
  ...hiddenMarks,
};

export const photoShape = z.strictObject(photoMembers).meta({ id: "Photo" });

type PhotoJson = z.infer<typeof photoShape>;

/** For the owner. */
function photoDetail(row: PhotoRow): PhotoDetailJson {
  const entry = row.entryId === null ? null : String(row.entryId);
  return {
    ...photoJson({ ...row, caption: ownCaption(row) }),
    position: row.position,
    vehicle: String(row.vehicleId),
    entry,
  };
}

export function photosJson(ids: readonly number[]): PhotoDetailJson[] {
  return listPhotoRowsById(ids).map(photoDetail);
}

/** @throws DomainError not_found */
export function photoDetailJson(id: number): PhotoDetailJson {
  return photoDetail(getPhoto(id));
}

export const photoDetailShape = z
  .strictObject({
    ...photoMembers,
    position: z.int().meta({ description: "In the gallery or in its entry, counted from 1" }),
    vehicle: z.string().meta({ description: "Id of the vehicle" }),
    entry: z
      .string()
      .nullable()
      .meta({ description: "Id of the build log entry that it belongs to; null in the gallery" }),
  })
  .meta({ id: "PhotoDetail" });

type PhotoDetailJson = z.infer<typeof photoDetailShape>;
