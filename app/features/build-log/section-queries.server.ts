import { and, desc, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { buildEntries, vehicles } from "~/db/schema";
import { shownEntries, shownVehicles } from "~/db/scopes.server";
import {
  AREAS,
  type Area,
  EXCERPT,
  type Kind,
  LATEST_ON_PAGE,
  MOST_MODIFICATIONS,
  STATUSES,
  type Status,
} from "./limits";

/** An entry where only its beginning is shown. */
export interface EntryTeaser {
  id: string;
  kind: Kind;
  title: string;
  /** The beginning of its text. */
  excerpt: string;
  date: string;
  status: Status | null;
  /** The first of its photos; null without any. */
  photo: string | null;
  photoCount: number;
}

/** A row of the table of modifications. */
export interface ModificationView {
  id: string;
  title: string;
  area: Area;
  status: Status;
}

// What is read here has no cost. The vehicle stands literally: of a single table Drizzle names columns alone.
const latest = sql`(
  SELECT json_group_array(json_object('id', CAST(e.id AS TEXT), 'kind', e.kind, 'title', e.title,
    'excerpt', substr(e.text, 1, ${sql.raw(String(EXCERPT))}), 'date', e.date, 'status', e.status,
    'photo', (SELECT p.photo FROM photos AS p WHERE p.entry_id = e.id ORDER BY p.position, p.id LIMIT 1),
    'photoCount', e.photo_count))
  FROM (
    SELECT id, kind, title, text, date, status, photo_count FROM build_entries
    WHERE vehicle_id = vehicles.id AND hidden = 0 ORDER BY date DESC, id DESC LIMIT ${sql.raw(String(LATEST_ON_PAGE))}
  ) AS e)`;

const modifications = sql`(
  SELECT json_group_array(json_object('id', CAST(e.id AS TEXT), 'title', e.title, 'area', e.area, 'status', e.status))
  FROM (
    SELECT id, title, area, status FROM build_entries
    WHERE vehicle_id = vehicles.id AND kind = 'Modification' AND hidden = 0
    ORDER BY date DESC, id DESC LIMIT ${sql.raw(String(MOST_MODIFICATIONS))}
  ) AS e)`;

const section = prepared((database) =>
  database
    .select({
      count: vehicles.buildCount,
      latest: sql<string>`${latest}`,
      modifications: sql<string>`${modifications}`,
    })
    .from(vehicles)
    .where(and(eq(vehicles.id, sql.placeholder("vehicleId")), shownVehicles))
    .prepare(),
);

/** What a vehicle's page shows of its build log. */
export interface BuildSection {
  /** Entries of the whole log. */
  count: number;
  /** The newest by date. */
  latest: EntryTeaser[];
  /** By area, Done first, then Planned and Removed, the newest first. */
  modifications: ModificationView[];
}

/**
 * What a vehicle's page shows of its build log, in one statement. Nothing of a vehicle that is not shown; whoever asks
 * has read the vehicle.
 */
export function getBuildSection(vehicleId: number): BuildSection {
  const row = section().get({ vehicleId });
  if (!row) return { count: 0, latest: [], modifications: [] };
  return {
    count: row.count,
    latest: JSON.parse(row.latest) as EntryTeaser[],
    modifications: byAreaAndStatus(JSON.parse(row.modifications) as ModificationView[]),
  };
}

function byAreaAndStatus(rows: ModificationView[]): ModificationView[] {
  return rows.sort(
    (one, other) =>
      AREAS.indexOf(one.area) - AREAS.indexOf(other.area) ||
      STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status),
  );
}

const done = prepared((database) =>
  database
    .select({
      id: sql<string>`CAST(${buildEntries.id} AS TEXT)`,
      title: buildEntries.title,
      area: sql<Area>`${buildEntries.area}`,
      status: sql<Status>`${buildEntries.status}`,
    })
    .from(buildEntries)
    .where(
      and(
        eq(buildEntries.vehicleId, sql.placeholder("vehicleId")),
        eq(buildEntries.kind, "Modification"),
        eq(buildEntries.status, "Done"),
        shownEntries,
      ),
    )
    .orderBy(desc(buildEntries.date), desc(buildEntries.id))
    .limit(MOST_MODIFICATIONS)
    .prepare(),
);

/** The modifications that a vehicle has now, the newest of each area first, however many are planned: for its show sheet. */
export function listDoneModifications(vehicleId: number): ModificationView[] {
  return byAreaAndStatus(done().all({ vehicleId }));
}
