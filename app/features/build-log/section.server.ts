import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { buildEntries, vehicles } from "~/db/schema";
import { shownEntries, toHiddenMarks } from "~/db/scopes.server";
import { groupBy } from "~/lib/rows";
import { cutText } from "~/lib/text";
import {
  AREAS,
  type EntryArea,
  type EntryStatus,
  EXCERPT_LENGTH,
  LATEST_ON_PAGE,
  MAX_MODIFICATIONS,
  STATUSES,
} from "./limits";

/** An entry with its first photo and the beginning of its text. */
type EntryTeaser = Record<"id" | "kind" | "title" | "excerpt" | "date", string> & {
  photo: string | null;
  hidden: number;
};

interface ModificationView {
  id: string;
  title: string;
  area: EntryArea;
  status: EntryStatus;
}

/** @param shown conditions on entries and photos, and the count */
function sectionOf(shown: { entries: SQL; count: SQL; photos: SQL }) {
  // Must not select the cost. The vehicle is literal SQL: with a single table, Drizzle omits table names.
  const latest = sql`(
    SELECT json_group_array(json_object('id', CAST(e.id AS TEXT), 'kind', e.kind, 'title', e.title,
      'excerpt', substr(e.text, 1, ${sql.raw(String(EXCERPT_LENGTH))}), 'date', e.date, 'hidden', e.hidden,
      'photo', (SELECT p.photo FROM photos AS p WHERE p.entry_id = e.id AND ${shown.photos}
        ORDER BY p.position, p.id LIMIT 1)))
    FROM (
      SELECT id, kind, title, text, date, hidden FROM build_entries
      WHERE vehicle_id = vehicles.id AND ${shown.entries} ORDER BY date DESC, id DESC
      LIMIT ${sql.raw(String(LATEST_ON_PAGE))}
    ) AS e)`;
  const modifications = sql`(
    SELECT json_group_array(
      json_object('id', CAST(e.id AS TEXT), 'title', e.title, 'area', e.area, 'status', e.status))
    FROM (
      SELECT id, title, area, status FROM build_entries
      WHERE vehicle_id = vehicles.id AND kind = 'Modification' AND ${shown.entries}
      ORDER BY date DESC, id DESC LIMIT ${sql.raw(String(MAX_MODIFICATIONS))}
    ) AS e)`;
  return prepared((database) =>
    database
      .select({
        count: sql<number>`${shown.count}`,
        latest: sql<string>`${latest}`,
        modifications: sql<string>`${modifications}`,
      })
      .from(vehicles)
      .where(eq(vehicles.id, sql.placeholder("vehicleId")))
      .prepare(),
  );
}

const shownSection = sectionOf({
  entries: sql`hidden = 0`,
  count: sql`CASE WHEN vehicles.hidden = 0 THEN vehicles.build_count ELSE 0 END`,
  photos: sql`p.hidden = 0`,
});
const ownSection = sectionOf({
  entries: sql`hidden >= 0`,
  count: sql`(SELECT count(*) FROM build_entries WHERE vehicle_id = vehicles.id)`,
  photos: sql`true`,
});

/** Characters of a text shown instead of a picture. */
const PLACEHOLDER_TEXT_LENGTH = 140;

/**
 * The build log on a vehicle's page, in one statement and no larger than needed: the newest entries by date, and
 * modifications by area, Done first, then Planned and Removed. The caller has checked access to the vehicle.
 * @param viewerIsOwner includes hidden entries and photos
 */
export function getSectionView(vehicleId: number, viewerIsOwner = false) {
  const row = (viewerIsOwner ? ownSection : shownSection)().get({ vehicleId });
  const latest = JSON.parse(row?.latest ?? "[]") as EntryTeaser[];
  const modifications = byAreaAndStatus(JSON.parse(row?.modifications ?? "[]") as ModificationView[]);
  return {
    /** Entries of the whole log. */
    count: row?.count ?? 0,
    latest: latest.map(({ id, kind, title, excerpt, date, photo, hidden }) => {
      const entry = { id, kind, title, date, ...toHiddenMarks(hidden) };
      return photo === null ? { ...entry, text: cutText(excerpt, PLACEHOLDER_TEXT_LENGTH) } : { ...entry, photo };
    }),
    modifications: [...groupBy(modifications, ({ area }) => area)].map(
      ([area, those]) =>
        [area, those.map(({ id, title, status }) => (status === "Done" ? [id, title] : [id, title, status]))] as const,
    ),
  };
}

export type SectionView = ReturnType<typeof getSectionView>;

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
      area: sql<EntryArea>`${buildEntries.area}`,
      status: sql<EntryStatus>`${buildEntries.status}`,
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
    .limit(MAX_MODIFICATIONS)
    .prepare(),
);

/**
 * A vehicle's current modifications by area, newest first, for its show sheet. Planned ones do not use up the limit.
 */
export function listDoneModifications(vehicleId: number): ModificationView[] {
  return byAreaAndStatus(done().all({ vehicleId }));
}
