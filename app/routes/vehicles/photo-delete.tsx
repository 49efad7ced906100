import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deletePhoto } from "~/features/photos/commands.server";
import { deletePhotoStep } from "~/features/photos/components/photo-controls";
import { photoAlt } from "~/features/photos/components/photo-gallery";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { getOwnPhotoPage } from "~/features/photos/queries.server";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { onRow } from "~/http/member.server";
import { pageAction, pageLoader } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { requireId } from "~/lib/ids";
import { ConfirmPage } from "~/ui/confirm";
import { keepTyped } from "~/ui/keep-typed";
import { Page } from "~/ui/page";
import { Photo } from "~/ui/photo";

export const meta: MetaFunction = () => [{ title: "Delete this photo? · Paddock" }];

export const loader = pageLoader(async ({ request, params }) => {
  const viewer = await requireUser(request);
  const vehicleId = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
  return getOwnPhotoPage(vehicleId, requireId(params.photoId, PHOTO_NOT_FOUND), viewer);
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  failed: "Failed to delete photo.",
  run: onRow("photoId", PHOTO_NOT_FOUND, async (viewer, id) => {
    const vehicleId = await deletePhoto(viewer, id);
    return redirectWithToast(`/vehicles/${vehicleId}`, "Photo deleted successfully!");
  }),
});

export const clientAction = keepTyped("Failed to delete photo.");

export default function DeletePhotoPage() {
  const { photo, vehicle, isCover } = useLoaderData<typeof loader>();
  const name = vehicleName(vehicle);
  return (
    <Page>
      <Photo kind="photos" name={photo.photo} alt={photoAlt(photo, name)} className="mb-6 aspect-3/2 max-w-form" />
      <ConfirmPage
        {...deletePhotoStep(vehicle.id, photo.id, isCover)}
        cancelTo={`/vehicles/${vehicle.id}/photos/${photo.id}`}
      />
    </Page>
  );
}
