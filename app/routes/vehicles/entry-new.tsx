import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addEntry } from "~/features/build-log/commands.server";
import { newEntryValues } from "~/features/build-log/components/entry-fields";
import { AddEntryForm, type MoreRows } from "~/features/build-log/components/entry-form";
import { getLogToAddTo } from "~/features/build-log/form-queries.server";
import { ENTRY_ADDED, ENTRY_FAILED } from "~/features/build-log/limits";
import { newEntry } from "~/features/build-log/schema.server";
import { chosenPhotos } from "~/features/photos/uploads.server";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getVehicleToEdit } from "~/features/vehicles/queries.server";
import { onRow } from "~/http/member.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { utcToday } from "~/lib/time";
import { keepTyped } from "~/ui/keep-typed";
import { Page, PageHeader } from "~/ui/page";
import { askedRows, CURRENCIES } from "./entry-forms.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Add to the build log of ${data.name} · Paddock` : "Paddock" },
];

export const loader = pageLoader(
  onRow("vehicleId", VEHICLE_NOT_FOUND, (viewer, id) => {
    const { vehicle, ...last } = getLogToAddTo(id, viewer);
    return {
      id: String(id),
      name: vehicleName(vehicle),
      values: newEntryValues(utcToday(), last),
      currencies: CURRENCIES,
    };
  }),
);

export const action = pageAction<Response | MoreRows>({
  audience: "member",
  body: "files",
  limit: "edit",
  failed: ENTRY_FAILED,
  keepsWords: true,
  run: async (args) => {
    const { values, files } = await readForm(args.request);
    return onRow("vehicleId", VEHICLE_NOT_FOUND, async (viewer, vehicleId) => {
      const more = askedRows(values);
      if (more) {
        getVehicleToEdit(vehicleId, viewer);
        return more;
      }
      const { uploads, ...input } = decode(newEntry, values);
      const id = await addEntry(viewer, vehicleId, input, chosenPhotos(viewer, uploads, files.photos));
      return redirectWithToast(`/build/${id}`, ENTRY_ADDED);
    })(args);
  },
});

export const clientAction = keepTyped(ENTRY_FAILED);

export default function NewEntryPage() {
  const { id, name, values, currencies } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader title="Add to the build log" lead={name} />
      <AddEntryForm vehicleId={id} values={values} currencies={currencies} />
    </Page>
  );
}
