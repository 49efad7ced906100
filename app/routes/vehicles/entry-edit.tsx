import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { entryValues } from "~/features/build-log/components/entry-fields";
import { EditEntryForm } from "~/features/build-log/components/entry-form";
import { ENTRY_FAILED } from "~/features/build-log/limits";
import { ENTRY_NOT_FOUND } from "~/features/build-log/policy";
import { getOwnEntryPage } from "~/features/build-log/queries.server";
import { AddPhotosForm } from "~/features/photos/components/add-photos-form";
import { PhotoList } from "~/features/photos/components/photo-list";
import { photoFailure } from "~/features/photos/limits";
import { vehicleName } from "~/features/vehicles/name";
import { onRow } from "~/http/member.server";
import { formActions, pageLoader } from "~/http/page.server";
import { plural } from "~/lib/text";
import { ButtonLink } from "~/ui/button";
import { keepTyped } from "~/ui/keep-typed";
import { Page, PageHeader, Section } from "~/ui/page";
import { addPhotosOfEntry, CURRENCIES, saveEntry } from "./entry-forms.server";
import { arrangeEntry } from "./photo-arrange.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Edit ${data.entry.title} · Paddock` : "Paddock" },
];

export const loader = pageLoader((args: LoaderFunctionArgs) =>
  onRow("entryId", ENTRY_NOT_FOUND, (viewer, id) => {
    const { entry, vehicle } = getOwnEntryPage(id, viewer);
    const page = { entry, vehicle: { id: vehicle.id, name: vehicleName(vehicle) }, currencies: CURRENCIES, away: 0 };
    if (args.context.refusedForm?.intent !== "entry") return page;
    // A refused form shows what was sent, and has the room of its page for that.
    return { ...page, entry: { ...entry, text: "", parts: [], photos: [] }, away: entry.photos.length };
  })(args),
);

export const action = formActions<unknown>(
  { audience: "member", body: "files", limit: "edit" },
  {
    entry: { run: saveEntry, failed: ENTRY_FAILED, keepsWords: true },
    upload: { run: addPhotosOfEntry, failed: photoFailure("upload") },
    gallery: { run: arrangeEntry, failed: photoFailure("gallery") },
  },
  "upload",
);

export const clientAction = keepTyped((intent = "upload") =>
  intent === "entry" ? ENTRY_FAILED : photoFailure(intent),
);

export default function EditEntryPage() {
  const { entry, vehicle, currencies, away } = useLoaderData<typeof loader>();
  const { photos } = entry;
  return (
    <Page>
      <PageHeader title="Edit entry" lead={`${entry.title}, ${vehicle.name}`}>
        <ButtonLink to={`/build/${entry.id}`}>Back to the entry</ButtonLink>
      </PageHeader>
      <div className="max-w-form">
        <EditEntryForm entryId={entry.id} values={entryValues(entry)} currencies={currencies} />
      </div>
      {photos.length > 0 ? (
        <Section id="order" title="Photos">
          <div className="max-w-measure lg:max-w-[56rem]">
            <PhotoList photos={photos} vehicle={{ ...vehicle, name: entry.title, coverPhoto: null }} ofEntry />
          </div>
        </Section>
      ) : null}
      {away > 0 ? (
        <Section id="order" title="Photos">
          <p className="text-grey">{`${plural(away, "photo")}, as before: back here once the entry is saved.`}</p>
        </Section>
      ) : null}
      <Section id="add-photos" title="Add photos">
        <AddPhotosForm vehicleId={vehicle.id} entryId={entry.id} />
      </Section>
    </Page>
  );
}
