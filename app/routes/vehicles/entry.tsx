import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { deleteEntryConfirmation } from "~/features/build-log/components/confirmations";
import { KindIcon, Money, StatusChip } from "~/features/build-log/components/entry-marks";
import { formatDay, formatMileage } from "~/features/build-log/format";
import { ENTRY_NOT_FOUND } from "~/features/build-log/policy";
import { type EntryView, getEntryPage } from "~/features/build-log/queries.server";
import { entryData } from "~/features/build-log/structured-data";
import { ReportLink } from "~/features/cases/components/report-link";
import { whyHidden } from "~/features/cases/own-cases.server";
import { PhotoGallery } from "~/features/photos/components/photo-gallery";
import { BackToVehicle } from "~/features/vehicles/components/back-to-vehicle";
import { vehicleName } from "~/features/vehicles/name";
import type { RouteHandle } from "~/http/context";
import { pageLoader } from "~/http/page/page.server";
import { getViewer } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";
import { plural } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { FactRows } from "~/ui/facts";
import { ButtonLink } from "~/ui/forms/button";
import { ConfirmLink } from "~/ui/forms/confirm";
import { HiddenNotice } from "~/ui/hidden-mark";
import { PencilIcon, TrashIcon } from "~/ui/icons";
import { PreviousNext } from "~/ui/layout/neighbours";
import { Page, Prose, Section } from "~/ui/layout/page";
import { Photo } from "~/ui/photo";
import { ShareMenu } from "~/ui/share";
import { type Column, Table } from "~/ui/tables/table";

export const handle: RouteHandle = { cache: { query: [] } };

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [pageTitle(page.matches)];
  const { entry, vehicle } = data;
  const name = vehicleName(vehicle);
  return shareMeta(page, {
    title: `${entry.title} · ${name}`,
    description: entry.text || `${entry.kind} from ${formatDay(entry.date)}, in the build log of ${name}.`,
    image: entry.photos[0]?.photo ?? vehicle.coverPhoto,
    imageAlt: entry.photos[0]?.caption || entry.title,
    type: "article",
    structuredData: (origin, address) => entryData(entry, vehicle, origin, address),
  });
};

export const loader = pageLoader(async ({ request, context, params }) => {
  const id = requireId(params.entryId, ENTRY_NOT_FOUND);
  const viewer = await getViewer({ request, context });
  const page = getEntryPage(id, viewer);
  const { held, hiddenByStaff } = page.entry;
  return { ...page, hiddenFor: (held || hiddenByStaff) && whyHidden(viewer, "entry", id, page.entry) };
});

export default function EntryPage() {
  const { entry, vehicle, previous, next, viewerCanEdit, hiddenFor } = useLoaderData<typeof loader>();
  const name = vehicleName(vehicle);
  const entryPath = `/build/${entry.id}`;
  return (
    <Page>
      <BackToVehicle id={vehicle.id} name={name} />
      <HiddenNotice {...entry} {...hiddenFor} />
      <article>
        <header className="mb-6">
          <p className="flex items-center gap-2 text-grey">
            <KindIcon kind={entry.kind} />
            <span>
              {entry.kind} in the{" "}
              <Link to={`/vehicles/${vehicle.id}/build`} className="link inline-flex min-h-11 items-center">
                build log
              </Link>
            </span>
          </p>
          <h1 dir="auto" className="max-w-measure">
            {entry.title}
          </h1>
        </header>
        {/* On a phone pictures, facts, text; on wide screens the facts in a second column. */}
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr]">
          {entry.photos.length > 0 ? (
            <div className="min-w-0">
              <PhotoGallery
                photos={entry.photos}
                vehicleId={vehicle.id}
                vehicleName={entry.title}
                shownAt={entryPath}
              />
            </div>
          ) : null}
          <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <OfVehicle vehicle={vehicle} />
            <EntryFacts entry={entry} />
            <div className="relative mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
              <ShareMenu path={entryPath} title={`${entry.title} · ${name}`} />
              {viewerCanEdit ? null : <ReportLink path={entryPath} name="this entry" />}
            </div>
            {viewerCanEdit ? <OwnerActions entry={entry} /> : null}
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
      <PreviousNext label="More from the build log" previous={neighbourOf(previous)} next={neighbourOf(next)} />
    </Page>
  );
}

function OfVehicle({
  vehicle: { id, coverPhoto, ownerName, ...named },
}: {
  vehicle: ReturnType<typeof getEntryPage>["vehicle"];
}) {
  return (
    <p className="card mb-6 flex items-center gap-4">
      {coverPhoto ? (
        <Photo kind="photos" name={coverPhoto} alt="" sizes="6rem" className="aspect-3/2 w-24 shrink-0" />
      ) : null}
      <span className="min-w-0">
        <Link to={`/vehicles/${id}`} className="card-link">
          <bdi>{vehicleName(named)}</bdi>
        </Link>
        <bdi className="block text-grey">{ownerName}</bdi>
      </span>
    </p>
  );
}

const neighbourOf = (entry: { id: number; title: string } | null) =>
  entry && { to: `/build/${entry.id}`, name: entry.title };

function EntryFacts({ entry }: { entry: EntryView }) {
  const { date, area, status, mileage, unit, cost, currency, costIsPublic } = entry;
  const day = (
    <time key="date" dateTime={date}>
      {formatDay(date)}
    </time>
  );
  const money = typeof cost === "number" && currency && (
    <>
      <Money cost={cost} currency={currency} />
      {costIsPublic ? null : <span className="block text-sm font-normal text-grey">Only you can see this.</span>}
    </>
  );
  return (
    <FactRows
      rows={[
        ["Date", day],
        ["Area", area],
        ["Status", status === null || status === "Done" ? status : <StatusChip key="status" status={status} />],
        ["Mileage", mileage === null ? null : formatMileage(mileage, unit)],
        ["Cost", money || null],
      ]}
    />
  );
}

type Part = EntryView["parts"][number] & { at?: number };

const siteOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url);

const NAME: Column<Part> = { label: "Part", cell: ({ name }) => name, isRowName: true };
/** Shown only if a part has a value. */
const OPTIONAL_COLUMNS: [keyof Part, Column<Part>][] = [
  ["maker", { label: "Maker", cell: ({ maker }) => maker || null }],
  ["number", { label: "Part number", cell: ({ number }) => number || null }],
  ["url", { label: "Link", cell: ({ url }) => (url === "" ? null : <PartLink url={url} />) }],
];

function PartsTable({ parts }: { parts: Part[] }) {
  const columns = [
    NAME,
    ...OPTIONAL_COLUMNS.flatMap(([name, column]) => (parts.some((part) => part[name] !== "") ? column : [])),
  ];
  const rows = parts.map((part, index) => ({ ...part, index }));
  return (
    <div className="[&_caption]:sr-only">
      <Table
        caption={plural(parts.length, "part")}
        columns={columns}
        rows={rows}
        rowKey={({ index }) => String(index)}
      />
    </div>
  );
}

function PartLink({ url }: { url: string }) {
  return (
    <a href={url} rel="nofollow ugc noopener noreferrer" target="_blank" className="link">
      {siteOf(url)}
    </a>
  );
}

function OwnerActions({ entry: { id, title, photos } }: { entry: EntryView }) {
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <ButtonLink to={`/build/${id}/edit`}>
        <PencilIcon className="size-4" /> Edit entry
      </ButtonLink>
      <ConfirmLink confirm={deleteEntryConfirmation(id, title, photos.length)}>
        <TrashIcon className="size-4" /> Delete entry
      </ConfirmLink>
    </div>
  );
}
