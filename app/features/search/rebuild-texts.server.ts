import { eq, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { site, vehicles } from "~/db/schema";
import { modelKey, parseMake } from "~/features/makes/key";
import { indexModel } from "~/features/makes/make-index.server";
import { normalizeEmail } from "~/lib/addresses.server";
import { vehicleText } from "~/lib/search-terms";
import { FOLDING, fold } from "~/lib/text";
import { log } from "~/services/log/log.server";

/** Rows per transaction, so that others may write in between. */
const STEP = 1_000;

/** Many changes fragment a full-text index and keep deleted entries: it becomes two thirds larger than necessary. */
const INDEXES = ["users_fts", "users_email_fts", "garages_fts", "events_fts", "vehicles_fts"].map((name) =>
  sql.raw(name),
);

/**
 * Recomputes, if `FOLDING` has changed, search columns and addresses, which use the same normalization. SQL has no
 * Unicode functions, so a migration cannot do this.
 */
export function rebuildSearchTexts(): void {
  if (db().select({ folding: site.folding }).from(site).get()?.folding === FOLDING) return;
  const changedCount =
    foldVehicles() +
    foldColumn("users", "name") +
    foldColumn("garages", "name") +
    foldColumn("events", "title") +
    foldColumn("tickets", "subject") +
    ["users", "applications", "sign_ups", "tickets", "reports"].reduce((sum, table) => sum + normalizeIn(table), 0);
  db().update(site).set({ folding: FOLDING }).run();
  if (changedCount === 0) return;
  for (const index of INDEXES) db().run(sql`INSERT INTO ${index} (${index}) VALUES ('optimize')`);
  log.info({ rows: changedCount, folding: FOLDING }, "search index rebuilt");
}

/**
 * By id.
 * @param select the rows of a step after an id
 * @param change @returns whether it has written
 */
function change<Row extends { id: number }>(select: (after: number) => Row[], change: (row: Row) => boolean): number {
  let changedCount = 0;
  let rows: Row[] = [];
  do {
    transaction(() => {
      rows = select(rows.at(-1)?.id ?? 0);
      for (const row of rows) if (change(row)) changedCount += 1;
    });
  } while (rows.length === STEP);
  return changedCount;
}

/** Folds `name` into `name_folded`. */
function foldColumn(table: string, column: string): number {
  const [rows, text, folded] = [table, column, `${column}_folded`].map((name) => sql.raw(name));
  return change<{ id: number; text: string; folded: string }>(
    (after) =>
      db().all(
        sql`SELECT id, ${text} AS text, ${folded} AS folded FROM ${rows} WHERE id > ${after} ORDER BY id LIMIT ${STEP}`,
      ),
    (row) => {
      const foldedText = fold(row.text);
      if (foldedText === row.folded) return false;
      db().run(sql`UPDATE ${rows} SET ${folded} = ${foldedText} WHERE id = ${row.id}`);
      return true;
    },
  );
}

interface FiledVehicle {
  id: number;
  year: number;
  make: string;
  model: string;
  searchText: string;
  makeKey: string | null;
  modelKey: string | null;
}

/** A name may now mean another make or model. */
function foldVehicles(): number {
  return change<FiledVehicle>(
    (after) =>
      db().all(sql`SELECT vehicles.id, year, make, model, search_text AS searchText, makes.key AS makeKey, models.key AS modelKey
        FROM vehicles LEFT JOIN makes ON makes.id = vehicles.make_id LEFT JOIN models ON models.id = vehicles.model_id
        WHERE vehicles.id > ${after} ORDER BY vehicles.id LIMIT ${STEP}`),
    (row) => {
      const searchText = vehicleText(row);
      const isFiled = parseMake(row.make).key === row.makeKey && modelKey(row.model) === row.modelKey;
      if (isFiled && searchText === row.searchText) return false;
      db()
        .update(vehicles)
        .set({ searchText, ...(isFiled ? {} : indexModel(row)) })
        .where(eq(vehicles.id, row.id))
        .run();
      return true;
    },
  );
}

/** Keeps an address if another row has the normalized one: the two would be indistinguishable. */
function normalizeIn(table: string): number {
  const rows = sql.raw(table);
  return change<{ id: number; email: string }>(
    (after) =>
      db().all(
        sql`SELECT id, email FROM ${rows} WHERE id > ${after} AND email GLOB '*[^ -~]*' ORDER BY id LIMIT ${STEP}`,
      ),
    (row) => {
      const email = normalizeEmail(row.email);
      return (
        email !== row.email &&
        db().run(sql`UPDATE OR IGNORE ${rows} SET email = ${email} WHERE id = ${row.id}`).changes > 0
      );
    },
  );
}
