import path from "node:path";
import { env } from "~/env.server";
import { findBackups, withManifests } from "~/services/backups/place.server";
import { pruneBackups } from "~/services/backups/prune.server";
import { takeBackupInto } from "~/services/backups/take.server";
import { isAddress, openPlace } from "../backups/place-of";
import { describeBackup, describeFolder, describePlace } from "../backups/report";
import { takeBackup } from "../backups/take";
import { tellParent } from "../backups/told";
import { withClearErrors } from "../clear-errors";
import { CommandError, runCommand, UsageError } from "../run-command";

const USAGE = "usage: npm run backup -- DIR | URL | list [URL]";
const LOST = "The backup is complete, but the site itself has lost files that its rows need.";

/**
 * A consistent copy of database and photos while the site runs: `npm run backup -- DIR` into a new folder, `-- URL` (or
 * BACKUP_URL) into a place of many, `-- list [URL]` what is there.
 */
await runCommand(
  ([what, ...rest]) => {
    const wrong = what?.startsWith("-") || rest.length > (what === "list" ? 1 : 0);
    if (wrong || (what === undefined && !env().BACKUP_URL)) throw new UsageError(USAGE);
    return withClearErrors(() => {
      if (what === "list") return list(rest[0]);
      return what === undefined || isAddress(what) ? takeIntoPlace(what) : takeIntoFolder(path.resolve(what));
    });
  },
  { migrated: false },
);

async function takeIntoFolder(folder: string): Promise<number> {
  const made = await takeBackup(folder);
  process.stdout.write(`Backup in ${folder}\n${describeFolder(made)}\n`);
  if (made.missing.length > 0) throw new CommandError(LOST);
  return 0;
}

async function takeIntoPlace(address: string | undefined): Promise<number> {
  const place = await openPlace(address);
  const parent = tellParent();
  const { name, manifest, bytes } = await takeBackupInto(place, parent.stopped);
  process.stdout.write(`Backup ${name} in ${place.label}\n${describeBackup(manifest)}\n`);
  await parent.taken({ bytes });
  const gone = await pruneBackups(place);
  if (gone.length > 0) process.stdout.write(`  removed   ${gone.join(", ")}\n`);
  if (manifest.list.missing.count > 0) throw new CommandError(LOST);
  return 0;
}

async function list(address: string | undefined): Promise<number> {
  const place = await openPlace(address);
  const found = await withManifests(place, await findBackups(place));
  const none = `There is no backup in ${place.label}.`;
  process.stdout.write(`${found.length > 0 ? describePlace(found) : none}\n`);
  return 0;
}
