import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { addPhotos, movePhoto, updatePhoto } from "~/features/photos/commands.server";
import { photoFailure, photosAdded } from "~/features/photos/limits";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { photoChange, photoUploads } from "~/features/photos/schema.server";
import { chosenPhotos } from "~/features/photos/uploads.server";
import { setCover } from "~/features/vehicles/commands.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { coverChoice } from "~/features/vehicles/schema.server";
import { readForm } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";

type Act = (args: ActionFunctionArgs) => Promise<Response>;

const vehicleIdOf = ({ params }: ActionFunctionArgs) => requireId(params.vehicleId, VEHICLE_NOT_FOUND);
const pathOf = ({ request }: ActionFunctionArgs) => new URL(request.url).pathname.replace(/\.data$/, "");

const upload: Act = async (args) => {
  const viewer = await requireUser(args.request);
  const { values, files } = await readForm(args.request);
  const { uploads } = decode(photoUploads, values);
  const ids = await addPhotos(viewer, vehicleIdOf(args), chosenPhotos(viewer, uploads, files.photos));
  return redirectWithToast(`${pathOf(args)}#photo-${ids[0]}`, photosAdded(ids.length));
};

const makeCover: Act = async (args) => {
  const viewer = await requireUser(args.request);
  const { values } = await readForm(args.request);
  setCover(viewer, vehicleIdOf(args), decode(coverChoice, values).photoFilename);
  return redirectWithToast(pathOf(args), "Cover photo updated!");
};

const saveCaption: Act = async (args) => {
  const viewer = await requireUser(args.request);
  const { values } = await readForm(args.request);
  const photoId = requireId(values.photoId, PHOTO_NOT_FOUND);
  updatePhoto(viewer, photoId, decode(photoChange.pick({ caption: true }), values));
  return redirectWithToast(`${pathOf(args)}#photo-${photoId}`, "Caption saved.");
};

const move: Act = async (args) => {
  const viewer = await requireUser(args.request);
  const { values } = await readForm(args.request);
  const photoId = requireId(values.photoId, PHOTO_NOT_FOUND);
  movePhoto(viewer, photoId, values.direction === "earlier" ? "earlier" : "later");
  return redirect(`${pathOf(args)}#photo-${photoId}`);
};

const ACTS: [intent: string, run: Act][] = [
  ["upload", upload],
  ["cover", makeCover],
  ["caption", saveCaption],
  ["move", move],
];

/** The owner's photo forms, which are on several pages. */
export const PHOTO_FORMS = Object.fromEntries(
  ACTS.map(([intent, run]) => [intent, { run, failed: photoFailure(intent) }]),
);
