import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { updateGarage } from "~/features/garages/commands.server";
import { AboutField, LocationFields } from "~/features/garages/components/garage-fields";
import { GARAGE_LIMITS } from "~/features/garages/limits";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { getGarageForm } from "~/features/garages/queries.server";
import { garageFormSchema } from "~/features/garages/schema.server";
import { messageAfter } from "~/features/holds/holding.server";
import { PlacedNear } from "~/features/places/components/placed-near";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { revisionOf, unlessChanged } from "~/lib/revision.server";
import { pick } from "~/lib/rows";
import { pageTitle } from "~/ui/document/page-title";
import { SubmitOrCancel } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Field } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Edit your garage")];

const textsOf = (garage: ReturnType<typeof getGarageForm>) =>
  pick(garage, "name", "description", "location", "address", "isPublicAddress", "showOnMap");

export const loader = pageLoader(
  withMemberAndId("garageId", GARAGE_NOT_FOUND, (viewer, id) => {
    const garage = getGarageForm(id, viewer);
    return { ...garage, revision: revisionOf(textsOf(garage)) };
  }),
);

export const action = pageAction({
  audience: "member",
  limit: "edit",
  failed: "Failed to update garage.",
  run: withMemberAndId("garageId", GARAGE_NOT_FOUND, async (viewer, id, { request }) => {
    getGarageForm(id, viewer);
    const { values } = await readForm(request);
    const precondition = unlessChanged(values, () => textsOf(getGarageForm(id, viewer)));
    updateGarage(viewer, decode(garageFormSchema, values), precondition);
    return redirectWithToast(`/garages/${id}`, messageAfter("garage", id, "Garage updated successfully!"));
  }),
});

export const clientAction = formClientAction("Failed to update garage.");

export default function EditGarage() {
  const { placement, ...garage } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader title="Edit your garage" />
      <PageForm draft initial={garage}>
        <Field name="name" label="Name of your garage" maxLength={GARAGE_LIMITS.name} />
        <AboutField name="description" />
        <LocationFields isLocationOptional>
          <PlacedNear placement={placement} changeTo={`/garages/${garage.id}/place`} />
        </LocationFields>
        <SubmitOrCancel act="Save garage" busy="Saving…" cancelTo={`/garages/${garage.id}`} isInSight />
      </PageForm>
    </Page>
  );
}
