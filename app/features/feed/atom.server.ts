import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { buildEntries, garages, users, vehicles } from "~/db/schema";
import { shownEntries } from "~/db/scopes.server";
import { getGarageRow } from "~/features/garages/queries.server";
import { vehicleName } from "~/features/vehicles/name";
import { cardColumns, vehicleReads } from "~/features/vehicles/rows.server";
import { type AtomEntry, type AtomFeed, tagUri } from "~/lib/atom";
import { imageAddress } from "~/lib/image-url";
import { cutText } from "~/lib/text";
import { idHost } from "~/services/site/id-host.server";
import { siteIcon, siteName } from "~/services/site/site.server";

const NEWEST = 30;
/** Characters of an entry's text, and of a story replacing a missing description. */
const EXCERPT_LENGTH = 500;

const excerptOf = (text: typeof vehicles.story | typeof buildEntries.text) =>
  sql<string>`substr(${text}, 1, ${sql.raw(String(EXCERPT_LENGTH + 1))})`;

const addedVehicles = vehicleReads((database) =>
  database
    .select({
      ...cardColumns,
      description: vehicles.description,
      story: excerptOf(vehicles.story),
      createdAt: vehicles.createdAt,
      updatedAt: vehicles.updatedAt,
    })
    .from(vehicles)
    .$dynamic(),
);

// Left joins, so that the entries' index decides the order.
const newestEntries = (condition?: SQL) =>
  prepared((database) =>
    database
      .select({
        id: buildEntries.id,
        kind: buildEntries.kind,
        title: buildEntries.title,
        text: excerptOf(buildEntries.text),
        createdAt: buildEntries.createdAt,
        updatedAt: buildEntries.updatedAt,
        year: sql<number>`${vehicles.year}`,
        make: sql<string>`${vehicles.make}`,
        model: sql<string>`${vehicles.model}`,
        garageId: sql<number>`${vehicles.garageId}`,
        garageName: sql<string>`${garages.name}`,
        ownerName: sql<string>`${users.name}`,
        photo: sql<string | null>`(SELECT photo FROM photos
          WHERE photos.entry_id = ${buildEntries.id} AND photos.hidden = 0 ORDER BY photos.position LIMIT 1)`,
      })
      .from(buildEntries)
      .leftJoin(vehicles, eq(vehicles.id, buildEntries.vehicleId))
      .leftJoin(garages, eq(garages.id, vehicles.garageId))
      .leftJoin(users, eq(users.id, vehicles.userId))
      .where(and(condition, shownEntries))
      .orderBy(desc(buildEntries.createdAt), desc(buildEntries.id))
      .limit(NEWEST)
      .prepare(),
  );

const ofSite = newestEntries();
const ofOwner = newestEntries(eq(buildEntries.userId, sql.placeholder("ownerId")));

type VehicleRow = ReturnType<typeof addedVehicles.latest>[number];
type EntryRow = ReturnType<ReturnType<typeof ofSite>["all"]>[number];

function common(row: VehicleRow | EntryRow, origin: string) {
  return {
    author: { name: row.ownerName, uri: `${origin}/garages/${row.garageId}` },
    publishedAt: row.createdAt,
    updatedAt: Math.max(row.createdAt, row.updatedAt),
  };
}

function ofVehicle(row: VehicleRow, origin: string): AtomEntry {
  const { id, garageName, coverPhoto } = row;
  const name = vehicleName(row);
  return {
    ...common(row, origin),
    id: tagUri(idHost(), `vehicle/${id}`),
    title: name,
    link: `${origin}/vehicles/${id}`,
    summary: row.description || cutText(row.story, EXCERPT_LENGTH) || `${name}, shown in ${garageName}.`,
    picture: { address: imageAddress("photos", coverPhoto, origin), alt: name },
  };
}

/** Omits the cost. */
function ofEntry(row: EntryRow, origin: string): AtomEntry {
  const { id, kind, title, garageName, photo } = row;
  const name = vehicleName(row);
  return {
    ...common(row, origin),
    id: tagUri(idHost(), `build/${id}`),
    title: `${name}: ${title}`,
    link: `${origin}/build/${id}`,
    category: kind,
    summary: cutText(row.text, EXCERPT_LENGTH) || `From the build log of the ${name} in ${garageName}.`,
    ...(photo !== null && { picture: { address: imageAddress("photos", photo, origin), alt: title } }),
  };
}

function newestOf(vehicleRows: VehicleRow[], entryRows: EntryRow[], origin: string): AtomEntry[] {
  const entries = [
    ...entryRows.map((row) => ofEntry(row, origin)),
    ...vehicleRows.map((row) => ofVehicle(row, origin)),
  ];
  return entries.sort((a, b) => b.publishedAt - a.publishedAt).slice(0, NEWEST);
}

const FIRST_PAGE = { page: 1, limit: NEWEST };
const FIRST_PART = { offset: 0, limit: NEWEST };

/** `/feed.xml`: vehicles and build log entries. */
export function latestFeed(origin: string): AtomFeed {
  return {
    id: tagUri(idHost(), "vehicles"),
    title: `${siteName()} · The Latest`,
    author: siteName(),
    subtitle: "The newest vehicles in all garages, and the work done on them.",
    self: `${origin}/feed.xml`,
    page: `${origin}/`,
    icon: origin + siteIcon(),
    startedAt: 0,
    entries: newestOf(addedVehicles.latest(FIRST_PAGE), ofSite().all(), origin),
  };
}

/**
 * `/garages/{id}/feed.xml`.
 * @throws DomainError not_found, also while the owner is deactivated
 */
export function garageFeed(id: number, origin: string): AtomFeed {
  const { name, ownerId, ownerName, createdAt } = getGarageRow(id);
  return {
    id: tagUri(idHost(), `garage/${id}`),
    title: `${name} · ${siteName()}`,
    author: siteName(),
    subtitle: `The newest vehicles in the garage of ${ownerName}, and the work done on them.`,
    self: `${origin}/garages/${id}/feed.xml`,
    page: `${origin}/garages/${id}`,
    icon: origin + siteIcon(),
    startedAt: createdAt,
    entries: newestOf(addedVehicles.ofGarage(id, FIRST_PART), ofOwner().all({ ownerId }), origin),
  };
}
