import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { VehicleGrid } from "~/features/vehicles/components/vehicle-card";
import { listVehicles } from "~/features/vehicles/queries.server";
import { pageLoader } from "~/http/page.server";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { ButtonLink } from "~/ui/button";
import { EmptyState, Page, PageHeader } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { shareMeta } from "~/ui/share-meta";

export const meta: MetaFunction = (page) =>
  shareMeta(page, {
    title: "Vehicles",
    description: "All vehicles on Paddock, the newest first: cars, motorcycles and whatever else has a story.",
    keep: { page: "1" },
    feed: { title: "Paddock · The Latest", path: "/feed.xml" },
  });

const PER_PAGE = 24;

/** The API answers the same list at `/api/v1/vehicles/latest`. */
export const loader = pageLoader(({ request }) => listVehicles(parsePage(new URL(request.url).searchParams, PER_PAGE)));

export default function Vehicles() {
  const list = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Vehicles" lead="The newest first." />
      <h2 className="mb-5 border-t-2 border-ink pt-3 text-base tabular-nums">{plural(list.total, "vehicle")}</h2>
      {list.rows.length > 0 ? <VehicleGrid vehicles={list.rows} eager /> : <NoVehicles pastEnd={list.total > 0} />}
      <Pagination {...list} />
    </Page>
  );
}

function NoVehicles({ pastEnd }: { pastEnd: boolean }) {
  if (pastEnd) {
    return (
      <EmptyState title="Nothing on this page." action={<ButtonLink to="/vehicles">See the first page</ButtonLink>} />
    );
  }
  return (
    <EmptyState
      title="No vehicles yet."
      action={
        <ButtonLink to="/vehicles/new" kind="primary">
          Add the first vehicle
        </ButtonLink>
      }
    >
      Make, model and year are enough to begin.
    </EmptyState>
  );
}
