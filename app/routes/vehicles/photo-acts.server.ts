import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import type { Viewer } from "~/features/accounts/policy";
import { addPhotos, movePhoto, updatePhoto } from "~/features/photos/commands.server";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { photoChange, photoFailure, photosAdded } from "~/features/photos/schema";
import { setCover } from "~/features/vehicles/commands.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { coverChoice } from "~/features/vehicles/schema";
import { pageAction, readForm } from "~/http/page.server";
import { clientKey, countTry } from "~/http/rate-limit.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";

type Act = (args: ActionFunctionArgs, viewer: Viewer) => Promise<Response>;

const vehicleIdOf = ({ params }: ActionFunctionArgs) => requireId(params.vehicleId, VEHICLE_NOT_FOUND);
const pathOf = ({ request }: ActionFunctionArgs) => new URL(request.url).pathname.replace(/\.data$/, "");

const upload: Act = async (args, viewer) => {
  await countTry("upload", clientKey(args.context.clientAddress), `user:${viewer.id}`);
  const { files } = await readForm(args.request);
  const ids = await addPhotos(viewer, vehicleIdOf(args), files.photos ?? []);
  return redirectWithToast(`${pathOf(args)}#photo-${ids[0]}`, photosAdded(ids.length));
};

const makeCover: Act = async (args, viewer) => {
  const { values } = await readForm(args.request);
  setCover(viewer, vehicleIdOf(args), decode(coverChoice, values).photoFilename);
  return redirectWithToast(pathOf(args), "Cover photo updated!");
};

const saveCaption: Act = async (args, viewer) => {
  const { values } = await readForm(args.request);
  const photoId = photoIdOf(values.intent);
  updatePhoto(viewer, photoId, decode(photoChange.pick({ caption: true }), values));
  return redirectWithToast(`${pathOf(args)}#photo-${photoId}`, "Caption saved.");
};

const move: Act = async (args, viewer) => {
  const { values } = await readForm(args.request);
  const photoId = photoIdOf(values.intent);
  movePhoto(viewer, photoId, values.direction === "earlier" ? "earlier" : "later");
  return redirect(`${pathOf(args)}#photo-${photoId}`);
};

/** The intent names the photo as well, so that a failure shows in the very form it came from: "caption-12". */
function photoIdOf(intent: unknown): number {
  return requireId(wordsOf(intent)[1], PHOTO_NOT_FOUND);
}

/** A form may come as JSON too, in which an intent can be anything. */
const wordsOf = (intent: unknown) => (typeof intent === "string" ? intent.split("-") : []);

const ACTS = new Map<string, Act>([
  ["upload", upload],
  ["cover", makeCover],
  ["caption", saveCaption],
  ["move", move],
]);

/**
 * What the owner's forms around photos do, on whichever page they stand. A form without an intent is an upload, also
 * one whose body cannot be read.
 */
export async function photoAction(args: ActionFunctionArgs) {
  const form = await readForm(args.request).catch(() => null);
  const name = wordsOf(form?.values.intent)[0] ?? "upload";
  const act = ACTS.get(name) ?? upload;
  return pageAction(async () => act(args, await requireUser(args.request)), photoFailure(name))(args);
}
