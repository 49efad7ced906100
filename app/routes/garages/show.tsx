import { data, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { PeaceButtons } from "~/features/blocks/components/peace-buttons";
import { GarageHead } from "~/features/garages/components/garage-head";
import { Welcome } from "~/features/garages/components/welcome";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { getGaragePage } from "~/features/garages/queries.server";
import { garageData } from "~/features/garages/structured-data";
import { mapAddressOf } from "~/features/map/address";
import { NearbyEvents } from "~/features/map/components/nearby-events";
import { listNearbyEvents } from "~/features/map/nearby.server";
import { FollowButton } from "~/features/social/components/follow-button";
import { ReportLink } from "~/features/social/components/report-link";
import { Reviews } from "~/features/social/components/reviews";
import { REVIEWS_ON_GARAGE } from "~/features/social/limits";
import { listReviews, reviewGarage } from "~/features/social/reviews.server";
import { reviewInput } from "~/features/social/schema.server";
import { getStanding } from "~/features/social/standing.server";
import { VehicleGrid } from "~/features/vehicles/components/vehicle-card";
import { listGarageVehicles } from "~/features/vehicles/queries.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { getViewer, requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { takeWelcome } from "~/http/welcome.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { formatCount } from "~/lib/text";
import { ButtonLink } from "~/ui/button";
import { keepTyped } from "~/ui/keep-typed";
import { EmptyState, Page, Section } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { shareMeta } from "~/ui/share-meta";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [{ title: "Garage not found · Paddock" }];
  const { garage } = data;
  return shareMeta(page, {
    title: garage.name,
    description: garage.description || `The garage of ${garage.ownerName} on Paddock.`,
    image: garage.coverPhoto,
    type: "profile",
    keep: { page: "1" },
    feed: { title: `${garage.name} · Paddock`, path: `/garages/${garage.id}/feed.xml` },
    about: (origin, address) => garageData(garage, origin, address),
  });
};

export const loader = pageLoader(async ({ request, params }) => {
  const id = requireId(params.garageId, GARAGE_NOT_FOUND);
  const viewer = await getViewer(request);
  const { place, showOnMap, ...garage } = getGaragePage(id, viewer);
  const { welcome, headers } = await takeWelcome(request, id);
  const view = {
    garage,
    welcome: welcome && garage.viewerCanEdit,
    vehicles: listGarageVehicles(id, parsePage(new URL(request.url).searchParams, 24), garage.vehicleCount),
    ...getStanding(viewer, id, Number(garage.ownerId)),
    reviews: listReviews(id, viewer, { page: 1, limit: REVIEWS_ON_GARAGE }, garage.reviewCount),
    nearby: listNearbyEvents(place),
    mapTo: showOnMap ? mapAddressOf(place) : null,
  };
  return data(view, { headers });
});

/** The review form, the only one that posts to this page. */
export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "review",
  failed: "Failed to submit review.",
  keepsWords: true,
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const id = requireId(params.garageId, GARAGE_NOT_FOUND);
    const { values } = await readForm(request);
    const { replaced } = reviewGarage(viewer, id, decode(reviewInput, values));
    return redirectWithToast(`/garages/${id}#reviews`, replaced ? "Review updated!" : "Review added!");
  },
});

export const clientAction = keepTyped("Failed to submit review.");

export default function GaragePage() {
  const { garage, welcome, vehicles, follow, peace, reviews, reviewForm, nearby, mapTo } =
    useLoaderData<typeof loader>();
  // The message is consumed by the first read; the state keeps it until the page is left.
  const [welcomed, setWelcomed] = useState(welcome ? garage.id : null);
  if (welcome && welcomed !== garage.id) setWelcomed(garage.id);
  const here = `/garages/${garage.id}`;
  return (
    <Page>
      {welcomed === garage.id ? <Welcome ownerName={garage.ownerName} /> : null}
      <GarageHead garage={garage} mapTo={mapTo}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FollowButton follow={follow} name={garage.ownerName} returnTo={here} />
          <div className="-ml-3 flex flex-wrap items-center">
            <ReportLink about={here} what={garage.name} />
            <PeaceButtons peace={peace} name={garage.ownerName} returnTo={here} />
          </div>
        </div>
      </GarageHead>
      <Section id="vehicles" title={vehicles.total > 0 ? `Vehicles (${formatCount(vehicles.total)})` : "Vehicles"}>
        {vehicles.rows.length > 0 ? (
          <VehicleGrid vehicles={vehicles.rows} showOwner={false} />
        ) : (
          <NoVehicles own={garage.viewerCanEdit} pastEnd={vehicles.total > 0} garageId={garage.id} />
        )}
        <Pagination {...vehicles} />
      </Section>
      <Reviews
        garageId={garage.id}
        averageRating={garage.averageRating}
        reviews={reviews}
        form={reviewForm}
        isOwner={garage.viewerCanEdit}
      />
      <NearbyEvents nearby={nearby} />
    </Page>
  );
}

function NoVehicles({ own, pastEnd, garageId }: { own: boolean; pastEnd: boolean; garageId: string }) {
  if (pastEnd) {
    return (
      <EmptyState
        title="Nothing on this page."
        action={<ButtonLink to={`/garages/${garageId}`}>See the first page</ButtonLink>}
      />
    );
  }
  if (!own)
    return <EmptyState title="No vehicles yet.">The doors are open; the first vehicle is on its way.</EmptyState>;
  return (
    <EmptyState
      title="Your garage is open. Now roll in your first vehicle."
      action={
        <ButtonLink to="/vehicles/new" kind="primary">
          + Add Vehicle
        </ButtonLink>
      }
    >
      Make, model and year are enough to begin; photos and the story can follow.
    </EmptyState>
  );
}
