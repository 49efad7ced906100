import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { GarageHead } from "~/features/garages/components/garage-head";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { getGaragePage } from "~/features/garages/queries.server";
import { VehicleCard } from "~/features/vehicles/components/vehicle-card";
import { listGarageVehicles } from "~/features/vehicles/queries.server";
import { pageLoader } from "~/http/page.server";
import { getViewer } from "~/http/session.server";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { formatCount } from "~/lib/text";
import { ButtonLink } from "~/ui/button";
import { EmptyState, Page, Section } from "~/ui/page";
import { Pagination } from "~/ui/pagination";

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [{ title: "Garage not found · Paddock" }];
  const { name, ownerName, description } = data.garage;
  const about = description || `The garage of ${ownerName} on Paddock.`;
  return [{ title: `${name} · Paddock` }, { name: "description", content: about.slice(0, 160) }];
};

export const loader = pageLoader(async ({ request, params }) => {
  const id = requireId(params.garageId, GARAGE_NOT_FOUND);
  const garage = getGaragePage(id, await getViewer(request));
  const vehicles = listGarageVehicles(id, parsePage(new URL(request.url).searchParams, 24));
  return { garage, vehicles };
});

export default function GaragePage() {
  const { garage, vehicles } = useLoaderData<typeof loader>();
  return (
    <Page>
      <GarageHead garage={garage} />
      <Section id="vehicles" title={vehicles.total > 0 ? `Vehicles (${formatCount(vehicles.total)})` : "Vehicles"}>
        {vehicles.rows.length > 0 ? (
          <ul className="card-grid">
            {vehicles.rows.map((vehicle) => (
              <li key={vehicle.id}>
                <VehicleCard vehicle={vehicle} showOwner={false} />
              </li>
            ))}
          </ul>
        ) : (
          <NoVehicles own={garage.viewerCanEdit} pastEnd={vehicles.total > 0} garageId={garage.id} />
        )}
        <Pagination {...vehicles} />
      </Section>
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
    return <EmptyState title="No vehicles yet.">The doors are open, the first one is still on its way.</EmptyState>;
  return (
    <EmptyState
      title="Your garage is open. Now roll in the first one."
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
