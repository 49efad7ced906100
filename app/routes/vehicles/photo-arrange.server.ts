import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { arrangePhotos } from "~/features/photos/arrange.server";
import { movePhoto } from "~/features/photos/commands.server";
import type { GalleryAnswer } from "~/features/photos/components/photo-list";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { galleryInput } from "~/features/photos/schema.server";
import { turnPhoto } from "~/features/photos/turn.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getOwnVehicle, type VehicleView } from "~/features/vehicles/queries.server";
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

/**
 * The form of a whole gallery. Which of its buttons was pressed decides: "Save all" saves captions, places and cover;
 * `turn` (a photo's id) and `move` (ID:earlier, ID:later) act at once, and what was typed stays typed, not saved;
 * `delete` (an id) saves all, so that nothing is lost on the way, and leads to the second step.
 */
export async function arrangeGallery(args: ActionFunctionArgs) {
  const viewer = await requireUser(args.request);
  const vehicleId = requireId(args.params.vehicleId, VEHICLE_NOT_FOUND);
  const vehicle = getOwnVehicle(vehicleId, viewer);
  const { values } = await readForm(args.request);
  try {
    if (values.turn !== undefined) {
      await countLimit(args, "turn");
      await turnPhoto(viewer, requireId(values.turn, PHOTO_NOT_FOUND), 90);
      return kept(values, vehicle, "Photo turned.");
    }
    if (values.move !== undefined) {
      movePhoto(viewer, ...whichWay(values.move));
      return kept(values, vehicle, "Photo moved.");
    }
    const toDelete = values.delete === undefined ? undefined : requirePhotoOf(vehicle, values.delete);
    const ids = vehicle.photos.map((photo) => Number(photo.id));
    const hadWords = Object.keys(unsaved(values, vehicle)).length > 0;
    arrangePhotos(viewer, vehicleId, decode(galleryInput(ids), values));
    if (toDelete !== undefined) return leadToDelete(vehicleId, toDelete, hadWords);
  } catch (error) {
    return refused(error, values, vehicle);
  }
  return redirectWithToast(`/vehicles/${vehicleId}/photos`, "Photos saved.");
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

/** @throws DomainError not_found for what is no photo of the vehicle's */
function requirePhotoOf({ photos }: VehicleView, given: unknown): number {
  const id = requireId(given, PHOTO_NOT_FOUND);
  if (!photos.some((photo) => photo.id === String(id))) throw new DomainError("not_found", PHOTO_NOT_FOUND);
  return id;
}

function leadToDelete(vehicleId: number, photoId: number, hadWords: boolean) {
  const step = `/vehicles/${vehicleId}/photos/${photoId}/delete?back=photos`;
  return hadWords ? redirectWithToast(step, "Your other changes are saved.") : redirect(step);
}

function kept(values: Values, vehicle: VehicleView, done: string): GalleryAnswer {
  return { kept: unsaved(values, vehicle), done };
}

/** The page again with what was typed, also where the photo has gone that a button was about. */
function refused(error: unknown, values: Values, vehicle: VehicleView) {
  if (!(error instanceof DomainError) || error.code === "forbidden") throw error;
  const { intent = "" } = values;
  const body: FormFailure = {
    message: error.message,
    errors: error.fields,
    values: { ...unsaved(values, vehicle), intent },
  };
  const headers = error.retryAfter === undefined ? undefined : { "Retry-After": String(error.retryAfter) };
  return data(body, { status: STATUS[error.code], headers });
}

/** What differs from what is stored: a hundred captions stay small where few have changed. */
function unsaved(values: Values, { photos, coverPhoto }: VehicleView): Values {
  const stored = new Map<string, string | undefined>([
    ["cover", photos.find(({ photo }) => photo === coverPhoto)?.id],
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
