import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { buildEntries, vehicles } from "~/db/schema";
import { shownEntries, shownVehiclesById, toHiddenMarks } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { withOwnEdits } from "~/features/holds/holding.server";
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

const inVehicle = eq(buildEntries.vehicleId, sql.placeholder("vehicleId"));
const newestFirst = [desc(buildEntries.date), desc(buildEntries.id)];

const modificationColumns = {
  id: buildEntries.id,
  title: buildEntries.title,
  area: sql<EntryArea>`${buildEntries.area}`,
  status: sql<EntryStatus>`${buildEntries.status}`,
};

const modificationsOf = (...conditions: SQL[]) =>
  prepared((database) =>
    database
      .select(modificationColumns)
      .from(buildEntries)
      .where(and(inVehicle, eq(buildEntries.kind, "Modification"), ...conditions))
      .orderBy(...newestFirst)
      .limit(MAX_MODIFICATIONS)
      .prepare(),
  );

type ModificationView = ReturnType<ReturnType<ReturnType<typeof modificationsOf>>["all"]>[number];

/** @param photos conditions on entries and photos */
function sectionOf(entries: SQL, photos: SQL) {
  // Must not select the cost.
  const latest = prepared((database) =>
    database
      .select({
        id: buildEntries.id,
        kind: buildEntries.kind,
        title: buildEntries.title,
        text: sql<string>`substr(${buildEntries.text}, 1, ${sql.raw(String(EXCERPT_LENGTH))})`,
        date: buildEntries.date,
        hidden: buildEntries.hidden,
        // The entry is literal SQL: with a single table, Drizzle omits table names.
        photo: sql<string | null>`(SELECT p.photo FROM photos AS p WHERE p.entry_id = build_entries.id AND ${photos}
          ORDER BY p.position, p.id LIMIT 1)`,
      })
      .from(buildEntries)
      .where(and(inVehicle, entries))
      .orderBy(...newestFirst)
      .limit(LATEST_ON_PAGE)
      .prepare(),
  );
  return { latest, modifications: modificationsOf(entries) };
}

const shownSection = {
  ...sectionOf(shownEntries, sql`p.hidden = 0`),
  count: prepared((database) =>
    database
      .select({ count: vehicles.buildCount })
      .from(vehicles)
      .where(and(eq(vehicles.id, sql.placeholder("vehicleId")), shownVehiclesById))
      .prepare(),
  ),
};
const ownSection = {
  ...sectionOf(sql`${buildEntries.hidden} >= 0`, sql`true`),
  count: prepared((database) => database.select({ count: count() }).from(buildEntries).where(inVehicle).prepare()),
};

/** Characters shown instead of a picture. */
const PLACEHOLDER_TEXT_LENGTH = 140;

/**
 * The newest entries by date, and modifications by area: Done, then Planned and Removed. The caller has checked access
 * to the vehicle.
 * @param owner the viewer, if the owner: includes hidden entries and photos, and new values pending review
 */
export function getSectionView(vehicleId: number, owner: Viewer | null = null) {
  const section = owner ? ownSection : shownSection;
  const modifications = byAreaAndStatus(section.modifications().all({ vehicleId }));
  return {
    count: section.count().get({ vehicleId })?.count ?? 0,
    latest: withOwnEdits("entry", owner, section.latest().all({ vehicleId }), () => owner?.id).map(
      ({ id, kind, title, text, date, photo, hidden }) => {
        const entry = { id, kind, title, date, ...toHiddenMarks(hidden) };
        return photo === null ? { ...entry, text: cutText(text, PLACEHOLDER_TEXT_LENGTH) } : { ...entry, photo };
      },
    ),
    modifications: [...groupBy(modifications, ({ area }) => area)].map(
      ([area, modsOfArea]) =>
        [
          area,
          modsOfArea.map(({ id, title, status }) => (status === "Done" ? [id, title] : [id, title, status])),
        ] as const,
    ),
  };
}

export type SectionView = ReturnType<typeof getSectionView>;

function byAreaAndStatus(rows: ModificationView[]): ModificationView[] {
  return rows.sort(
    (a, b) => AREAS.indexOf(a.area) - AREAS.indexOf(b.area) || STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status),
  );
}

const doneModifications = modificationsOf(eq(buildEntries.status, "Done"), shownEntries);

/** By area, newest first, for the show sheet. Planned ones do not use up the limit. */
export function listDoneModifications(vehicleId: number): ModificationView[] {
  return byAreaAndStatus(doneModifications().all({ vehicleId }));
}
