import { inArray } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "~/db/client.server";
import { buildEntries, comments, garages, type holds, reviews, vehicles } from "~/db/schema";
import { withEdit } from "~/features/holds/holding.server";
import { listEntryPhotoRows, listPhotoRows, ownCaption, type PhotoRow } from "~/features/photos/rows.server";
import { vehicleName } from "~/features/vehicles/name";
import { groupBy, pick } from "~/lib/rows";

type Row = Pick<typeof holds.$inferSelect, "kind" | "thingId" | "texts" | "avatar">;

export interface HeldPost {
  texts: Record<string, string | null>;
  /** Pictures, and an entry's values besides its texts: staff decide on them too. */
  others?: unknown;
  /** The name of the vehicle or garage that it is on. */
  on?: string;
}

type ReadPosts = (ids: number[], edits: ReadonlyMap<number, Row>) => (HeldPost & { id: number })[];

/** With new values pending review. */
function rowsOf<T extends SQLiteTable & { id: SQLiteColumn }>(
  table: T,
  ids: number[],
  edits: ReadonlyMap<number, Row>,
): T["$inferSelect"][] {
  const rows = db()
    .select()
    .from(table as SQLiteTable)
    .where(inArray(table.id, ids))
    .all() as (T["$inferSelect"] & { id: number })[];
  return rows.map((row) => withEdit(row, edits.get(row.id)));
}

const captionsOf = (photos: readonly PhotoRow[]) => photos.flatMap((photo) => ownCaption(photo) || []).join("\n");
const namesOf = (photos: readonly PhotoRow[]) => photos.map(({ photo }) => photo);

function vehicleNames(rows: readonly { vehicleId: number }[]) {
  const ids = rows.map(({ vehicleId }) => vehicleId);
  const found = db().select().from(vehicles).where(inArray(vehicles.id, ids)).all();
  return new Map(found.map((vehicle) => [vehicle.id, vehicleName(vehicle)]));
}

const READS: Partial<Record<Row["kind"], ReadPosts>> = {
  vehicle(ids, edits) {
    const galleries = groupBy(listPhotoRows(ids), ({ vehicleId }) => vehicleId);
    return rowsOf(vehicles, ids, edits).map((row) => {
      const gallery = galleries.get(row.id) ?? [];
      const specs = row.specs.map(({ name, value }) => `${name}: ${value}`).join("\n");
      const ownTexts = pick(row, "condition", "description", "story");
      const texts = { name: vehicleName(row), ...ownTexts, specs, captions: captionsOf(gallery) };
      return { id: row.id, texts, others: namesOf(gallery) };
    });
  },
  entry(ids, edits) {
    const photos = groupBy(listEntryPhotoRows(ids), ({ entryId }) => entryId);
    const rows = rowsOf(buildEntries, ids, edits);
    const names = vehicleNames(rows);
    return rows.map((row) => {
      const entryPhotos = photos.get(row.id) ?? [];
      const parts = row.parts.map(({ name, maker, number, url }) => [name, maker, number, url].join(" ")).join("\n");
      const values = pick(row, "date", "mileage", "unit", "status", "area", "cost", "currency");
      const texts = { ...pick(row, "title", "text"), parts, captions: captionsOf(entryPhotos) };
      return { id: row.id, on: names.get(row.vehicleId), texts, others: { ...values, photos: namesOf(entryPhotos) } };
    });
  },
  comment(ids, edits) {
    const rows = rowsOf(comments, ids, edits);
    const names = vehicleNames(rows);
    return rows.map(({ id, vehicleId, text }) => ({ id, on: names.get(vehicleId), texts: { text } }));
  },
  review(ids, edits) {
    const rows = rowsOf(reviews, ids, edits);
    const garageIds = rows.map(({ garageId }) => garageId);
    const of = db()
      .select(pick(garages, "id", "name"))
      .from(garages)
      .where(inArray(garages.id, garageIds))
      .all();
    const names = new Map(of.map(({ id, name }) => [id, name]));
    return rows.map(({ id, garageId, rating, review }) => ({
      id,
      on: names.get(garageId),
      texts: { rating: `${rating} of 5`, review },
    }));
  },
  garage: (ids) =>
    rowsOf(garages, ids, new Map()).map((row) => ({
      id: row.id,
      texts: pick(row, "name", "description", "location", "address"),
    })),
};

/** The proposed texts and picture of a hold, or the hidden row. One query per kind. */
export function withPosts<Hold extends Row>(rows: readonly Hold[]): (Hold & { post: HeldPost })[] {
  const posts = new Map<string, HeldPost>();
  for (const [kind, ofKind] of groupBy(rows, ({ kind }) => kind)) {
    const edits = new Map(ofKind.map((row) => [row.thingId, row]));
    for (const { id, ...post } of READS[kind]?.([...edits.keys()], edits) ?? []) posts.set(`${kind} ${id}`, post);
  }
  return rows.map((row) => {
    const { texts = {}, others = row.avatar, on } = posts.get(`${row.kind} ${row.thingId}`) ?? {};
    const areTextsComplete = ["garage", "profile", "event"].includes(row.kind);
    return { ...row, post: { texts: (areTextsComplete && row.texts) || texts, others, on } };
  });
}
