import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { EntryLine, KindIcon, Money } from "~/features/build-log/components/entry-marks";
import { formatContents, formatDayOfYear, formatMileage, toYear } from "~/features/build-log/format";
import { ENTRIES_PER_PAGE, ENTRY_KINDS } from "~/features/build-log/limits";
import { type BuildLogView, type EntryCardView, listEntries, toEntryCard } from "~/features/build-log/queries.server";
import { entryFilter } from "~/features/build-log/schema.server";
import { BackToVehicle } from "~/features/vehicles/components/back-to-vehicle";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { pageLoader } from "~/http/page/page.server";
import { getViewer } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { groupBy } from "~/lib/rows";
import { formatCount, plural } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { ButtonLink } from "~/ui/forms/button";
import { HiddenChip } from "~/ui/hidden-mark";
import { EmptyState, Page, PageHeader } from "~/ui/layout/page";
import { Pagination, PastEnd } from "~/ui/layout/pagination";
import { Photo } from "~/ui/photo";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [pageTitle(page.matches)];
  const { vehicle, total } = data.log;
  const name = vehicleName(vehicle);
  return shareMeta(page, {
    title: `Build log of ${name}`,
    description: `${plural(total, "entry", "entries")} about ${name} in ${vehicle.garageName}: what was done, and when.`,
    image: vehicle.coverPhoto,
    imageAlt: name,
    type: "article",
    queryDefaults: { kind: "", page: "1" },
  });
};

export const loader = pageLoader(async ({ request, context, params }) => {
  const vehicleId = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
  const query = new URL(request.url).searchParams;
  const { kind } = decode(entryFilter, Object.fromEntries(query));
  const viewer = await getViewer({ request, context });
  const { rows, ...log } = listEntries(vehicleId, { kind }, parsePage(query, ENTRIES_PER_PAGE), viewer);
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
      {sums ? <CostTotals sums={sums} /> : null}
      <KindFilter path={path} chosen={kind} counts={counts} />
      {rows.length > 0 ? <Timeline entries={rows} /> : <NoEntries path={path} log={log} />}
      <Pagination {...log} />
    </Page>
  );
}

function NoEntries({ path, log }: { path: string; log: Pick<BuildLogView, "total" | "counts" | "viewerCanEdit"> }) {
  if (log.total > 0) return <PastEnd to={path} />;
  if (Object.values(log.counts).some((count) => count > 0)) {
    return <EmptyState title="No entries of this kind." action={<ButtonLink to={path}>See all entries</ButtonLink>} />;
  }
  if (!log.viewerCanEdit) {
    return <EmptyState title="No entries yet.">The owner has not added any entries yet.</EmptyState>;
  }
  return (
    <EmptyState title="No entries yet." action={<ButtonLink to={`${path}/new`}>Write the first one</ButtonLink>}>
      The day you brought it home, the first oil change, the part you hunted for a year: it all belongs here.
    </EmptyState>
  );
}

interface KindFilterProps {
  path: string;
  /** Undefined for all. */
  chosen: string | undefined;
  counts: Partial<Record<string, number>>;
}

/** The existing kinds, with counts; nothing for a single one. */
function KindFilter({ path, chosen, counts }: KindFilterProps) {
  const kinds = ENTRY_KINDS.filter((kind) => counts[kind] || kind === chosen);
  if (kinds.length < 2) return null;
  const all = Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return (
    <nav aria-label="Kinds of entries" className="mb-8">
      <ul className="log-kinds">
        <li>
          <Link to={path} aria-current={chosen ? undefined : "page"}>
            All <small>{formatCount(all)}</small>
          </Link>
        </li>
        {kinds.map((kind) => (
          <li key={kind}>
            <Link to={`${path}?kind=${kind}`} aria-current={chosen === kind ? "page" : undefined}>
              {kind} <small>{formatCount(counts[kind] ?? 0)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Visible to the owner only. */
function CostTotals({ sums }: { sums: NonNullable<BuildLogView["sums"]> }) {
  if (sums.length === 0) return null;
  return (
    <section aria-labelledby="spent" className="mb-8 rounded-lg bg-sunk px-4 py-3">
      <h2 id="spent" className="text-base">
        Spent so far
      </h2>
      <ul className="flex flex-wrap gap-x-6 text-xl font-extrabold">
        {sums.map(({ currency, sum }) => (
          <li key={currency}>
            <Money cost={sum} currency={currency} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-grey">Only you can see this. Planned work is not counted.</p>
    </section>
  );
}

function Timeline({ entries }: { entries: EntryCardView[] }) {
  return (
    <div className="log">
      {[...groupBy(entries, ({ date }) => toYear(date))].map(([year, entriesOfYear]) => (
        <section key={year} aria-labelledby={`year-${year}`}>
          <h2 id={`year-${year}`} className="log-year">
            {year}
          </h2>
          <ol>
            {entriesOfYear.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Entry({ entry }: { entry: EntryCardView }) {
  const { id, kind, title, excerpt, date, photo } = entry;
  return (
    <li className="log-entry card" data-kind={kind}>
      <span className="log-mark">
        <KindIcon kind={kind} />
      </span>
      <div className="log-head">
        <p className="log-line">
          <time dateTime={date}>{formatDayOfYear(date)}</time>
          <EntryLine entry={entry} />
          <HiddenChip {...entry} />
        </p>
        <h3>
          <Link to={`/build/${id}`} prefetch="intent" className="card-link">
            <bdi>{title}</bdi>
          </Link>
        </h3>
      </div>
      {photo ? (
        <Photo
          kind="photos"
          name={photo}
          alt=""
          sizes="(min-width: 48rem) 15rem, calc(100vw - 6.25rem)"
          className="log-picture"
        />
      ) : null}
      <div className="log-rest">
        {excerpt === "" ? null : (
          <p dir="auto" className="line-clamp-3 max-w-measure">
            {excerpt}
          </p>
        )}
        <Facts entry={entry} />
      </div>
    </li>
  );
}

function Facts({ entry }: { entry: EntryCardView }) {
  const { mileage, unit, cost, currency, costIsPublic, photoCount, partCount } = entry;
  const contents = formatContents(photoCount, partCount);
  return (
    <p className="log-line not-first:mt-2 empty:hidden">
      {mileage === null ? null : <bdi>{formatMileage(mileage, unit)}</bdi>}
      {typeof cost !== "number" || !currency ? null : (
        <span>
          <Money cost={cost} currency={currency} />
          {costIsPublic ? null : " (only you can see this)"}
        </span>
      )}
      {contents === "" ? null : <span>{contents}</span>}
    </p>
  );
}
