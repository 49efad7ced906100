import { formatCount, megabytes, plural } from "~/lib/text";
import { toIso } from "~/lib/time";
import type { BackupManifest } from "~/services/backups/manifest";
import type { KnownBackup } from "~/services/backups/place.server";
import type { LostFiles } from "~/services/backups/restore.server";
import { CommandError } from "../run-command";
import type { Manifest } from "./layout";

/** What people are told of a backup, of either form. */
interface Described {
  takenAt: string;
  rows: Record<string, number>;
  files: { count: number; bytes: number };
  /** Whether photos are on an object store. */
  listed: boolean;
  missing: { count: number; first: readonly string[] };
}

/** What is in a backup of one folder and what was checked, for people. */
export function describeFolder({ takenAt, rows, files, missing, listed }: Manifest): string {
  const all = listed?.missing ?? { count: missing.length, first: missing };
  return wordsOf({ takenAt, rows, files, listed: listed !== undefined, missing: all });
}

/** What is in a backup of a place and what was checked, for people. */
export function describeBackup({ takenAt, rows, list }: BackupManifest): string {
  const files = { count: list.count, bytes: list.fileBytes };
  return wordsOf({ takenAt, rows, files, listed: list.photos === "listed", missing: list.missing });
}

function wordsOf({ takenAt, rows, files, listed, missing }: Described): string {
  const tables = Object.entries(rows).map(([table, count]) => `${table} ${formatCount(count)}`);
  const found =
    missing.count === 0 ? "every file that a row needs is there" : `${plural(missing.count, "file")} missing`;
  const where = listed ? ", on the object store: listed with their checksums" : "";
  return [
    `  taken at  ${takenAt}`,
    `  rows      ${tables.join(", ")}`,
    `  photos    ${plural(files.count, "file")}, ${megabytes(files.bytes)}${where}`,
    `  checks    integrity_check ok, foreign_key_check ok, ${found}`,
    ...missing.first.slice(0, 10).map((file) => `  missing   ${file}`),
  ].join("\n");
}

/** A table of what is in a place, newest first. */
export function describePlace(backups: readonly KnownBackup[]): string {
  const head = ["taken at (UTC)", "vehicles", "users", "photo files", "size", ""];
  const rows = backups.map(({ time, bytes, manifest }) => {
    const count = (table: string) => formatCount(manifest?.rows[table] ?? 0);
    const facts = manifest ? [count("vehicles"), count("users"), formatCount(manifest.list.count)] : ["-", "-", "-"];
    return [toIso(time), ...facts, megabytes(bytes), manifest ? "whole" : "not whole"];
  });
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]!.length)));
  const line = (row: string[]) =>
    row.map((cell, at) => (at >= 1 && at <= 4 ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))).join("  ");
  return [head, ...rows].map((row) => line(row).trimEnd()).join("\n");
}

/**
 * Names on stderr the photos that are not as a backup lists them.
 * @throws CommandError where there are any: the restore is complete all the same
 */
export function tellLost({ count, first }: LostFiles): void {
  if (count === 0) return;
  const more = count > first.length ? [`and ${formatCount(count - first.length)} more`] : [];
  process.stderr.write(`${[...first.map(({ key, how }) => `${key} ${how}`), ...more].join("\n")}\n`);
  throw new CommandError(
    `The restore is complete, but ${plural(count, "file")} of photos ${count === 1 ? "is" : "are"} not as the backup lists them.`,
  );
}
