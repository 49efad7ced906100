import { data, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { BlockButtons } from "~/features/blocks/components/block-buttons";
import { ReportLink } from "~/features/cases/components/report-link";
import { whyHidden } from "~/features/cases/own-cases.server";
import { GarageHead, Welcome } from "~/features/garages/components/garage-head";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { getGaragePage } from "~/features/garages/queries.server";
import { garageData } from "~/features/garages/structured-data";
import { messageAfter } from "~/features/holds/holding.server";
import { mapUrl } from "~/features/map/address";
import { NearbyEvents } from "~/features/map/components/nearby-events";
import { listNearbyEvents } from "~/features/map/nearby.server";
import { Reviews } from "~/features/social/components/reviews";
import { FollowButton } from "~/features/social/components/toggles";
import { REVIEWS_ON_GARAGE } from "~/features/social/limits";
import { getViewerState } from "~/features/social/reactions.server";
import { findOwnReview, listReviews, reviewGarage } from "~/features/social/reviews.server";
import { reviewInput } from "~/features/social/schema.server";
import { VehicleGrid } from "~/features/vehicles/components/vehicle-card";
import { listGarageVehicles } from "~/features/vehicles/queries.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { getViewer, popWelcome, withMemberAndId } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { unlessChanged } from "~/lib/revision.server";
import { formatCount, isolate } from "~/lib/text";
import { pageTitle, siteNameOf } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { ButtonLink } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { HiddenNotice } from "~/ui/hidden-mark";
import { EmptyState, Page, Section } from "~/ui/layout/page";
import { Pagination, PastEnd } from "~/ui/layout/pagination";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [pageTitle(page.matches, "Garage not found")];
  const { garage } = data;
  return shareMeta(page, {
    title: garage.name,
    description: garage.description || `${garage.ownerName}’s garage on ${siteNameOf(page.matches)}.`,
    image: garage.coverPhoto,
    type: "profile",
    queryDefaults: { page: "1" },
    feed: { ...pageTitle(page.matches, garage.name), path: `/garages/${garage.id}/feed.xml` },
    structuredData: (origin, address) => garageData(garage, origin, address),
  });
};

export const loader = pageLoader(async ({ request, context, params }) => {
  const id = requireId(params.garageId, GARAGE_NOT_FOUND);
  const viewer = await getViewer({ request, context });
  const { place, showOnMap, ...garage } = getGaragePage(id, viewer);
  const { welcome, headers } = await popWelcome(request, id);
  const view = {
    garage,
    welcome: welcome && garage.viewerCanEdit,
    vehicles: listGarageVehicles(id, parsePage(new URL(request.url).searchParams, 24), viewer),
    ...getViewerState(viewer, id, garage.ownerId),
    reviews: listReviews(id, viewer, { page: 1, limit: REVIEWS_ON_GARAGE }),
    nearby: listNearbyEvents(place),
    /** The garage or its new texts are hidden. */
    hiddenFor: (garage.held || garage.hiddenByStaff) && whyHidden(viewer, "garage", id, garage),
    mapTo: showOnMap ? mapUrl(place) : null,
  };
  return data(view, { headers });
});

/** The review form. */
export const action = pageAction({
  audience: "member",
  limit: "review",
  failed: "Failed to submit review.",
  deduplicateBy: "fields",
  run: withMemberAndId("garageId", GARAGE_NOT_FOUND, async (viewer, id, { request }) => {
    const { values } = await readForm(request);
    const precondition = unlessChanged(values, () => {
      const { rating, review } = findOwnReview(viewer, id) ?? {};
      return { rating, review };
    });
    const { id: reviewId, replaced } = reviewGarage(viewer, id, decode(reviewInput, values), precondition);
    const done = replaced ? "Review updated!" : "Review added!";
    return redirectWithToast(`/garages/${id}#reviews`, messageAfter("review", reviewId, done));
  }),
});

export const clientAction = formClientAction("Failed to submit review.");

export default function GaragePage() {
  const { garage, welcome, vehicles, follow, blockState, reviews, reviewForm, nearby, mapTo, hiddenFor } =
    useLoaderData<typeof loader>();
  // The first read consumes the message; the state keeps it.
  const [welcomed, setWelcomed] = useState(welcome ? garage.id : null);
  if (welcome && welcomed !== garage.id) setWelcomed(garage.id);
  const garagePath = `/garages/${garage.id}`;
  return (
    <Page>
      {welcomed === garage.id ? <Welcome ownerName={garage.ownerName} /> : null}
      <HiddenNotice {...garage} {...hiddenFor} />
      <GarageHead garage={garage} mapTo={mapTo}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FollowButton follow={follow} name={garage.ownerName} returnTo={garagePath} />
          <div className="-ml-3 flex flex-wrap items-center">
            <ReportLink path={garagePath} name={isolate(garage.name)} />
            <BlockButtons blockState={blockState} name={garage.ownerName} returnTo={garagePath} />
          </div>
        </div>
      </GarageHead>
      <Section id="vehicles" title={vehicles.total > 0 ? `Vehicles (${formatCount(vehicles.total)})` : "Vehicles"}>
        {vehicles.rows.length > 0 ? (
          <VehicleGrid vehicles={vehicles.rows} showOwner={false} />
        ) : (
          <NoVehicles isOwn={garage.viewerCanEdit} pastEnd={vehicles.total > 0} garageId={garage.id} />
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

function NoVehicles({ isOwn, pastEnd, garageId }: { isOwn: boolean; pastEnd: boolean; garageId: number }) {
  if (pastEnd) return <PastEnd to={`/garages/${garageId}`} />;
  if (!isOwn) return <EmptyState title="No vehicles yet.">Vehicles will appear here.</EmptyState>;
  return (
    <EmptyState
      title="Your garage is open. Add your first vehicle."
      action={
        <ButtonLink to="/vehicles/new" kind="primary">
          + Add Vehicle
        </ButtonLink>
      }
    >
      Make, model and year are enough. You can add photos and its story later.
    </EmptyState>
  );
}
