import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { EnvError } from "~/env.server";

export interface DataFile {
  exec(sql: string): void;
  /** Values in the order of `columns`. */
  insert(table: string, columns: string[], rows: Iterable<(string | number | Buffer | null)[]>): void;
}

/**
 * Read-only afterwards; after an error, delete it.
 * @param file must not exist
 */
export function createDataFile(file: string, write: (data: DataFile) => void): void {
  const raw = new Database(file);
  try {
    // Nothing is rolled back, and readers must not need write access to the folder.
    raw.pragma("journal_mode = OFF");
    raw.pragma("synchronous = OFF");
    raw.pragma("cache_size = -65536");
    raw.exec("BEGIN");
    write({
      exec: (sql) => void raw.exec(sql),
      insert(table, columns, rows) {
        const places = columns.map(() => "?").join(", ");
        const statement = raw.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`);
        for (const row of rows) statement.run(row);
      },
    });
    raw.exec("COMMIT");
    raw.exec("ANALYZE");
    raw.exec("VACUUM");
  } finally {
    raw.close();
  }
}

const openFiles = new Map<string, object>();

/**
 * For reading, once per process, with a small page cache.
 * @param hint how to create a missing file
 * @throws EnvError if missing
 */
export function openDataFile<S extends Record<string, unknown>>(file: string, schema: S, hint: string) {
  const make = () => {
    if (!existsSync(file)) throw new EnvError(`${file} is missing: ${hint}`);
    const raw = new Database(file, { readonly: true, fileMustExist: true });
    raw.pragma("cache_size = -2048");
    return drizzle(raw, { schema, casing: "snake_case" });
  };
  const openFile = (openFiles.get(file) as ReturnType<typeof make> | undefined) ?? make();
  openFiles.set(file, openFile);
  return openFile;
}
