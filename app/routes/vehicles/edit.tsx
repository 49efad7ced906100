import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { messageAfter } from "~/features/holds/holding.server";
import { suggestNames } from "~/features/makes/queries.server";
import { updateVehicle } from "~/features/vehicles/commands.server";
import { StoryField, VehicleFields } from "~/features/vehicles/components/vehicle-fields";
import { UPDATE_FAILED, VEHICLE_FIELDS } from "~/features/vehicles/limits";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getOwnVehicle } from "~/features/vehicles/queries.server";
import { vehicleChange } from "~/features/vehicles/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { revisionOf, unlessChanged } from "~/lib/revision.server";
import { pick } from "~/lib/rows";
import { pageTitle } from "~/ui/document/page-title";
import { AsidePhoto } from "~/ui/forms/beside-form";
import { SubmitOrCancel } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && `Edit ${vehicleName(data.given)}`),
];

export const loader = pageLoader(
  withMemberAndId("vehicleId", VEHICLE_NOT_FOUND, (viewer, id) => {
    const vehicle = getOwnVehicle(id, viewer);
    const fields = pick(vehicle, ...VEHICLE_FIELDS);
    const { coverPhoto, make } = vehicle;
    return { id, coverPhoto, given: fields, revision: revisionOf(fields), suggestions: suggestNames(make) };
  }),
);

export const action = pageAction({
  audience: "member",
  limit: "edit",
  failed: UPDATE_FAILED,
  run: withMemberAndId("vehicleId", VEHICLE_NOT_FOUND, async (viewer, id, { request }) => {
    const { values } = await readForm(request);
    const precondition = unlessChanged(values, () => pick(getOwnVehicle(id, viewer), ...VEHICLE_FIELDS));
    updateVehicle(viewer, id, decode(vehicleChange, values), precondition);
    return redirectWithToast(`/vehicles/${id}`, messageAfter("vehicle", id, "Details saved."));
  }),
});

export const clientAction = formClientAction(UPDATE_FAILED);

export default function EditVehiclePage() {
  const { id, coverPhoto, given, revision, suggestions } = useLoaderData<typeof loader>();
  return (
    <Page narrow beside={<AsidePhoto name={coverPhoto} />}>
      <PageHeader title="Edit details" lead={vehicleName(given)} />
      <PageForm draft initial={{ ...given, revision }}>
        <VehicleFields suggestions={suggestions} />
        <StoryField />
        <SubmitOrCancel act="Save details" busy="Saving…" cancelTo={`/vehicles/${id}`} isInSight />
      </PageForm>
    </Page>
  );
}
