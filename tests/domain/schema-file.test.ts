import Database from "better-sqlite3";
import { expect, inject, test } from "vitest";

const HEAD = `-- The tables, indexes and triggers as they stand after all migrations, each table with its own. For reading:
-- \`npm run db:schema\` writes this file anew, and a test fails where it is not what the migrations make.
`;

interface SchemaObject {
  table: string;
  name: string;
  sql: string;
}

function readSchema(file: string): string {
  const raw = new Database(file, { readonly: true });
  try {
    const objects = raw
      .prepare(
        `SELECT tbl_name AS "table", name, sql FROM sqlite_schema
         WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite*' AND name NOT GLOB '__*'
           AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
         ORDER BY tbl_name, type = 'trigger', type = 'index', name`,
      )
      .all() as SchemaObject[];
    const lines = objects.flatMap(({ table, sql }, index) => {
      const statement = `${sql.replaceAll("\r\n", "\n").trim()};`;
      return objects[index - 1]?.table === table ? [statement] : ["", `-- ${table}`, statement];
    });
    return `${HEAD}${lines.join("\n")}\n`;
  } finally {
    raw.close();
  }
}

test("drizzle/schema.sql is what the migrations make", async () => {
  await expect(readSchema(inject("templateDatabase"))).toMatchFileSnapshot("../../drizzle/schema.sql");
});
