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
  const page = getOwnPhotoPage(vehicleId, requireId(params.photoId, PHOTO_NOT_FOUND), viewer);
  return { ...page, back: cameFrom(new URL(request.url).searchParams.get("back")) };
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
    const back = cameFrom(values.back) === "photos" ? "/photos" : "";
    return redirectWithToast(`/vehicles/${vehicleId}${back}`, "Photo deleted successfully!");
  },
});

/** The page that is gone back to: the one that manages the photos, or the vehicle's. */
function cameFrom(back: unknown): "photos" | "vehicle" {
  return back === "photos" ? "photos" : "vehicle";
}

export const clientAction = keepTyped("Failed to delete photo.");

export default function DeletePhotoPage() {
  const { photo, vehicle, isCover, back } = useLoaderData<typeof loader>();
  const about = { photo, vehicle: { id: vehicle.id, name: vehicleName(vehicle) }, isCover };
  const photos = `/vehicles/${vehicle.id}/photos`;
  return (
    <Page>
      <ConfirmPage
        {...deletePhotoStep(about, back)}
        cancelTo={back === "photos" ? `${photos}#photo-${photo.id}` : `${photos}/${photo.id}`}
      />
    </Page>
  );
}
