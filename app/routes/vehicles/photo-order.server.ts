import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import type { Viewer } from "~/features/accounts/policy";
import { addEntryPhotos } from "~/features/build-log/commands.server";
import { ENTRY_NOT_FOUND } from "~/features/build-log/policy";
import { getOwnEntryPage } from "~/features/build-log/queries.server";
import { messageAfter } from "~/features/holds/holding.server";
import type { GalleryResult } from "~/features/photos/components/photo-list";
import { keepPhotos } from "~/features/photos/kept-photos.server";
import { photoFailure, photosAdded } from "~/features/photos/limits";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { getPhoto, ownCaption, type PhotoView } from "~/features/photos/rows.server";
import { type GalleryChange, galleryInput, photoChange, photoUploads } from "~/features/photos/schema.server";
import { resolveFormPhotos } from "~/features/photos/uploads.server";
import { setCover } from "~/features/vehicles/commands.server";
import {
  addPhotos,
  movePhoto,
  reorderEntryPhotos,
  reorderPhotos,
  updatePhoto,
} from "~/features/vehicles/gallery.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getOwnVehicle } from "~/features/vehicles/queries.server";
import { rotatePhoto } from "~/features/vehicles/rotate-photo.server";
import { coverChoice } from "~/features/vehicles/schema.server";
import { consumeLimit } from "~/http/call.server";
import { valuesAfter } from "~/http/page/form-failure.server";
import { readForm, readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser, withMemberAndId } from "~/http/session/session.server";
import { retryHeaders, STATUS } from "~/http/status";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import type { FormFailure, UploadedFile } from "~/lib/forms";
import { requireId } from "~/lib/ids";
import { mergeRevisions, type Precondition, type StoredValues, unlessChanged } from "~/lib/revision.server";
import { pick } from "~/lib/rows";

type Values = Record<string, string>;

type Whole = readonly ["vehicle" | "entry", number];

interface Gallery {
  photos: readonly PhotoView[];
  coverPhoto: string | null;
}

/** Of a gallery, or of a build log entry. */
interface PhotosOfForm {
  viewer: Viewer;
  whole: Whole;
  photos: readonly PhotoView[];
  /** Fields other than captions and places, with the stored values. */
  others: readonly (readonly [name: string, stored: number | undefined])[];
  /** The form's current initial values. */
  stored: () => StoredValues;
  /** @returns the address to redirect to */
  save(values: Values, change: GalleryChange, precondition: Precondition): Promise<string>;
  /** Confirmation page, if there is one. */
  deleteStep?: (photoId: number) => string;
}

/** Captions, places and cover of a gallery. */
export const arrangeGallery = withMemberAndId<unknown>("vehicleId", VEHICLE_NOT_FOUND, (viewer, vehicleId, args) => {
  const { photos, coverPhoto } = getOwnVehicle(vehicleId, viewer);
  return arrangeForm(args, {
    viewer,
    whole: ["vehicle", vehicleId],
    photos,
    others: [["cover", photos.find(({ photo }) => photo === coverPhoto)?.id]],
    stored: () => galleryValues(getOwnVehicle(vehicleId, viewer)),
    async save(_, change, precondition) {
      reorderPhotos(viewer, vehicleId, change, precondition);
      return `/vehicles/${vehicleId}/photos`;
    },
    deleteStep: (photoId) => `/vehicles/${vehicleId}/photos/${photoId}/delete?back=photos`,
  });
});

/** Captions and places of an entry's photos; removes ticked ones. */
export const arrangeEntry = withMemberAndId<unknown>("entryId", ENTRY_NOT_FOUND, (viewer, entryId, args) => {
  const { entry, vehicle } = getOwnEntryPage(entryId, viewer);
  const { photos } = entry;
  return arrangeForm(args, {
    viewer,
    whole: ["entry", entryId],
    photos,
    others: photos.map(({ id }) => [`remove-${id}`, undefined] as const),
    stored: () => photoValues(getOwnEntryPage(entryId, viewer).entry.photos),
    async save(values, change, precondition) {
      const removedIds = new Set(photos.filter(({ id }) => values[`remove-${id}`] === "on").map(({ id }) => id));
      await reorderEntryPhotos(viewer, { vehicleId: vehicle.id, entryId }, change, removedIds, precondition);
      return `/build/${entryId}/edit#order`;
    },
  });
});

/**
 * "Save all" saves; `turn` (a photo's id) and `move` (ID:earlier, ID:later) act at once and return the typed values
 * unsaved; `delete` (an id) saves everything first and redirects to the confirmation.
 */
async function arrangeForm(args: ActionFunctionArgs, form: PhotosOfForm) {
  const { viewer, photos } = form;
  const { values } = await readForm(args.request);
  try {
    if (values.turn !== undefined) {
      await consumeLimit(args, "turn");
      await rotatePhoto(viewer, requireId(values.turn, PHOTO_NOT_FOUND), 90);
      return galleryResult(values, form, "Photo rotated.");
    }
    if (values.move !== undefined) {
      movePhoto(viewer, ...whichWay(values.move));
      const revision = mergeRevisions(values.revision ?? "", form.stored(), (name) => name.startsWith("place-"));
      return galleryResult({ ...values, revision }, form, "Photo moved.");
    }
    const step = values.delete === undefined ? undefined : form.deleteStep?.(requirePhotoOf(photos, values.delete));
    const hadWords = Object.keys(unsaved(values, form)).length > 0;
    const change = decode(galleryInput(photos.map(({ id }) => id)), values);
    const done = await form.save(values, change, unchangedGallery(form, values));
    if (step === undefined) return redirectWithToast(done, messageAfter(...form.whole, "Photos saved."));
    return hadWords ? redirectWithToast(step, "Your other changes are saved.") : redirect(step);
  } catch (error) {
    return refusalPage(error, values, form);
  }
}

/** Photos added or deleted meanwhile are no conflict. */
function unchangedGallery({ photos, stored }: PhotosOfForm, values: Values): Precondition {
  const cover = new Map(photos.map(({ id, position }) => [`${id}`, `photo ${position}`]));
  const readStored = () => Object.fromEntries(Object.entries(stored()).filter(([name]) => name in values));
  return unlessChanged(values, readStored, { cover });
}

export const photoValues = (photos: readonly PhotoView[]): StoredValues =>
  Object.fromEntries(
    photos.flatMap(({ id, caption, position }) => [
      [`caption-${id}`, caption],
      [`place-${id}`, position],
    ]),
  );

export const galleryValues = ({ photos, coverPhoto }: Gallery): StoredValues => ({
  ...photoValues(photos),
  cover: photos.find(({ photo }) => photo === coverPhoto)?.id,
});

/** @throws DomainError not_found; invalid for an unknown direction */
function whichWay(move: unknown): [photoId: number, direction: "earlier" | "later"] {
  // In JSON it may have any type.
  const [id, direction] = typeof move === "string" ? move.split(":") : [];
  const photoId = requireId(id, PHOTO_NOT_FOUND);
  if (direction !== "earlier" && direction !== "later") {
    throw new DomainError("invalid", "A photo can move earlier or later.");
  }
  return [photoId, direction];
}

/** @throws DomainError not_found for another photo */
function requirePhotoOf(photos: readonly PhotoView[], text: unknown): number {
  const id = requireId(text, PHOTO_NOT_FOUND);
  if (!photos.some((photo) => photo.id === id)) throw new DomainError("not_found", PHOTO_NOT_FOUND);
  return id;
}

function galleryResult(values: Values, form: PhotosOfForm, done: string): GalleryResult {
  return { values: unsaved(values, form), revision: values.revision, done };
}

/** Keeps the typed values, even if the button's photo is gone. */
function refusalPage(error: unknown, values: Values, form: PhotosOfForm) {
  if (!(error instanceof DomainError) || error.code === "forbidden") throw error;
  const body: FormFailure = {
    message: error.message,
    errors: error.fields,
    values: valuesAfter(error, { ...unsaved(values, form), ...pick(values, "intent", "revision") }),
  };
  return data(body, { status: STATUS[error.code], headers: retryHeaders(error) });
}

/** Only changed values, so that the response stays small with a hundred captions. */
function unsaved(values: Values, { photos, others }: PhotosOfForm): Values {
  const storedValues = new Map<string, string | number | undefined>([
    ...others,
    ...photos.flatMap(({ id, caption, position }): [string, string | number][] => [
      [`caption-${id}`, caption],
      [`place-${id}`, position],
    ]),
  ]);
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        typeof value === "string" && storedValues.has(name) && storedValues.get(name)?.toString() !== value,
    ),
  );
}

const pathOf = ({ url }: Request) => new URL(url).pathname.replace(/\.data$/, "");

/** @param add returns the ids of the new photos */
const uploadTo = (
  kind: Whole[0],
  missing: string,
  add: (viewer: Viewer, id: number, files: UploadedFile[]) => Promise<number[]>,
) =>
  withMemberAndId(`${kind}Id`, missing, async (viewer, id, { request }) => {
    const { values, files } = await readForm(request);
    const { uploads } = decode(photoUploads, values);
    const ids = await add(viewer, id, resolveFormPhotos(viewer, uploads, files.photos));
    const at = values.morePhotos ? "add-photos" : `photo-${ids[0]}`;
    return redirectWithToast(`${pathOf(request)}#${at}`, messageAfter(kind, id, photosAdded(ids.length)));
  });

export const uploadToEntry = uploadTo("entry", ENTRY_NOT_FOUND, addEntryPhotos);

const makeCover = withMemberAndId("vehicleId", VEHICLE_NOT_FOUND, async (viewer, id, { request }) => {
  setCover(viewer, id, (await readInput(request, coverChoice)).photoFilename);
  return redirectWithToast(pathOf(request), "Cover photo updated!");
});

async function saveCaption({ request, context }: ActionFunctionArgs) {
  const viewer = await requireUser({ request, context });
  const { values } = await readForm(request);
  const photoId = requireId(values.photoId, PHOTO_NOT_FOUND);
  const precondition = unlessChanged(values, () => ({ caption: ownCaption(getPhoto(photoId)) }));
  const change = decode(photoChange.pick({ caption: true }), values);
  const vehicleId = updatePhoto(viewer, photoId, change, precondition);
  return redirectWithToast(`${pathOf(request)}#photo-${photoId}`, messageAfter("vehicle", vehicleId, "Caption saved."));
}

/** The owner's forms, used on several pages. */
export const PHOTO_FORMS = {
  upload: {
    run: uploadTo("vehicle", VEHICLE_NOT_FOUND, addPhotos),
    failed: photoFailure("upload"),
    keepFiles: keepPhotos(),
    deduplicateBy: "files",
  },
  cover: { run: makeCover, failed: photoFailure("cover") },
  caption: { run: saveCaption, failed: photoFailure("caption") },
} as const;
