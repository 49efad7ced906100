import { inArray } from "drizzle-orm";
import { db } from "~/db/client.server";
import { buildEntries, comments, garages, type holds, reviews, vehicles } from "~/db/schema";
import { listEntryPhotoRows, listPhotoRows, type PhotoRow } from "~/features/photos/rows.server";
import { vehicleName } from "~/features/vehicles/name";
import { groupBy } from "~/lib/rows";

type Row = Pick<typeof holds.$inferSelect, "kind" | "thingId" | "texts" | "avatar">;

/** What staff decide on. */
export interface HeldPost {
  texts: Record<string, string | null>;
  /** Pictures, and an entry's values besides its texts: they are part of the decision. */
  others: unknown;
}

const captionsOf = (photos: readonly PhotoRow[]) => photos.flatMap(({ caption }) => caption || []).join("\n");
const namesOf = (photos: readonly PhotoRow[]) => photos.map(({ photo }) => photo);

type Read = (ids: number[]) => (HeldPost & { id: number })[];

function readVehicles(ids: number[]) {
  const galleries = groupBy(listPhotoRows(ids), ({ vehicleId }) => vehicleId);
  const rows = db().select().from(vehicles).where(inArray(vehicles.id, ids)).all();
  return rows.map(({ id, condition, description, story, ...row }) => {
    const gallery = galleries.get(id) ?? [];
    const specs = row.specs.map(({ name, value }) => `${name}: ${value}`).join("\n");
    const texts = { name: vehicleName(row), condition, description, story, specs, captions: captionsOf(gallery) };
    return { id, texts, others: namesOf(gallery) };
  });
}

function readEntries(ids: number[]) {
  const photos = groupBy(listEntryPhotoRows(ids), ({ entryId }) => entryId);
  const rows = db().select().from(buildEntries).where(inArray(buildEntries.id, ids)).all();
  return rows.map(({ id, title, text, date, mileage, unit, status, area, cost, currency, ...row }) => {
    const own = photos.get(id) ?? [];
    const parts = row.parts.map(({ name, maker, number, url }) => [name, maker, number, url].join(" ")).join("\n");
    const others = { date, mileage, unit, status, area, cost, currency, photos: namesOf(own) };
    return { id, texts: { title, text, parts, captions: captionsOf(own) }, others };
  });
}

const readComments: Read = (ids) =>
  db()
    .select({ id: comments.id, text: comments.text })
    .from(comments)
    .where(inArray(comments.id, ids))
    .all()
    .map(({ id, ...texts }) => ({ id, texts, others: null }));

const readReviews: Read = (ids) =>
  db()
    .select({ id: reviews.id, rating: reviews.rating, review: reviews.review })
    .from(reviews)
    .where(inArray(reviews.id, ids))
    .all()
    .map(({ id, rating, review }) => ({ id, texts: { rating: `${rating} of 5`, review }, others: null }));

const readGarages: Read = (ids) =>
  db()
    .select({
      id: garages.id,
      name: garages.name,
      description: garages.description,
      location: garages.location,
      address: garages.address,
    })
    .from(garages)
    .where(inArray(garages.id, ids))
    .all()
    .map(({ id, ...texts }) => ({ id, texts, others: null }));

const READS: Partial<Record<Row["kind"], Read>> = {
  vehicle: readVehicles,
  entry: readEntries,
  comment: readComments,
  review: readReviews,
  garage: readGarages,
};

/** Adds the held posts: the proposed texts and picture that a hold stores, or the hidden row. One query per kind. */
export function withPosts<Hold extends Row>(rows: readonly Hold[]): (Hold & { post: HeldPost })[] {
  const posts = new Map<string, HeldPost>();
  for (const [kind, ofKind] of groupBy(rows, ({ kind }) => kind)) {
    const ids = ofKind.map(({ thingId }) => thingId);
    for (const { id, ...post } of READS[kind]?.(ids) ?? []) posts.set(`${kind} ${id}`, post);
  }
  return rows.map((row) => {
    const { texts = {}, others = null } = posts.get(`${row.kind} ${row.thingId}`) ?? {};
    return { ...row, post: { texts: row.texts ?? texts, others: others ?? row.avatar } };
  });
}
