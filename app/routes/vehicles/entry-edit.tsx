import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { entryValues } from "~/features/build-log/components/entry-fields";
import { EditEntryForm } from "~/features/build-log/components/entry-form";
import { ENTRY_FAILED } from "~/features/build-log/limits";
import { ENTRY_NOT_FOUND } from "~/features/build-log/policy";
import { getOwnEntryPage } from "~/features/build-log/queries.server";
import { AddPhotosForm } from "~/features/photos/components/add-photos-form";
import { PhotoList } from "~/features/photos/components/photo-list";
import { keepPhotos } from "~/features/photos/kept-photos.server";
import { photoFailure } from "~/features/photos/limits";
import { vehicleName } from "~/features/vehicles/name";
import { formActions, pageLoader } from "~/http/page/page.server";
import { withMemberAndId } from "~/http/session/session.server";
import { revisionOf } from "~/lib/revision.server";
import { isolate } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { ButtonLink } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Page, PageHeader, Section } from "~/ui/layout/page";
import { CURRENCIES, saveEntry } from "./entry-forms.server";
import { arrangeEntry, photoValues, uploadToEntry } from "./photo-order.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && `Edit ${data.entry.title}`),
];

export const loader = pageLoader(
  withMemberAndId("entryId", ENTRY_NOT_FOUND, (viewer, id) => {
    const { entry, vehicle } = getOwnEntryPage(id, viewer);
    const values = entryValues(entry);
    return {
      entry,
      values: { ...values, revision: revisionOf(values) },
      galleryRevision: revisionOf(photoValues(entry.photos)),
      vehicle: { id: vehicle.id, name: vehicleName(vehicle) },
      currencies: CURRENCIES,
    };
  }),
);

export const action = formActions<unknown>(
  { audience: "member", body: "files", limit: "edit" },
  {
    entry: { run: saveEntry, failed: ENTRY_FAILED },
    upload: {
      run: uploadToEntry,
      failed: photoFailure("upload"),
      deduplicateBy: "files",
      keepFiles: keepPhotos(),
    },
    gallery: { run: arrangeEntry, failed: photoFailure("gallery") },
  },
  "upload",
);

export const clientAction = formClientAction((intent = "upload") =>
  intent === "entry" ? ENTRY_FAILED : photoFailure(intent),
);

export default function EditEntryPage() {
  const { entry, values, galleryRevision, vehicle, currencies } = useLoaderData<typeof loader>();
  const { photos } = entry;
  return (
    <Page>
      <PageHeader title="Edit entry" lead={`${isolate(entry.title)}, ${isolate(vehicle.name)}`}>
        <ButtonLink to={`/build/${entry.id}`}>See the entry</ButtonLink>
      </PageHeader>
      <div className="max-w-form">
        <EditEntryForm entryId={entry.id} values={values} currencies={currencies} />
      </div>
      {photos.length > 0 ? (
        <Section id="order" title="Photos">
          <div className="max-w-measure lg:max-w-[56rem]">
            <PhotoList
              photos={photos}
              revision={galleryRevision}
              vehicle={{ ...vehicle, name: entry.title, coverPhoto: null }}
              isOfEntry
            />
          </div>
        </Section>
      ) : null}
      <Section id="add-photos" title="Add photos">
        <AddPhotosForm vehicleId={vehicle.id} entryId={entry.id} />
      </Section>
    </Page>
  );
}
