import { existsSync } from "node:fs";
import { migrateDatabase } from "~/db/client.server";
import { env } from "~/env.server";
import { formatStoreLocation } from "~/lib/store-location";
import { SECOND } from "~/lib/time";
import { claimStore } from "~/services/images/ownership.server";
import { withClearErrors } from "../clear-errors";
import { CommandError, runCommand, UsageError } from "../run-command";
import { checkFiles } from "../uploads/check";
import { moveFiles } from "../uploads/move";
import { Patience } from "../uploads/patience";
import { locationOf, openSource, openTarget, withScratch } from "../uploads/places";
import { agrees, describeCheck, describeMove, showProgress, whatNext } from "../uploads/report";

const USAGE = "usage: npm run uploads -- move file:PATH|s3://… | check [file:PATH|s3://…] | claim";

/** How long a store may be away in the middle before a command gives up, ms. */
const PATIENCE = 20 * SECOND;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function move(text: string): Promise<number> {
  const [from, to] = [env().photoStore, locationOf(text, "TARGET")];
  const source = await openSource(from);
  const target = await openTarget(to, from);
  say(`Moving photos from ${source.label} to ${target.label}`);
  const progress = { round: 0, compared: 0, copied: 0, bytes: 0 };
  const stop = showProgress(progress, process.stdout);
  const patience = new Patience(PATIENCE);
  const moved = await withScratch(to, (scratch) => moveFiles({ source, target, scratch, patience }, progress)).finally(
    stop,
  );
  say(describeMove(moved, target.label));
  if (moved.failed.count > 0) throw new CommandError("Some files were not copied. Run the same command again.");
  say(whatNext(to.kind === "bucket" ? text : formatStoreLocation(to), formatStoreLocation(from)));
  return 0;
}

async function check(text: string | undefined): Promise<number> {
  const store = await openSource(text === undefined ? env().photoStore : locationOf(text, "The place to check"));
  const checked = await checkFiles(store, PATIENCE);
  say(describeCheck(checked, store.label));
  return agrees(checked) ? 0 : 1;
}

/** Photos of a restored site: what removes them from the store is its database from now on. */
async function claim(): Promise<number> {
  const store = await openSource(env().photoStore);
  await claimStore(store);
  say(`Photos in ${store.label} are this site's now: those that no row names are removed by its next sweep.`);
  return 0;
}

/**
 * `npm run uploads -- move TARGET | check [URL] | claim`: photos to another store while the site runs; rows against files;
 * a restored site takes its store over.
 */
await runCommand(
  async ([verb, place, ...rest]) => {
    const works: Record<string, (() => Promise<number>) | undefined> = {
      move: place === undefined ? undefined : () => move(place),
      check: () => check(place),
      claim: place === undefined ? claim : undefined,
    };
    const work = Object.hasOwn(works, verb ?? "") ? works[verb ?? ""] : undefined;
    if (!work || place?.startsWith("-") || rest.length > 0) throw new UsageError(USAGE);
    const { databaseFile } = env();
    if (!existsSync(databaseFile)) throw new CommandError(`DATABASE_URL: there is no database at ${databaseFile}.`);
    migrateDatabase();
    return withClearErrors(work);
  },
  { migrated: false },
);
