import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deletePhotoConfirmation } from "~/features/photos/components/photo-controls";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { deletePhoto } from "~/features/vehicles/gallery.server";
import { vehicleName } from "~/features/vehicles/name";
import { getOwnPhotoPage } from "~/features/vehicles/photo-pages.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Delete this photo?")];

export const loader = pageLoader(
  withMemberAndId("vehicleId", VEHICLE_NOT_FOUND, (viewer, vehicleId, { request, params }) => {
    const page = getOwnPhotoPage(vehicleId, requireId(params.photoId, PHOTO_NOT_FOUND), viewer);
    return { ...page, back: cameFrom(new URL(request.url).searchParams.get("back")) };
  }),
);

export const action = pageAction({
  audience: "member",
  limit: "edit",
  failed: "Failed to delete photo.",
  run: withMemberAndId("photoId", PHOTO_NOT_FOUND, async (viewer, photoId, { request }) => {
    const { values } = await readForm(request);
    const vehicleId = await deletePhoto(viewer, photoId);
    const back = cameFrom(values.back) === "photos" ? "/photos" : "";
    return redirectWithToast(`/vehicles/${vehicleId}${back}`, "Photo deleted successfully!");
  }),
});

function cameFrom(back: unknown): "photos" | "vehicle" {
  return back === "photos" ? "photos" : "vehicle";
}

export const clientAction = formClientAction("Failed to delete photo.");

export default function DeletePhotoPage() {
  const { photo, vehicle, isCover, back } = useLoaderData<typeof loader>();
  const target = { photo, vehicle: { id: vehicle.id, name: vehicleName(vehicle) }, isCover };
  const photos = `/vehicles/${vehicle.id}/photos`;
  return (
    <ConfirmPage
      {...deletePhotoConfirmation(target, back)}
      cancelTo={back === "photos" ? `${photos}#photo-${photo.id}` : `${photos}/${photo.id}`}
    />
  );
}
