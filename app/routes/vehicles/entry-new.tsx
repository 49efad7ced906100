import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addEntry } from "~/features/build-log/commands.server";
import { newEntryValues } from "~/features/build-log/components/entry-fields";
import { AddEntryForm, type MoreRows } from "~/features/build-log/components/entry-form";
import { ENTRY_ADDED, ENTRY_FAILED } from "~/features/build-log/limits";
import { getLogToAddTo } from "~/features/build-log/queries.server";
import { newEntry } from "~/features/build-log/schema.server";
import { messageAfter } from "~/features/holds/holding.server";
import { keepPhotos } from "~/features/photos/kept-photos.server";
import { resolveFormPhotos } from "~/features/photos/uploads.server";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getVehicleToEdit } from "~/features/vehicles/queries.server";
import { pageAction, pageLoader, withLimit } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { utcToday } from "~/lib/time";
import { pageTitle } from "~/ui/document/page-title";
import { AsidePhoto } from "~/ui/forms/beside-form";
import { formClientAction } from "~/ui/forms/client-action";
import { Page, PageHeader } from "~/ui/layout/page";
import { CURRENCIES, requestedRows } from "./entry-forms.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && `Add to the build log of ${data.name}`),
];

export const loader = pageLoader(
  withMemberAndId("vehicleId", VEHICLE_NOT_FOUND, (viewer, id) => {
    const { vehicle, ...last } = getLogToAddTo(id, viewer);
    return {
      id,
      name: vehicleName(vehicle),
      coverPhoto: vehicle.coverPhoto,
      values: newEntryValues(utcToday(), last),
      currencies: CURRENCIES,
    };
  }),
);

export const action = pageAction({
  audience: "member",
  body: "files",
  limit: "edit",
  failed: ENTRY_FAILED,
  deduplicateBy: "fields",
  keepFiles: keepPhotos(),
  run: withMemberAndId<Response | MoreRows>("vehicleId", VEHICLE_NOT_FOUND, async (viewer, vehicleId, args) => {
    const { values, files } = await readForm(args.request);
    const more = requestedRows(values);
    if (more) {
      getVehicleToEdit(vehicleId, viewer);
      const { kept, errors: photoErrors } = await keepPhotos()(viewer, { values, files });
      return { ...more, kept, photoErrors };
    }
    const id = await withLimit(args, "newEntry", () => {
      const { uploads, ...input } = decode(newEntry, values);
      return addEntry(viewer, vehicleId, input, resolveFormPhotos(viewer, uploads, files.photos));
    });
    const next = values.morePhotos ? `/build/${id}/edit#add-photos` : `/build/${id}`;
    return redirectWithToast(next, messageAfter("entry", id, ENTRY_ADDED));
  }),
});

export const clientAction = formClientAction(ENTRY_FAILED);

export default function NewEntryPage() {
  const { id, coverPhoto, name, values, currencies } = useLoaderData<typeof loader>();
  return (
    <Page narrow beside={<AsidePhoto name={coverPhoto} />}>
      <PageHeader title="Add to the build log" lead={name} />
      <AddEntryForm vehicleId={id} values={values} currencies={currencies} />
    </Page>
  );
}
