import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { updateGarage } from "~/features/garages/commands.server";
import { AboutField, LocationFields } from "~/features/garages/components/garage-fields";
import { GARAGE_LIMITS } from "~/features/garages/limits";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { getGarageForm } from "~/features/garages/queries.server";
import { garageFormSchema } from "~/features/garages/schema.server";
import { PlacedNear } from "~/features/places/components/placed-near";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Field } from "~/ui/field";
import { PageForm } from "~/ui/form";
import { keepTyped } from "~/ui/keep-typed";
import { Page, PageHeader } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Edit your garage · Paddock" }];

/** The viewer, who has to own the garage of this address. */
async function ownGarage({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const viewer = await requireUser(request);
  return { viewer, garage: getGarageForm(requireId(params.garageId, GARAGE_NOT_FOUND), viewer) };
}

export const loader = pageLoader(async (args) => (await ownGarage(args)).garage);

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  failed: "Failed to update garage.",
  keepsWords: true,
  run: async (args) => {
    const { viewer } = await ownGarage(args);
    const { values } = await readForm(args.request);
    const id = updateGarage(viewer, decode(garageFormSchema, values));
    return redirectWithToast(`/garages/${id}`, "Garage updated successfully!");
  },
});

export const clientAction = keepTyped("Failed to update garage.");

export default function EditGarage() {
  const { placing, ...garage } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader title="Edit your garage" />
      <PageForm draft initial={garage}>
        <Field name="name" label="Name of your garage" maxLength={GARAGE_LIMITS.name} autoComplete="off" />
        <AboutField name="description" />
        <LocationFields locationOptional>
          <PlacedNear placing={placing} changeTo={`/garages/${garage.id}/place`} />
        </LocationFields>
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy="Saving…">Save garage</SubmitButton>
          <ButtonLink to={`/garages/${garage.id}`} kind="quiet">
            Cancel
          </ButtonLink>
        </div>
      </PageForm>
    </Page>
  );
}
