import { and, eq, sql } from "drizzle-orm";
import { db, prepared } from "~/db/client.server";
import { makes, models, spellings } from "~/db/schema";
import { modelKey, parseMake } from "./key";

export interface MakeIndexEntry {
  makeId: number;
  modelId: number;
}

const indexedModel = prepared((database) => {
  const hasSpelling = (as: string, modelId: unknown, text: string) => sql`EXISTS (
    SELECT 1 FROM ${spellings} AS ${sql.raw(as)} WHERE make_id = ${makes.id} AND model_id = ${modelId}
      AND spelling = ${sql.placeholder(text)})`;
  return database
    .select({ makeId: makes.id, modelId: models.id })
    .from(makes)
    .innerJoin(models, and(eq(models.makeId, makes.id), eq(models.key, sql.placeholder("modelKey"))))
    .where(
      and(
        eq(makes.key, sql.placeholder("makeKey")),
        hasSpelling("of_make", 0, "make"),
        hasSpelling("of_model", sql`${models.id}`, "model"),
      ),
    )
    .prepare();
});

/**
 * Finds or inserts make and model (makes README, Rules), in the transaction that writes the vehicle; triggers count.
 */
export function indexModel(vehicle: { make: string; model: string }): MakeIndexEntry {
  const make = parseMake(vehicle.make);
  const key = modelKey(vehicle.model);
  return indexedModel().get({ makeKey: make.key, modelKey: key, make: vehicle.make, model: vehicle.model }) ?? add();

  function add(): MakeIndexEntry {
    const byKey = { target: makes.key, set: { key: sql`excluded.key` } };
    const makeId = db()
      .insert(makes)
      .values({ key: make.key, name: make.name })
      .onConflictDoUpdate(byKey)
      .returning({ id: makes.id })
      .get().id;
    const modelId = db()
      .insert(models)
      .values({ makeId, key, name: vehicle.model })
      .onConflictDoUpdate({ target: [models.makeId, models.key], set: { key: sql`excluded.key` } })
      .returning({ id: models.id })
      .get().id;
    db()
      .insert(spellings)
      .values([
        { makeId, modelId: 0, spelling: vehicle.make, isAlias: make.isAlias },
        { makeId, modelId, spelling: vehicle.model, isAlias: false },
      ])
      .onConflictDoNothing()
      .run();
    return { makeId, modelId };
  }
}
