import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { PhotoList } from "~/services/backups/manifest";
import { CommandError } from "../run-command";

/** The form of the folder; an older one would have to be told apart by it. */
export const FORMAT = 1;

/** A backup's manifest. Written last: a folder without it is no complete backup. */
export interface Manifest {
  format: number;
  /** ISO 8601. */
  takenAt: string;
  /** Rows by table. */
  rows: Record<string, number>;
  /** What stands below `uploads/`; bytes. */
  files: { count: number; bytes: number };
  /** Files that rows of the database need, as far as they were missing on the site itself. */
  missing: string[];
  /** Where photos are on an object store: the list of them, with checksums, in parts beside the database. */
  listed?: PhotoList;
}

/** Where the parts of a backup stand in its folder. */
export function partsOf(folder: string) {
  return {
    manifest: path.join(folder, "manifest.json"),
    database: path.join(folder, "app.db"),
    uploads: path.join(folder, "uploads"),
  };
}

/** @throws CommandError where the folder holds no whole backup that we understand */
export function readManifest(folder: string): Manifest {
  const { manifest, database } = partsOf(folder);
  if (!existsSync(manifest)) throw new CommandError(`${folder} is no whole backup: manifest.json is missing.`);
  let found: Partial<Manifest>;
  try {
    found = JSON.parse(readFileSync(manifest, "utf8"));
  } catch {
    throw new CommandError(`${manifest} cannot be read.`);
  }
  if (found?.format !== FORMAT) throw new CommandError(`${manifest} is of a form that this version does not know.`);
  if (!existsSync(database)) throw new CommandError(`${folder} is no whole backup: app.db is missing.`);
  return found as Manifest;
}
