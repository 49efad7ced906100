import { existsSync } from "node:fs";
import { readBackupOwner } from "~/db/database-files.server";
import { env } from "~/env.server";
import { megabytes } from "~/lib/text";
import { MINUTE, now, toIso } from "~/lib/time";
import { type ResticReader, repositoryName, type Snapshot } from "./restic.server";

/** The site of snapshots by earlier versions. */
export const UNTAGGED = "untagged";

/** As in the migration of `site.backup_id`. */
const SITE_TAG = /^[0-9a-f]{16}$/;

const CLOCK_TOLERANCE_MS = MINUTE;

const siteOf = ({ tags }: Snapshot) => tags.find((tag) => SITE_TAG.test(tag)) ?? UNTAGGED;

export function sitesOf(snapshots: Snapshot[]): { site: string; snapshots: Snapshot[] }[] {
  const bySite = Map.groupBy(snapshots, siteOf);
  return [...bySite].map(([site, ofSite]) => ({ site, snapshots: ofSite }));
}

/**
 * The sites whose snapshots belong to the database here. Untagged ones belong to it if its `backup_runs` include the
 * newest: earlier versions needed a repository per site.
 * @param snapshots newest first
 */
export function ownSites(snapshots: Snapshot[]): string[] {
  const { databaseFile } = env();
  if (!existsSync(databaseFile)) return [];
  const untagged = snapshots.find((snapshot) => siteOf(snapshot) === UNTAGGED);
  const owner = readBackupOwner(databaseFile, repositoryName(), untagged?.time ?? 0);
  return owner ? [owner.id, ...(owner.tookThen ? [UNTAGGED] : [])] : [];
}

/**
 * Newest first; null if `site` must be given, or has none.
 * @param own see `ownSites`
 */
export function chooseSnapshots(
  snapshots: Snapshot[],
  { own, site }: { own: string[]; site?: string | undefined },
): Snapshot[] | null {
  const sites = site === undefined ? own : [site];
  if (sites.length === 0) return sitesOf(snapshots).length > 1 ? null : snapshots;
  const selected = snapshots.filter((snapshot) => sites.includes(siteOf(snapshot)));
  return selected.length === 0 && snapshots.length > 0 ? null : selected;
}

/**
 * Without `at`, snapshots from a clock ahead come last.
 * @param snapshots newest first
 */
export function findSnapshot(snapshots: Snapshot[], at?: number): Snapshot | undefined {
  const until = at ?? now() + CLOCK_TOLERANCE_MS;
  return snapshots.find(({ time }) => time <= until) ?? (at === undefined ? snapshots[0] : undefined);
}

export interface SiteCounts {
  members: number;
  photos: number;
}

/** Less than half of the members or photos are left. */
export const isShrunk = (counts: SiteCounts, before: SiteCounts): boolean =>
  counts.members < before.members / 2 || counts.photos < before.photos / 2;

/** @param snapshots newest first */
export async function describeSites(reader: ResticReader, snapshots: Snapshot[]): Promise<string> {
  const words = sitesOf(snapshots).map(async ({ site, snapshots: [newest, ...older] }) => {
    const { out } = await reader(["stats", "--json", "--mode", "restore-size", newest!.id]);
    const { total_size } = JSON.parse(out) as { total_size: number };
    return `${site} (${older.length + 1}, the newest of ${toIso(newest!.time)}, ${megabytes(total_size)})`;
  });
  return (await Promise.all(words)).join("; ");
}
