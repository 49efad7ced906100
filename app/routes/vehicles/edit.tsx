import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { suggestNames } from "~/features/makes/queries.server";
import { updateVehicle } from "~/features/vehicles/commands.server";
import { StoryField, VehicleFields, vehicleValues } from "~/features/vehicles/components/vehicle-fields";
import { UPDATE_FAILED } from "~/features/vehicles/limits";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getOwnVehicle } from "~/features/vehicles/queries.server";
import { vehicleChange } from "~/features/vehicles/schema.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { PageForm } from "~/ui/form";
import { keepTyped } from "~/ui/keep-typed";
import { Page, PageHeader } from "~/ui/page";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Edit ${vehicleName(data.vehicle)} · Paddock` : "Paddock" },
];

export const loader = pageLoader(async ({ request, params, context }) => {
  const viewer = await requireUser(request);
  const { photos, ...vehicle } = getOwnVehicle(requireId(params.vehicleId, VEHICLE_NOT_FOUND), viewer);
  // A refused form shows what was sent, and has the room of its page for that.
  const unsaid = context.refusedForm ? { description: "", story: "", specs: [] } : {};
  return { vehicle: { ...vehicle, ...unsaid }, suggestions: suggestNames(vehicle.make) };
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  failed: UPDATE_FAILED,
  keepsWords: true,
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const id = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
    const { values } = await readForm(request);
    updateVehicle(viewer, id, decode(vehicleChange, values));
    return redirectWithToast(`/vehicles/${id}`, "Details saved.");
  },
});

export const clientAction = keepTyped(UPDATE_FAILED);

export default function EditVehiclePage() {
  const { vehicle, suggestions } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader title="Edit details" lead={vehicleName(vehicle)} />
      <PageForm draft initial={vehicleValues(vehicle)}>
        <VehicleFields suggestions={suggestions} />
        <StoryField />
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy="Saving…">Save details</SubmitButton>
          <ButtonLink to={`/vehicles/${vehicle.id}`} kind="quiet">
            Cancel
          </ButtonLink>
        </div>
      </PageForm>
    </Page>
  );
}
