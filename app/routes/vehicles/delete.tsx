import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deleteVehicle } from "~/features/vehicles/commands.server";
import { deleteVehicleConfirmation } from "~/features/vehicles/components/vehicle-heading";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getOwnVehicle } from "~/features/vehicles/queries.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && `Delete ${data.name}?`),
];

export const loader = pageLoader(
  withMemberAndId("vehicleId", VEHICLE_NOT_FOUND, (viewer, id) => {
    const vehicle = getOwnVehicle(id, viewer);
    return { id: vehicle.id, name: vehicleName(vehicle), photoCount: vehicle.photos.length };
  }),
);

export const action = pageAction({
  audience: "member",
  limit: "edit",
  failed: "Failed to delete vehicle.",
  run: withMemberAndId("vehicleId", VEHICLE_NOT_FOUND, async (viewer, id) => {
    await deleteVehicle(viewer, id);
    return redirectWithToast(`/garages/${viewer.garageId}`, "Vehicle deleted successfully.");
  }),
});

export const clientAction = formClientAction("Failed to delete vehicle.");

export default function DeleteVehiclePage() {
  const { id, name, photoCount } = useLoaderData<typeof loader>();
  return <ConfirmPage {...deleteVehicleConfirmation(id, name, photoCount)} cancelTo={`/vehicles/${id}`} />;
}
