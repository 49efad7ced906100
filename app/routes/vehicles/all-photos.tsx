import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { reportPhoto } from "~/features/cases/components/report-link";
import { PhotoGallery } from "~/features/photos/components/photo-gallery";
import { BackToVehicle } from "~/features/vehicles/components/back-to-vehicle";
import { vehicleName } from "~/features/vehicles/name";
import { getAllPhotos } from "~/features/vehicles/photo-pages.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import type { RouteHandle } from "~/http/context";
import { pageLoader } from "~/http/page/page.server";
import { getViewer } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";
import { isolate, plural } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { ButtonLink } from "~/ui/forms/button";
import { EmptyState, Page, PageHeader } from "~/ui/layout/page";

export const handle: RouteHandle = { cache: { query: [] } };

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [pageTitle(page.matches)];
  const { vehicle, photos } = data;
  const name = vehicleName(vehicle);
  return shareMeta(page, {
    title: `All photos of ${name}`,
    description: `${name} in ${vehicle.garageName}: ${plural(photos.length, "photo")}.`,
    image: vehicle.coverPhoto,
    type: "article",
  });
};

/** Not in the sitemap: it lists the photos with the vehicle's page. */
export const loader = pageLoader(async ({ request, context, params }) => {
  return getAllPhotos(requireId(params.vehicleId, VEHICLE_NOT_FOUND), await getViewer({ request, context }));
});

export default function AllPhotosPage() {
  const { vehicle, photos, viewerCanEdit } = useLoaderData<typeof loader>();
  const name = vehicleName(vehicle);
  return (
    <Page>
      <BackToVehicle id={vehicle.id} name={name} />
      <PageHeader title="All photos" lead={`${isolate(name)}, ${plural(photos.length, "photo")}`}>
        {viewerCanEdit ? <ButtonLink to={`/vehicles/${vehicle.id}/photos`}>Edit photos</ButtonLink> : null}
      </PageHeader>
      {photos.length === 0 ? (
        <EmptyState title="No photos yet.">
          {viewerCanEdit
            ? "Add the first photos under Edit photos."
            : "The owner has not added photos of this vehicle yet."}
        </EmptyState>
      ) : (
        <PhotoGallery
          photos={photos}
          vehicleId={vehicle.id}
          vehicleName={name}
          report={viewerCanEdit ? undefined : reportPhoto}
        />
      )}
    </Page>
  );
}
