import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { messageAfter } from "~/features/holds/holding.server";
import { isMotorcycleMake } from "~/features/makes/known";
import { setSpecs } from "~/features/vehicles/commands.server";
import { BackToVehicle } from "~/features/vehicles/components/back-to-vehicle";
import { SpecRows, type SpecRowsResult } from "~/features/vehicles/components/spec-rows";
import { SPEC_LIMITS, SPECS_SAVED, UPDATE_FAILED } from "~/features/vehicles/limits";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getOwnVehicle } from "~/features/vehicles/queries.server";
import { specsForm } from "~/features/vehicles/schema.server";
import { applyRowAction } from "~/features/vehicles/spec-order";
import {
  formOfRows,
  isFormOfRows,
  specKind,
  typedRows,
  unlessSuggested,
  withEmptyRows,
  withSuggestions,
} from "~/features/vehicles/specs";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import type { FormFailure } from "~/lib/forms";
import { revisionOf, unlessChanged } from "~/lib/revision.server";
import { pageTitle } from "~/ui/document/page-title";
import { EnterButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && `Edit spec sheet of ${data.name}`),
];

export const loader = pageLoader(
  withMemberAndId("vehicleId", VEHICLE_NOT_FOUND, (viewer, id, { request }) => {
    const vehicle = getOwnVehicle(id, viewer);
    const usual = isMotorcycleMake(vehicle.make) ? "motorcycle" : "car";
    const kind = specKind(new URL(request.url).searchParams.get("kind") ?? usual);
    const revision = revisionOf(formOfRows(vehicle.specs));
    const rows = vehicle.specs.length === 0 ? withSuggestions([], kind) : withEmptyRows(vehicle.specs);
    return { id: vehicle.id, name: vehicleName(vehicle), rows, revision, kind };
  }),
);

/** The row buttons save nothing. */
export const action = pageAction({
  audience: "member",
  limit: "edit",
  failed: UPDATE_FAILED,
  run: withMemberAndId<Response | SpecRowsResult>("vehicleId", VEHICLE_NOT_FOUND, async (viewer, id, { request }) => {
    const { values } = await readForm(request);
    const arrangedRows = applyRowAction(values);
    if (arrangedRows) {
      getOwnVehicle(id, viewer);
      const { rows, ...actionData } = arrangedRows;
      const { revision = "" } = values;
      return { values: { ...formOfRows(rows), revision }, ...actionData };
    }
    const hasSuggestions =
      new URL(request.url).searchParams.has("kind") || getOwnVehicle(id, viewer).specs.length === 0;
    // Suggested rows without a value count as empty.
    const formValues =
      hasSuggestions && isFormOfRows(values) ? formOfRows(typedRows(values).map(unlessSuggested)) : values;
    const precondition = unlessChanged(values, () =>
      formOfRows(withEmptyRows(getOwnVehicle(id, viewer).specs, SPEC_LIMITS.rows)),
    );
    setSpecs(viewer, id, decode(specsForm, formValues).specs, precondition);
    return redirectWithToast(`/vehicles/${id}`, messageAfter("vehicle", id, SPECS_SAVED));
  }),
});

export const clientAction = formClientAction(UPDATE_FAILED);

export default function EditSpecsPage() {
  const { id, name, rows, revision, kind } = useLoaderData<typeof loader>();
  const actionData = useActionData<FormFailure | SpecRowsResult>();
  const values = actionData && "values" in actionData ? actionData.values : undefined;
  return (
    <Page>
      <div className="max-w-[56rem]">
        <BackToVehicle id={id} name={name} />
        <PageHeader
          title="Edit spec sheet"
          lead="Engine, gearbox, colour and so on, in the order you choose: up to 40 rows. Empty rows are left out."
        />
        <PageForm draft initial={values ?? { ...formOfRows(rows), revision }} preventScrollReset>
          <EnterButton>Save spec sheet</EnterButton>
          <SpecRows kind={kind} cancelTo={`/vehicles/${id}`} />
        </PageForm>
      </div>
    </Page>
  );
}
