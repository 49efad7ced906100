import { type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { messageAfter } from "~/features/holds/holding.server";
import { suggestNames } from "~/features/makes/queries.server";
import { keepPhotos } from "~/features/photos/kept-photos.server";
import { resolveFormPhotos } from "~/features/photos/uploads.server";
import { addVehicle } from "~/features/vehicles/commands.server";
import { VehicleFields } from "~/features/vehicles/components/vehicle-fields";
import { ADD_FAILED, VEHICLE_ADDED } from "~/features/vehicles/limits";
import { canAddVehicle } from "~/features/vehicles/policy";
import { newVehicle } from "~/features/vehicles/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { type RequestArgs, requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { MAX_FILES } from "~/lib/images";
import { pageTitle } from "~/ui/document/page-title";
import { Tips } from "~/ui/forms/beside-form";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { Page, PageHeader } from "~/ui/layout/page";
import { FileField } from "~/ui/uploads/file-field";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Add a vehicle")];

/** Users without a garage are redirected to onboarding. */
async function requireGarageOwner(args: RequestArgs) {
  const viewer = await requireUser(args);
  if (!canAddVehicle(viewer)) throw redirect("/onboarding");
  return viewer;
}

export const loader = pageLoader(async (args) => {
  await requireGarageOwner(args);
  return suggestNames();
});

export const action = pageAction({
  audience: "member",
  body: "files",
  limit: ["edit", "newVehicle"],
  failed: ADD_FAILED,
  deduplicateBy: "fields",
  keepFiles: keepPhotos(),
  run: async ({ request, context }) => {
    const viewer = await requireGarageOwner({ request, context });
    const { values, files } = await readForm(request);
    const { uploads, ...input } = decode(newVehicle, values);
    const id = await addVehicle(viewer, input, resolveFormPhotos(viewer, uploads, files.photos));
    return redirectWithToast(
      values.morePhotos ? `/vehicles/${id}/photos` : `/vehicles/${id}`,
      messageAfter("vehicle", id, VEHICLE_ADDED),
    );
  },
});

export const clientAction = formClientAction(ADD_FAILED);

const TIPS = [
  "Photos: the whole vehicle from the side first, then the front, the interior and whatever is special about it.",
  "The usual spelling of make and model. That is how people find it.",
  "Its story, spec sheet and build log. You can add them later, a bit at a time.",
];

export default function NewVehiclePage() {
  const suggestions = useLoaderData<typeof loader>();
  return (
    <Page narrow beside={<Tips title="What visitors look for" tips={TIPS} />}>
      <PageHeader title="Add a vehicle" lead="You can add its story later." />
      <PageForm once draft encType="multipart/form-data">
        <FileField
          name="photos"
          label="Photos"
          optional
          max={MAX_FILES}
          hint="The first one becomes the cover."
          tray={{ hasCover: true }}
        />
        <VehicleFields suggestions={suggestions} />
        <div className="save-bar">
          <SubmitButton busy="Adding…">Add vehicle</SubmitButton>
        </div>
      </PageForm>
    </Page>
  );
}
