import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { EntryFacts } from "~/features/build-log/components/entry-facts";
import { EntryNeighbours } from "~/features/build-log/components/entry-neighbours";
import { KindIcon } from "~/features/build-log/components/kind-icon";
import { OwnerActs } from "~/features/build-log/components/owner-acts";
import { PartsTable } from "~/features/build-log/components/parts-table";
import { formatDay } from "~/features/build-log/format";
import { ENTRY_NOT_FOUND } from "~/features/build-log/policy";
import { getEntryPage } from "~/features/build-log/queries.server";
import { entryData } from "~/features/build-log/structured-data";
import { PhotoGallery } from "~/features/photos/components/photo-gallery";
import { ReportLink } from "~/features/social/components/report-link";
import { BackToVehicle } from "~/features/vehicles/components/back-to-vehicle";
import { vehicleName } from "~/features/vehicles/name";
import { pageLoader } from "~/http/page.server";
import { getViewer } from "~/http/session.server";
import { requireId } from "~/lib/ids";
import { Page, Prose, Section } from "~/ui/page";
import { Share } from "~/ui/share";
import { shareMeta } from "~/ui/share-meta";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [{ title: "Paddock" }];
  const { entry, vehicle } = data;
  const name = vehicleName(vehicle);
  return shareMeta(page, {
    title: `${entry.title} · ${name}`,
    description: entry.text || `${entry.kind} of ${formatDay(entry.date)}, in the build log of ${name}.`,
    image: entry.photos[0]?.photo ?? vehicle.coverPhoto,
    imageAlt: entry.photos[0]?.caption || entry.title,
    type: "article",
    about: (origin, address) => entryData(entry, vehicle, origin, address),
  });
};

export const loader = pageLoader(async ({ request, params }) => {
  return getEntryPage(requireId(params.entryId, ENTRY_NOT_FOUND), await getViewer(request));
});

export default function EntryPage() {
  const { entry, vehicle, previous, next, viewerCanEdit } = useLoaderData<typeof loader>();
  const name = vehicleName(vehicle);
  const here = `/build/${entry.id}`;
  return (
    <Page>
      <BackToVehicle id={vehicle.id} name={name} />
      <article>
        <header className="mb-6">
          <p className="flex items-center gap-2 text-grey">
            <KindIcon kind={entry.kind} />
            <span>
              {entry.kind} in the{" "}
              <Link
                to={`/vehicles/${vehicle.id}/build`}
                className="link inline-flex min-h-11 items-center font-semibold"
              >
                build log
              </Link>
            </span>
          </p>
          <h1 className="max-w-measure">{entry.title}</h1>
        </header>
        {/* Pictures, facts, words on a phone; the facts beside the others where there is room. */}
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr]">
          {entry.photos.length > 0 ? (
            <div className="min-w-0">
              <PhotoGallery photos={entry.photos} vehicleId={vehicle.id} vehicleName={entry.title} shownAt={here} />
            </div>
          ) : null}
          <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <EntryFacts entry={entry} />
            <div className="relative mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
              <Share path={here} title={`${entry.title} · ${name}`} />
              {viewerCanEdit ? null : <ReportLink about={here} what="this entry" />}
            </div>
            {viewerCanEdit ? <OwnerActs entry={entry} photoCount={entry.photos.length} /> : null}
          </div>
          {entry.text === "" ? null : (
            <div className="min-w-0">
              <Prose text={entry.text} />
            </div>
          )}
        </div>
      </article>
      {entry.parts.length > 0 ? (
        <Section id="parts" title="Parts">
          <PartsTable parts={entry.parts} />
        </Section>
      ) : null}
      <EntryNeighbours previous={previous} next={next} />
    </Page>
  );
}
