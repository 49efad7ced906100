import path from "node:path";
import { parseArgs } from "node:util";
import { env } from "~/env.server";
import { plural } from "~/lib/text";
import { isDay, SECOND } from "~/lib/time";
import { type Contents, formatReport } from "~/services/backups/folder.server";
import { restoreFolder, restoreSnapshot } from "~/services/backups/put-back.server";
import { repositoryName } from "~/services/backups/restic.server";
import { photoStore } from "~/services/images/store/photo-store.server";
import { CommandError, RUN, runCommand, say, UsageError, withClearErrors } from "../run-command";

const usage = `restore -- DIR [--force]; with RESTIC_REPOSITORY also: ${RUN} restore -- [--at TIME] [--site ID] [--force]`;

/** `npm run restore -- DIR`, or the newest of RESTIC_REPOSITORY. */
await runCommand(
  (args) => {
    const { values, positionals } = wordsOf(args);
    const [folder, ...more] = positionals;
    const { force = false } = values;
    const at = values.at === undefined ? undefined : momentOf(values.at);
    const ofRepository = at !== undefined || values.site !== undefined;
    const wrong = folder === undefined ? !env().RESTIC_REPOSITORY : ofRepository;
    if (wrong || more.length > 0) throw new UsageError();
    return () =>
      withClearErrors(async () => {
        if (folder === undefined)
          return printCounts(repositoryName(), await restoreSnapshot({ at, site: values.site, force }, say));
        // The backup command has already reported missing files.
        return printCounts(path.resolve(folder), await restoreFolder(path.resolve(folder), force), true);
      });
  },
  { usage, database: "unopened" },
);

function wordsOf(args: string[]) {
  try {
    const text = { type: "string" } as const;
    return parseArgs({
      args,
      options: { at: text, site: text, force: { type: "boolean" } },
      allowPositionals: true,
    });
  } catch {
    throw new UsageError();
  }
}

/**
 * The end of a day or second; UTC without a zone.
 * @returns ms since 1970
 */
function momentOf(text: string): number {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  const time = Date.parse(isDay(text) ? `${text}T23:59:59Z` : zoned);
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(time)) return time % SECOND === 0 ? time + SECOND - 1 : time;
  throw new CommandError("--at takes a time such as 2026-11-22T10:00:00Z, or a day such as 2026-11-22.");
}

async function printCounts(from: string, restored: Contents, isKnown = false): Promise<number> {
  const { databaseFile, photoStore: photosAt } = env();
  say(`Restored ${from} to ${databaseFile} and ${(await photoStore()).label}\n${formatReport(restored)}`);
  // A copy under test must not delete the real site's photos: claiming them is a command.
  if (photosAt.kind === "bucket")
    say(`Photos are removed only by the site that they belong to: to make it this one, run ${RUN} uploads -- claim.`);
  const { length } = restored.missing;
  if (isKnown || length === 0) return 0;
  throw new CommandError(
    `The restore is complete, but ${plural(length, "photo file")} ${length === 1 ? "is" : "are"} not in the backup.`,
  );
}
