import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import type { Viewer } from "~/features/accounts/policy";
import { ENTRY_NOT_FOUND } from "~/features/build-log/policy";
import { getOwnEntryPage } from "~/features/build-log/queries.server";
import { arrangeEntryPhotos, arrangePhotos } from "~/features/photos/arrange.server";
import { movePhoto } from "~/features/photos/commands.server";
import type { GalleryAnswer } from "~/features/photos/components/photo-list";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { type GalleryChange, galleryInput } from "~/features/photos/schema.server";
import { turnPhoto } from "~/features/photos/turn.server";
import type { PhotoView } from "~/features/vehicles/photo-queries.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getOwnVehicle } from "~/features/vehicles/queries.server";
import { countLimit } from "~/http/call.server";
import { readForm } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { STATUS } from "~/http/status";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { DomainError } from "~/lib/errors";
import type { FormFailure } from "~/lib/forms";
import { requireId } from "~/lib/ids";

type Values = Record<string, string>;

/** The photos of one form: of a gallery, or of an entry of a build log. */
interface PhotosOfForm {
  viewer: Viewer;
  photos: readonly PhotoView[];
  /** The fields that it has beside captions and places, with what is stored. */
  others: readonly (readonly [name: string, stored: string | undefined])[];
  /** "Save all". @returns where to go on */
  save(values: Values, change: GalleryChange): Promise<string>;
  /** Where it has a button that deletes one photo: its second step. */
  deleteStep?: (photoId: number) => string;
}

/** The form of a whole gallery: captions, places and cover. */
export async function arrangeGallery(args: ActionFunctionArgs) {
  const viewer = await requireUser(args.request);
  const vehicleId = requireId(args.params.vehicleId, VEHICLE_NOT_FOUND);
  const { photos, coverPhoto } = getOwnVehicle(vehicleId, viewer);
  return arrangeForm(args, {
    viewer,
    photos,
    others: [["cover", photos.find(({ photo }) => photo === coverPhoto)?.id]],
    async save(_, change) {
      arrangePhotos(viewer, vehicleId, change);
      return `/vehicles/${vehicleId}/photos`;
    },
    deleteStep: (photoId) => `/vehicles/${vehicleId}/photos/${photoId}/delete?back=photos`,
  });
}

/** The photos of an entry of a build log: captions and places, and those that are ticked go. */
export async function arrangeEntry(args: ActionFunctionArgs) {
  const viewer = await requireUser(args.request);
  const entryId = requireId(args.params.entryId, ENTRY_NOT_FOUND);
  const { entry, vehicle } = getOwnEntryPage(entryId, viewer);
  const { photos } = entry;
  return arrangeForm(args, {
    viewer,
    photos,
    others: photos.map(({ id }) => [`remove-${id}`, undefined] as const),
    async save(values, change) {
      const removed = new Set(
        photos
          .map(({ id }) => id)
          .filter((id) => values[`remove-${id}`] === "on")
          .map(Number),
      );
      await arrangeEntryPhotos(viewer, { vehicleId: Number(vehicle.id), entryId }, change, removed);
      return `/build/${entryId}/edit#order`;
    },
  });
}

/**
 * Which of the form's buttons was pressed decides: "Save all" saves; `turn` (a photo's id) and `move` (ID:earlier,
 * ID:later) act at once, and what was typed stays typed, not saved; `delete` (an id) saves all, so that nothing is lost
 * on the way, and leads to the second step.
 */
async function arrangeForm(args: ActionFunctionArgs, form: PhotosOfForm) {
  const { viewer, photos } = form;
  const { values } = await readForm(args.request);
  try {
    if (values.turn !== undefined) {
      await countLimit(args, "turn");
      await turnPhoto(viewer, requireId(values.turn, PHOTO_NOT_FOUND), 90);
      return kept(values, form, "Photo turned.");
    }
    if (values.move !== undefined) {
      movePhoto(viewer, ...whichWay(values.move));
      return kept(values, form, "Photo moved.");
    }
    const step = values.delete === undefined ? undefined : form.deleteStep?.(requirePhotoOf(photos, values.delete));
    const hadWords = Object.keys(unsaved(values, form)).length > 0;
    const change = decode(galleryInput(photos.map((photo) => Number(photo.id))), values);
    const done = await form.save(values, change);
    if (step === undefined) return redirectWithToast(done, "Photos saved.");
    return hadWords ? redirectWithToast(step, "Your other changes are saved.") : redirect(step);
  } catch (error) {
    return refused(error, values, form);
  }
}

/** @throws DomainError not_found; invalid where the direction is none */
function whichWay(move: unknown): [photoId: number, direction: "earlier" | "later"] {
  // JSON may bring anything.
  const [id, direction] = typeof move === "string" ? move.split(":") : [];
  const photoId = requireId(id, PHOTO_NOT_FOUND);
  if (direction !== "earlier" && direction !== "later") {
    throw new DomainError("invalid", "A photo moves earlier or later.");
  }
  return [photoId, direction];
}

/** @throws DomainError not_found for what is none of these photos */
function requirePhotoOf(photos: readonly PhotoView[], given: unknown): number {
  const id = requireId(given, PHOTO_NOT_FOUND);
  if (!photos.some((photo) => photo.id === String(id))) throw new DomainError("not_found", PHOTO_NOT_FOUND);
  return id;
}

function kept(values: Values, form: PhotosOfForm, done: string): GalleryAnswer {
  return { kept: unsaved(values, form), done };
}

/** The page again with what was typed, also where the photo has gone that a button was about. */
function refused(error: unknown, values: Values, form: PhotosOfForm) {
  if (!(error instanceof DomainError) || error.code === "forbidden") throw error;
  const { intent = "" } = values;
  const body: FormFailure = {
    message: error.message,
    errors: error.fields,
    values: { ...unsaved(values, form), intent },
  };
  const headers = error.retryAfter === undefined ? undefined : { "Retry-After": String(error.retryAfter) };
  return data(body, { status: STATUS[error.code], headers });
}

/** What differs from what is stored: a hundred captions stay small where few have changed. */
function unsaved(values: Values, { photos, others }: PhotosOfForm): Values {
  const stored = new Map<string, string | undefined>([
    ...others,
    ...photos.flatMap(({ id, caption, position }): [string, string][] => [
      [`caption-${id}`, caption],
      [`place-${id}`, String(position)],
    ]),
  ]);
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => typeof value === "string" && stored.has(name) && stored.get(name) !== value,
    ),
  );
}
