import { lstatSync, statSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { countSite, lockFile, readBackupOwner } from "~/db/database-files.server";
import { env } from "~/env.server";
import { makeFolder } from "~/lib/folders.server";
import { IMAGE_KINDS } from "~/lib/images";
import { DAY, now, toIso } from "~/lib/time";
import { copySite, soundRows } from "./folder.server";
import { backupPaths } from "./folder-parts.server";
import {
  BackupError,
  firstErrorLine,
  listSnapshots,
  type ResticReader,
  repositoryName,
  restic,
  type Snapshot,
  TAG,
} from "./restic.server";
import { beginRun, dropRun, finishRun, hasWhole, isDue } from "./runs.server";
import { ownSites, type SiteCounts, sitesOf, UNTAGGED } from "./sites.server";

const WEEK_MS = 7 * DAY;
/** How far back the oldest backup reaches, months. */
export const BACKUP_MONTHS = 12;
const KEEP = ["--keep-hourly", "24", "--keep-daily", "30", "--keep-monthly", String(BACKUP_MONTHS)];

/** What is said where another process takes one at this moment, or has just taken it. */
export const UNDER_WAY = "Another backup is under way.";

/** What a run has put into the repository. */
interface Taken {
  id: string;
  /** That the repository has grown by. */
  bytes: number;
  /** Files that rows need and that the site itself has lost. */
  missing: string[];
}

/** It stays, beside the database: the copy has to stand under the same name each time. */
const stagingFile = (name: string) => path.join(path.dirname(env().databaseFile), ".backup", name);

/**
 * Held by the process that takes a backup, for as long as that lives.
 * @returns gives it back; null where another process has it
 */
export function takeTurn(): (() => void) | null {
  makeFolder(path.dirname(stagingFile("turn")), 0o700);
  return lockFile(stagingFile("turn"));
}

/**
 * Copies the running site into the repository, and once a day and once a week looks after that.
 * @param signal stops it
 * @param every takes none where the last one is younger, ms: another process may have come first
 * @throws BackupError
 */
export async function takeIntoRepository(signal: AbortSignal, every?: number | null): Promise<Taken> {
  const endTurn = takeTurn();
  const isTooSoon = every && !isDue(repositoryName(), every);
  if (isTooSoon) endTurn?.();
  if (!endTurn || isTooSoon) throw new BackupError(UNDER_WAY);
  const run = beginRun(repositoryName());
  let taken: Taken | undefined;
  try {
    const site = siteTag();
    await openRepository(signal);
    taken = await takeSnapshot(site, signal);
    await maintain(site, signal);
    finishRun(run, { bytes: taken.bytes });
    return taken;
  } catch (error) {
    if (signal.aborted) dropRun(run);
    else finishRun(run, { bytes: taken?.bytes, error: (error as Error).message });
    throw error;
  } finally {
    endTurn();
  }
}

/** The tag of this site's snapshots. @throws BackupError before the migration that makes it */
function siteTag(): string {
  const owner = readBackupOwner(env().databaseFile, "", 0);
  if (!owner) throw new BackupError("The database is of an older version: start the site once, then back it up.");
  return owner.id;
}

/** Makes the repository where there has never been one, and takes away what dead processes have locked. */
async function openRepository(signal: AbortSignal): Promise<void> {
  const { code, err } = await restic(["unlock", "--quiet"], { signal, fine: [0, 1] });
  if (code === 0) return;
  // A repository that has disappeared, such as an unmounted disk, must not be silently created again.
  const isNew = /is there a repository/i.test(err) && !hasWhole(repositoryName());
  if (!isNew) throw new BackupError(`restic: ${firstErrorLine(err)}`);
  await restic(["init", "--quiet"], { signal });
}

async function takeSnapshot(site: string, signal: AbortSignal): Promise<Taken> {
  const { UPLOADS_DIR, photoStore } = env();
  const folders = photoStore.kind === "folder" ? IMAGE_KINDS.map((kind) => path.join(UPLOADS_DIR, kind)) : [];
  for (const folder of folders) makeFolder(folder);
  const linked = folders.find((folder) => lstatSync(folder).isSymbolicLink());
  if (linked) throw new BackupError(`${linked} is a link, which restic does not follow: make UPLOADS_DIR the link.`);
  const database = stagingFile("app.db");
  // A host name for the site, whatever the machine is called: restic compares with the last snapshot of it.
  const whose = ["--tag", TAG, "--tag", site, "--host", `paddock-${site}`];
  const words = ["backup", "--json", "--quiet", ...whose, "--ignore-ctime", "--exclude", "*.part"];
  const taken: Taken = { id: "", bytes: 0, missing: [] };
  taken.missing = await copySite(
    database,
    async () => {
      // 3: something could not be read.
      const { code, out, err } = await restic([...words, database, ...folders], { signal, fine: [0, 3] });
      const { snapshot_id, data_added } = JSON.parse(out.trim().split("\n").at(-1) ?? "");
      taken.id = snapshot_id;
      taken.bytes += data_added;
      return code === 0 ? "" : firstErrorLine(err);
    },
    UPLOADS_DIR,
  );
  return taken;
}

async function maintain(site: string, signal: AbortSignal): Promise<void> {
  await onceIn(DAY, "forgotten", async () => {
    await tagOldSnapshots(site, signal);
    // With a comma: both tags. Other sites' snapshots stay.
    await restic(["forget", "--quiet", "--tag", `${TAG},${site}`, "--group-by", "tags", ...KEEP, "--prune"], {
      signal,
    });
  });
  await onceIn(WEEK_MS, "checked", async () => {
    soundRows(stagingFile("app.db"));
    // Another tenth each week.
    const tenth = (Math.floor(now() / WEEK_MS) % 10) + 1;
    await restic(["check", "--quiet", `--read-data-subset=${tenth}/10`], { signal });
  });
}

/** Tags what earlier versions of this site have left, so that it is forgotten in its turn. */
async function tagOldSnapshots(site: string, signal: AbortSignal): Promise<void> {
  const snapshots = await listSnapshots((args) => restic(args, { signal }));
  if (!ownSites(snapshots).includes(UNTAGGED)) return;
  const old = sitesOf(snapshots).find((one) => one.site === UNTAGGED)?.snapshots ?? [];
  await restic(["tag", "--quiet", "--add", site, ...old.map(({ id }) => id)], { signal });
}

/** Does `work` where it was not done for so long; where it fails it is done again with the next backup. */
async function onceIn(age: number, name: string, work: () => Promise<void>): Promise<void> {
  const last = statSync(stagingFile(name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Math.abs(now() - last) < age) return;
  await work();
  await writeFile(stagingFile(name), toIso(now()));
}

/** Members and photos of a snapshot. @param folder where its database is put for that */
export async function countSnapshot(read: ResticReader, { id, paths }: Snapshot, folder: string): Promise<SiteCounts> {
  await read(["restore", id, "--quiet", "--include", "app.db", "--target", folder]);
  const database = paths.find((place) => path.basename(place) === "app.db") ?? "app.db";
  return countSite(path.join(folder, database));
}

/** Gets a snapshot from the repository into `folder`, as a backup in a folder has its parts. */
export async function fetchSnapshot(read: ResticReader, { id, paths }: Snapshot, folder: string): Promise<void> {
  const whole = path.join(folder, "snapshot");
  await read(["restore", id, "--quiet", "--target", whole]);
  const { database, uploads } = backupPaths(folder);
  // Without photos they were on an object store.
  if (paths.length > 1) await mkdir(uploads);
  for (const place of paths) {
    const name = path.basename(place);
    await rename(path.join(whole, place), name === "app.db" ? database : path.join(uploads, name));
  }
}
