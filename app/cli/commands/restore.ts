import { existsSync } from "node:fs";
import path from "node:path";
import { env } from "~/env.server";
import { parseMoment } from "~/services/backups/names";
import { findBackups, newestOf } from "~/services/backups/place.server";
import { restoreFrom } from "~/services/backups/restore.server";
import { photoStore } from "~/services/images/stores.server";
import { partsOf } from "../backups/layout";
import { isAddress, openPlace } from "../backups/place-of";
import { putBack } from "../backups/put-back";
import { describeBackup, describeFolder, tellLost } from "../backups/report";
import { withClearErrors } from "../clear-errors";
import { CommandError, runCommand, UsageError } from "../run-command";

const USAGE = "usage: npm run restore -- DIR | URL [--at TIME] [--force]";

interface Asked {
  /** A folder or an address; BACKUP_URL where not given. */
  from: string | undefined;
  /** ms since 1970. */
  at: number | undefined;
  force: boolean;
}

/** `npm run restore -- DIR | URL`: puts a backup in the place of database and photos. */
await runCommand(
  async (args) => {
    const asked = parse(args);
    return withClearErrors(async () => ((await isFolderOfOne(asked)) ? fromFolder(asked) : fromPlace(asked)));
  },
  { migrated: false },
);

function parse(args: string[]): Asked {
  const words = args.flatMap((arg) => (arg.startsWith("--at=") ? ["--at", arg.slice("--at=".length)] : [arg]));
  const places: string[] = [];
  const asked: Asked = { from: undefined, at: undefined, force: false };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "--force") asked.force = true;
    else if (word === "--at") asked.at = momentOf(words.shift());
    else if (word.startsWith("-")) throw new UsageError(USAGE);
    else places.push(word);
  }
  if (places.length > 1 || (places.length === 0 && !env().BACKUP_URL)) throw new UsageError(USAGE);
  return { ...asked, from: places[0] };
}

function momentOf(text: string | undefined): number {
  if (text === undefined) throw new UsageError(USAGE);
  const time = parseMoment(text);
  if (time === null)
    throw new CommandError("--at takes a time such as 2026-11-22T10:00:00Z, or a day such as 2026-11-22.");
  return time;
}

/** Whether it is a folder with one backup in it, and not a place of many; what is neither is taken for the former. */
async function isFolderOfOne({ from, at }: Asked): Promise<boolean> {
  if (from === undefined || at !== undefined) return false;
  if (isAddress(from)) return from.startsWith("file:") && existsSync(partsOf(path.resolve(from.slice(5))).manifest);
  return existsSync(partsOf(path.resolve(from)).manifest) || !newestOf(await findBackups(await openPlace(from)));
}

async function fromFolder({ from = "", force }: Asked): Promise<number> {
  const folder = path.resolve(from.replace(/^file:/, ""));
  const { manifest, lost } = await putBack(folder, { force });
  process.stdout.write(`Restored ${folder} to ${await targets()}\n${describeFolder(manifest)}\n`);
  tellOwner();
  tellLost(lost);
  return 0;
}

async function fromPlace({ from, at, force }: Asked): Promise<number> {
  const place = await openPlace(from);
  const { name, manifest, lost } = await restoreFrom(place, { at, force });
  process.stdout.write(`Restored ${name} of ${place.label} to ${await targets()}\n${describeBackup(manifest)}\n`);
  tellOwner();
  tellLost(lost);
  return 0;
}

/** A copy that is being tried must not remove the real site's photos, so it has to be told where it is the real one. */
function tellOwner(): void {
  if (env().photoStore.kind !== "bucket") return;
  process.stdout.write(
    "Photos are removed by the site that they belong to: npm run uploads -- claim makes it this one.\n",
  );
}

async function targets(): Promise<string> {
  return `${env().databaseFile} and ${(await photoStore()).label}`;
}
