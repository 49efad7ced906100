import { sql } from "drizzle-orm";
import { vehicles } from "~/db/schema";
import { getGarageRow } from "~/features/garages/queries.server";
import { type AtomEntry, type AtomFeed, tagUri } from "~/lib/atom";
import { imageAddress } from "~/lib/image-url";
import { vehicleName } from "./name";
import { cardColumns, vehicleReads } from "./rows.server";

/** So many entries a feed holds; whoever was away longer has the lists. */
const ENTRIES = 30;
/** Characters of a story that stand in for a missing description. */
const EXCERPT = 500;

const entries = vehicleReads((database) =>
  database
    .select({
      ...cardColumns,
      description: vehicles.description,
      story: sql<string>`substr(${vehicles.story}, 1, ${sql.raw(String(EXCERPT + 1))})`,
      createdAt: vehicles.createdAt,
      updatedAt: vehicles.updatedAt,
    })
    .from(vehicles)
    .$dynamic(),
);

const NEWEST = { page: 1, limit: ENTRIES };

type Row = ReturnType<typeof entries.latest>[number];

function toEntry(row: Row, origin: string): AtomEntry {
  const { id, garageId, garageName, ownerName, coverPhoto } = row;
  const name = vehicleName(row);
  return {
    id: tagUri(origin, `vehicle/${id}`),
    title: name,
    link: `${origin}/vehicles/${id}`,
    author: { name: ownerName, uri: `${origin}/garages/${garageId}` },
    publishedAt: row.createdAt,
    updatedAt: Math.max(row.createdAt, row.updatedAt),
    summary: row.description || excerpt(row.story) || `${name}, shown in ${garageName}.`,
    picture: { address: imageAddress("photos", coverPhoto, origin), alt: name },
  };
}

function excerpt(story: string): string {
  return story.length > EXCERPT ? `${story.slice(0, EXCERPT).replace(/\s+\S*$/, "")} …` : story;
}

/**
 * The newest vehicles of the whole site, for `/feed.xml`.
 * @param origin the public address, which all links start with
 */
export function latestVehiclesFeed(origin: string): AtomFeed {
  return {
    id: tagUri(origin, "vehicles"),
    title: "Paddock · The Latest",
    subtitle: "The newest vehicles of all garages.",
    self: `${origin}/feed.xml`,
    page: `${origin}/`,
    icon: `${origin}/icon-192.png`,
    startedAt: 0,
    entries: entries.latest(NEWEST).map((row) => toEntry(row, origin)),
  };
}

/**
 * The newest vehicles of one garage, for `/garages/{id}/feed.xml`.
 * @param origin the public address, which all links start with
 * @throws DomainError not_found, also while the owner is deactivated
 */
export function garageFeed(id: number, origin: string): AtomFeed {
  const { name, ownerName, createdAt } = getGarageRow(id);
  return {
    id: tagUri(origin, `garage/${id}`),
    title: `${name} · Paddock`,
    subtitle: `The newest vehicles in the garage of ${ownerName}.`,
    self: `${origin}/garages/${id}/feed.xml`,
    page: `${origin}/garages/${id}`,
    icon: `${origin}/icon-192.png`,
    startedAt: createdAt,
    entries: entries.ofGarage(id, NEWEST).map((row) => toEntry(row, origin)),
  };
}
