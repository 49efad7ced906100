import { eq, type InferInsertModel, type InferSelectModel } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "~/db/client.server";

// Without the app's rules.

type Row<Table extends SQLiteTable> = InferSelectModel<Table>;
type NewRow<Table extends SQLiteTable> = InferInsertModel<Table>;
type WithId = SQLiteTable & { id: SQLiteColumn };

export const allRows = <Table extends SQLiteTable>(table: Table): Row<Table>[] =>
  db().select().from(table).all() as Row<Table>[];

export const findRow = <Table extends WithId>(table: Table, id: number): Row<Table> | undefined =>
  db().select().from(table).where(eq(table.id, id)).get() as Row<Table> | undefined;

export function insertRow<Table extends SQLiteTable>(table: Table, values: NewRow<Table> | NewRow<Table>[]) {
  const insert = db()
    .insert(table)
    .values(values as NewRow<Table>);
  return insert.returning().get() as Row<Table>;
}

export function changeRow<Table extends WithId>(table: Table, id: number, values: Partial<NewRow<Table>>): void {
  const update = db()
    .update(table)
    .set(values as object);
  update.where(eq(table.id, id)).run();
}

export function removeRow(table: WithId, id: number): void {
  db().delete(table).where(eq(table.id, id)).run();
}
