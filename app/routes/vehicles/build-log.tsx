import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { toEntryCard } from "~/features/build-log/card.server";
import { KindFilter } from "~/features/build-log/components/kind-filter";
import { LogSums } from "~/features/build-log/components/log-sums";
import { Timeline } from "~/features/build-log/components/timeline";
import { ENTRIES_A_PAGE } from "~/features/build-log/limits";
import { type BuildLogView, listEntries } from "~/features/build-log/queries.server";
import { entryFilter } from "~/features/build-log/schema.server";
import { BackToVehicle } from "~/features/vehicles/components/back-to-vehicle";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { pageLoader } from "~/http/page.server";
import { getViewer } from "~/http/session.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { ButtonLink } from "~/ui/button";
import { EmptyState, Page, PageHeader } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { shareMeta } from "~/ui/share-meta";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [{ title: "Paddock" }];
  const { vehicle, total } = data.log;
  const name = vehicleName(vehicle);
  return shareMeta(page, {
    title: `Build log of ${name}`,
    description: `${plural(total, "entry", "entries")} about ${name} in ${vehicle.garageName}: what was done, and when.`,
    image: vehicle.coverPhoto,
    imageAlt: name,
    type: "article",
    keep: { kind: "", page: "1" },
  });
};

/** The API answers the same list at `/api/v1/vehicles/{id}/build`. */
export const loader = pageLoader(async ({ request, params }) => {
  const vehicleId = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
  const query = new URL(request.url).searchParams;
  const { kind } = decode(entryFilter, Object.fromEntries(query));
  const viewer = await getViewer(request);
  const { rows, ...log } = listEntries(vehicleId, { kind }, parsePage(query, ENTRIES_A_PAGE), viewer);
  return { kind, log: { ...log, rows: rows.map(toEntryCard) } };
});

export default function BuildLogPage() {
  const { kind, log } = useLoaderData<typeof loader>();
  const { vehicle, rows, counts, sums, viewerCanEdit } = log;
  const path = `/vehicles/${vehicle.id}/build`;
  const name = vehicleName(vehicle);
  return (
    <Page>
      <BackToVehicle id={vehicle.id} name={name} />
      <PageHeader title="Build log" lead={name}>
        {viewerCanEdit ? (
          <ButtonLink to={`${path}/new`} kind="primary">
            + Add to the build log
          </ButtonLink>
        ) : null}
      </PageHeader>
      {sums ? <LogSums sums={sums} /> : null}
      <KindFilter path={path} chosen={kind} counts={counts} />
      {rows.length > 0 ? <Timeline entries={rows} /> : <NoEntries path={path} log={log} />}
      <Pagination {...log} />
    </Page>
  );
}

function NoEntries({ path, log }: { path: string; log: Pick<BuildLogView, "total" | "counts" | "viewerCanEdit"> }) {
  if (log.total > 0) {
    return <EmptyState title="Nothing on this page." action={<ButtonLink to={path}>See the first page</ButtonLink>} />;
  }
  if (Object.values(log.counts).some((count) => count > 0)) {
    return <EmptyState title="No entries of this kind." action={<ButtonLink to={path}>See all entries</ButtonLink>} />;
  }
  if (!log.viewerCanEdit) {
    return <EmptyState title="No entries yet.">The owner has not written down what was done to it.</EmptyState>;
  }
  return (
    <EmptyState title="No entries yet." action={<ButtonLink to={`${path}/new`}>Write the first one</ButtonLink>}>
      The day you brought it home, the first oil change, the part you hunted for a year: it all belongs here.
    </EmptyState>
  );
}
