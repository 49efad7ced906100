import { lstatSync, statSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { countSite, lockFile, readBackupOwner } from "~/db/database-files.server";
import { env } from "~/env.server";
import { makeFolder } from "~/lib/folders.server";
import { IMAGE_KINDS } from "~/lib/images";
import { plural } from "~/lib/text";
import { DAY, now, toIso } from "~/lib/time";
import { runJob } from "../periodic/periodic.server";
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
import { type BackupJob, beginRun, dropRun, finishRun, hasWhole, isDue } from "./runs.server";
import { chooseSnapshots, ownSites, type SiteCounts, sitesOf, UNTAGGED } from "./sites.server";

export const WEEK_MS = 7 * DAY;
export const BACKUP_MONTHS = 12;
/** Backups, the last of each. */
export const KEPT = { hourly: 24, daily: 30, monthly: BACKUP_MONTHS };
const KEEP = Object.entries(KEPT).flatMap(([rhythm, count]) => [`--keep-${rhythm}`, String(count)]);

/** Also if another process has just taken one. */
export const UNDER_WAY = "Another backup is under way.";

interface BackupResult {
  id: string;
  /** Growth of the repository. */
  bytes: number;
  missing: string[];
}

/** restic needs the copy under the same path each time. */
const stagingFile = (name: string) => path.join(path.dirname(env().databaseFile), ".backup", name);

/** @returns releases the lock; null if another process has it */
export function lockBackups(): (() => void) | null {
  makeFolder(path.dirname(stagingFile("turn")), 0o700);
  return lockFile(stagingFile("turn"));
}

/**
 * Copies the running site; deletes old snapshots daily, and checks the repository weekly.
 * @param interval minimum age of the last backup, ms, in case another process came first
 * @throws BackupError
 */
export async function takeIntoRepository(signal: AbortSignal, interval?: number | null): Promise<BackupResult> {
  const releaseLock = lockBackups();
  const isTooSoon = interval && !isDue(repositoryName(), interval);
  if (isTooSoon) releaseLock?.();
  if (!releaseLock || isTooSoon) throw new BackupError(UNDER_WAY);
  const run = beginRun(repositoryName());
  let result: BackupResult | undefined;
  try {
    const site = siteTag();
    await openRepository(signal);
    result = await takeSnapshot(site, signal);
    await maintain(site, signal);
    finishRun(run, { bytes: result.bytes });
    return result;
  } catch (error) {
    if (signal.aborted) dropRun(run);
    else finishRun(run, { bytes: result?.bytes, error: (error as Error).message });
    throw error;
  } finally {
    releaseLock();
  }
}

/** @throws BackupError before the migration that creates the tag */
function siteTag(): string {
  const owner = readBackupOwner(env().databaseFile, "", 0);
  if (!owner) throw new BackupError("The database is of an older version: start the site once, then back it up.");
  return owner.id;
}

/** Creates the repository if there was never one; removes locks of dead processes. */
async function openRepository(signal: AbortSignal): Promise<void> {
  const { code, err } = await restic(["unlock", "--quiet"], { signal, fine: [0, 1] });
  if (code === 0) return;
  // A repository that has disappeared, such as an unmounted disk, must not be silently created again.
  const isNew = /is there a repository/i.test(err) && !hasWhole(repositoryName());
  if (!isNew) throw new BackupError(`restic: ${firstErrorLine(err)}`);
  await restic(["init", "--quiet"], { signal });
}

async function takeSnapshot(site: string, signal: AbortSignal): Promise<BackupResult> {
  const { UPLOADS_DIR, photoStore } = env();
  const folders = photoStore.kind === "folder" ? IMAGE_KINDS.map((kind) => path.join(UPLOADS_DIR, kind)) : [];
  for (const folder of folders) makeFolder(folder);
  const linked = folders.find((folder) => lstatSync(folder).isSymbolicLink());
  if (linked) throw new BackupError(`${linked} is a link, which restic does not follow: make UPLOADS_DIR the link.`);
  const database = stagingFile("app.db");
  // A fixed host name per site: restic compares with this host's last snapshot.
  const tags = ["--tag", TAG, "--tag", site, "--host", `paddock-${site}`];
  const words = ["backup", "--json", "--quiet", ...tags, "--ignore-ctime", "--exclude", "*.part"];
  const result: BackupResult = { id: "", bytes: 0, missing: [] };
  result.missing = await copySite(
    database,
    async () => {
      // 3: unreadable files.
      const { code, out, err } = await restic([...words, database, ...folders], { signal, fine: [0, 3] });
      const { snapshot_id, data_added } = JSON.parse(out.trim().split("\n").at(-1) ?? "");
      result.id = snapshot_id;
      result.bytes += data_added;
      return code === 0 ? "" : firstErrorLine(err);
    },
    UPLOADS_DIR,
  );
  return result;
}

async function maintain(site: string, signal: AbortSignal): Promise<void> {
  await onceIn(DAY, "forgotten", async () => {
    await tagOldSnapshots(site, signal);
    // With a comma: both tags. Other sites' snapshots stay.
    await restic(["forget", "--quiet", "--tag", `${TAG},${site}`, "--group-by", "tags", ...KEEP, "--prune"], {
      signal,
    });
  });
  await onceIn(WEEK_MS, "checked", () => check(signal));
}

/** Of the running site's repository, now. @throws BackupError */
export async function checkRepository(signal: AbortSignal): Promise<void> {
  const releaseLock = lockBackups();
  if (!releaseLock) throw new BackupError(UNDER_WAY);
  try {
    await restic(["unlock", "--quiet"], { signal });
    await onceIn(0, "checked", () => check(signal));
  } finally {
    releaseLock();
  }
}

/** The database copy and a tenth of the repository; records the result in `jobs`. */
async function check(signal: AbortSignal): Promise<void> {
  let failure: unknown;
  await runJob({ name: "backup check" satisfies BackupJob, every: WEEK_MS, failed: () => "" }, async () => {
    try {
      soundRows(stagingFile("app.db"));
      const tenth = (Math.floor(now() / WEEK_MS) % 10) + 1;
      await restic(["check", "--quiet", `--read-data-subset=${tenth}/10`], { signal });
      const snapshots = await listSnapshots((args) => restic(args, { signal }));
      const chosen = chooseSnapshots(snapshots, { own: ownSites(snapshots) }) ?? [];
      return `${plural(chosen.length, "backup")} of this site, ${snapshots.length - chosen.length} of other sites`;
    } catch (error) {
      failure = error;
      if (signal.aborted) return false;
      throw (error as Error).message;
    }
  });
  if (failure !== undefined) throw failure;
}

async function tagOldSnapshots(site: string, signal: AbortSignal): Promise<void> {
  const snapshots = await listSnapshots((args) => restic(args, { signal }));
  if (!ownSites(snapshots).includes(UNTAGGED)) return;
  const old = sitesOf(snapshots).find((candidate) => candidate.site === UNTAGGED)?.snapshots ?? [];
  await restic(["tag", "--quiet", "--add", site, ...old.map(({ id }) => id)], { signal });
}

/** `age` in ms; after a failure the next backup tries again. */
async function onceIn(age: number, name: string, work: () => Promise<void>): Promise<void> {
  const last = statSync(stagingFile(name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Math.abs(now() - last) < age) return;
  await work();
  await writeFile(stagingFile(name), toIso(now()));
}

export async function countSnapshot(
  reader: ResticReader,
  { id, paths }: Snapshot,
  folder: string,
): Promise<SiteCounts> {
  await reader(["restore", id, "--quiet", "--include", "app.db", "--target", folder]);
  const database = paths.find((place) => path.basename(place) === "app.db") ?? "app.db";
  return countSite(path.join(folder, database));
}

export async function fetchSnapshot(reader: ResticReader, { id, paths }: Snapshot, folder: string): Promise<void> {
  const whole = path.join(folder, "snapshot");
  await reader(["restore", id, "--quiet", "--target", whole]);
  const { database, uploads } = backupPaths(folder);
  // Without photos: they were on an object store.
  if (paths.length > 1) await mkdir(uploads);
  for (const place of paths) {
    const name = path.basename(place);
    await rename(path.join(whole, place), name === "app.db" ? database : path.join(uploads, name));
  }
}
