import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AddPhotosForm } from "~/features/photos/components/add-photos-form";
import { PhotoList } from "~/features/photos/components/photo-list";
import { photoFailure } from "~/features/photos/limits";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getOwnVehicle } from "~/features/vehicles/queries.server";
import { formActions, pageLoader } from "~/http/page/page.server";
import { withMemberAndId } from "~/http/session/session.server";
import { revisionOf } from "~/lib/revision.server";
import { pageTitle } from "~/ui/document/page-title";
import { ButtonLink } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { EmptyState, Page, PageHeader, Section } from "~/ui/layout/page";
import { arrangeGallery, galleryValues, PHOTO_FORMS } from "./photo-order.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && `Edit photos of ${data.name}`),
];

export const loader = pageLoader(
  withMemberAndId("vehicleId", VEHICLE_NOT_FOUND, (viewer, vehicleId) => {
    const vehicle = getOwnVehicle(vehicleId, viewer);
    const { id, coverPhoto, photos } = vehicle;
    return { id, name: vehicleName(vehicle), coverPhoto, photos, revision: revisionOf(galleryValues(vehicle)) };
  }),
);

export const action = formActions<unknown>(
  { audience: "member", body: "files", limit: "edit" },
  { ...PHOTO_FORMS, gallery: { run: arrangeGallery, failed: photoFailure("gallery") } },
  "upload",
);

export const clientAction = formClientAction((intent = "upload") => photoFailure(intent));

export default function ManagePhotosPage() {
  const { photos, revision, ...vehicle } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Edit photos" lead={vehicle.name}>
        <ButtonLink to={`/vehicles/${vehicle.id}`}>Back to the vehicle</ButtonLink>
      </PageHeader>
      <Section id="add-photos" title="Add photos">
        <AddPhotosForm vehicleId={vehicle.id} isFirst={photos.length === 0} />
      </Section>
      <Section id="order" title="In the gallery">
        {photos.length === 0 ? (
          <EmptyState title="No photos yet.">The first one you add becomes the cover.</EmptyState>
        ) : (
          <div className="max-w-measure lg:max-w-[56rem]">
            <PhotoList photos={photos} revision={revision} vehicle={vehicle} />
          </div>
        )}
      </Section>
    </Page>
  );
}
