import path from "node:path";
import { env } from "~/env.server";
import { megabytes } from "~/lib/text";
import { toIso } from "~/lib/time";
import { formatReport, takeIntoFolder } from "~/services/backups/folder.server";
import { checkRepository, takeIntoRepository } from "~/services/backups/repository.server";
import { listSnapshots, openForReading, repositoryName } from "~/services/backups/restic.server";
import { ownSites, sitesOf } from "~/services/backups/sites.server";
import { CommandError, RUN, requireDatabase, runCommand, say, UsageError, withClearErrors } from "../run-command";

const usage = `backup -- DIR; with RESTIC_REPOSITORY also: ${RUN} backup [-- list | check]`;

/** A consistent copy while the site runs: `-- DIR` into a new folder, else into RESTIC_REPOSITORY. */
await runCommand(
  ([target, ...rest]) => {
    const needsRepository = target === undefined || target === "list" || target === "check";
    if (rest.length > 0 || (needsRepository && !env().RESTIC_REPOSITORY) || /^(-|file:|\w+:\/\/)/.test(target ?? ""))
      throw new UsageError();
    return () =>
      withClearErrors(async () => {
        if (target === "list") return list();
        requireDatabase();
        if (target === "check") return check();
        const missing = await (target === undefined ? intoRepository() : intoFolder(path.resolve(target)));
        if (missing.length === 0) return 0;
        throw new CommandError("The backup is complete, but the site itself has lost files that its rows need.");
      });
  },
  { usage, database: "unopened" },
);

async function intoFolder(folder: string): Promise<string[]> {
  const manifest = await takeIntoFolder(folder);
  say(`Backup in ${folder}\n${formatReport(manifest)}`);
  return manifest.missing;
}

async function check(): Promise<number> {
  await checkRepository(stopSignal());
  say(`No errors in ${repositoryName()}.`);
  return 0;
}

function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  // "disconnect": the parent process has ended.
  for (const event of ["SIGTERM", "SIGINT", "disconnect"]) process.once(event, () => stopping.abort());
  // The listener alone must not keep the process running.
  process.channel?.unref();
  return stopping.signal;
}

async function intoRepository(): Promise<string[]> {
  const interval = process.connected ? env().BACKUP_EVERY : null;
  const { id, bytes, missing } = await takeIntoRepository(stopSignal(), interval);
  say(`Backup ${id} in ${repositoryName()}: ${megabytes(bytes)} new`);
  return missing;
}

async function list(): Promise<number> {
  const snapshotsOfRepository = await listSnapshots(await openForReading());
  if (snapshotsOfRepository.length === 0) say(`There is no backup in ${repositoryName()}.`);
  const ownSiteNames = ownSites(snapshotsOfRepository);
  const rows = sitesOf(snapshotsOfRepository).flatMap(({ site, snapshots }) =>
    snapshots.map(({ id, time }) => [
      toIso(time),
      id.slice(0, 8),
      ownSiteNames.includes(site) ? `${site} (this one)` : site,
    ]),
  );
  if (rows.length > 0)
    say([["taken at (UTC)          ", "id      ", "site"], ...rows].map((row) => row.join("  ")).join("\n"));
  return 0;
}
