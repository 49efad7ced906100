import { formatCount, plural } from "~/lib/text";
import { CommandError } from "../run-command";
import type { Manifest } from "./layout";

/** What is in a backup and what was checked, for people. */
export function describeBackup({ takenAt, rows, files, missing }: Manifest): string {
  const tables = Object.entries(rows).map(([table, count]) => `${table} ${formatCount(count)}`);
  const found =
    missing.length === 0 ? "every file that a row needs is there" : `${plural(missing.length, "file")} missing`;
  return [
    `  taken at  ${takenAt}`,
    `  rows      ${tables.join(", ")}`,
    `  photos    ${plural(files.count, "file")}, ${megabytes(files.bytes)}`,
    `  checks    integrity_check ok, foreign_key_check ok, ${found}`,
    ...missing.slice(0, 10).map((file) => `  missing   ${file}`),
  ].join("\n");
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** SQLite errors caused by the disk or the file, not by our code. */
const OUTSIDE = /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|BUSY)/;

/** A disk that is full, a folder that cannot be written: one clear line instead of a stack. */
export async function withClearErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = "", syscall, message } = error as NodeJS.ErrnoException;
    throw syscall !== undefined || OUTSIDE.test(code) ? new CommandError(message.split("\n")[0]) : error;
  }
}
