import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { arrangeSpecs } from "~/features/vehicles/arrange-specs";
import { setSpecs } from "~/features/vehicles/commands.server";
import { BackToVehicle } from "~/features/vehicles/components/back-to-vehicle";
import { SpecKinds } from "~/features/vehicles/components/spec-kinds";
import { type ArrangedAnswer, SpecRows } from "~/features/vehicles/components/spec-rows";
import { SPECS_SAVED, UPDATE_FAILED } from "~/features/vehicles/limits";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getOwnVehicle } from "~/features/vehicles/queries.server";
import { specsForm } from "~/features/vehicles/schema.server";
import { formOfRows, specKind, suggestedSpecs, withEmptyRows } from "~/features/vehicles/specs";
import { onRow } from "~/http/member.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import type { FormFailure } from "~/lib/forms";
import { ButtonLink } from "~/ui/button";
import { PageForm } from "~/ui/form";
import { keepTyped } from "~/ui/keep-typed";
import { Page, PageHeader } from "~/ui/page";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Edit spec sheet of ${data.name} · Paddock` : "Paddock" },
];

export const loader = pageLoader((args: LoaderFunctionArgs) =>
  onRow("vehicleId", VEHICLE_NOT_FOUND, (viewer, id) => {
    const vehicle = getOwnVehicle(id, viewer);
    const kind = specKind(new URL(args.request.url).searchParams.get("kind"));
    // A refused form shows what was sent, and has the room of its page for that.
    const specs = args.context.refusedForm ? [] : vehicle.specs;
    return { id: vehicle.id, name: vehicleName(vehicle), specs, kind };
  })(args),
);

/** The buttons at the rows arrange what was typed, and save nothing. */
export const action = pageAction<Response | ArrangedAnswer>({
  audience: "member",
  body: "text",
  limit: "edit",
  failed: UPDATE_FAILED,
  keepsWords: true,
  run: (args: ActionFunctionArgs) =>
    onRow("vehicleId", VEHICLE_NOT_FOUND, async (viewer, id) => {
      const { values } = await readForm(args.request);
      const arranged = arrangeSpecs(values);
      if (arranged) {
        getOwnVehicle(id, viewer);
        const { rows, ...answer } = arranged;
        return { kept: formOfRows(rows), ...answer };
      }
      setSpecs(viewer, id, decode(specsForm, values).specs);
      return redirectWithToast(`/vehicles/${id}`, SPECS_SAVED);
    })(args),
});

export const clientAction = keepTyped(UPDATE_FAILED);

export default function EditSpecsPage() {
  const { id, name, specs, kind } = useLoaderData<typeof loader>();
  const answer = useActionData<FormFailure | ArrangedAnswer>();
  const kept = answer && "kept" in answer ? answer.kept : undefined;
  return (
    <Page>
      <div className="max-w-[56rem]">
        <BackToVehicle id={id} name={name} />
        <PageHeader
          title="Edit spec sheet"
          lead="What it is made of, in your order: up to 40 rows. Empty ones are left out."
        />
        <PageForm draft autoComplete="off" initial={kept ?? formOfRows(withEmptyRows(specs))} preventScrollReset>
          {/* The Enter key presses a form's first button, which must not be one that moves a row. */}
          <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
            Save spec sheet
          </button>
          <SpecKinds kind={kind} />
          <SpecRows
            suggestions={suggestedSpecs(kind)}
            cancel={
              <ButtonLink to={`/vehicles/${id}`} kind="quiet">
                Cancel
              </ButtonLink>
            }
          />
        </PageForm>
      </div>
    </Page>
  );
}
