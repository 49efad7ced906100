import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deletePhoto } from "~/features/photos/commands.server";
import { deletePhotoStep } from "~/features/photos/components/photo-controls";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { getOwnPhotoPage } from "~/features/photos/queries.server";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { requireId } from "~/lib/ids";
import { ConfirmPage } from "~/ui/confirm";
import { keepTyped } from "~/ui/keep-typed";
import { Page } from "~/ui/page";

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
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const { values } = await readForm(request);
    const vehicleId = await deletePhoto(viewer, requireId(params.photoId, PHOTO_NOT_FOUND));
    const back = values.back === "photos" ? "/photos" : "";
    return redirectWithToast(`/vehicles/${vehicleId}${back}`, "Photo deleted successfully!");
  },
});

export const clientAction = keepTyped("Failed to delete photo.");

export default function DeletePhotoPage() {
  const { photo, vehicle, isCover } = useLoaderData<typeof loader>();
  const about = { photo, vehicle: { id: vehicle.id, name: vehicleName(vehicle) }, isCover };
  return (
    <Page>
      <ConfirmPage {...deletePhotoStep(about, "vehicle")} cancelTo={`/vehicles/${vehicle.id}/photos/${photo.id}`} />
    </Page>
  );
}
