import path from "node:path";
import { env } from "~/env.server";
import { megabytes } from "~/lib/text";
import { toIso } from "~/lib/time";
import { formatReport, takeIntoFolder } from "~/services/backups/folder.server";
import { takeIntoRepository } from "~/services/backups/repository.server";
import { listSnapshots, openForReading, repositoryName } from "~/services/backups/restic.server";
import { ownSites, sitesOf } from "~/services/backups/sites.server";
import { CommandError, RUN, requireDatabase, runCommand, say, UsageError, withClearErrors } from "../run-command";

const usage = `backup -- DIR; with RESTIC_REPOSITORY also: ${RUN} backup [-- list]`;

/** A consistent copy while the site runs: `-- DIR` into a new folder, else into RESTIC_REPOSITORY. */
await runCommand(
  ([target, ...rest]) => {
    const needsRepository = target === undefined || target === "list";
    if (rest.length > 0 || (needsRepository && !env().RESTIC_REPOSITORY) || /^(-|file:|\w+:\/\/)/.test(target ?? ""))
      throw new UsageError();
    return () =>
      withClearErrors(async () => {
        if (target === "list") return list();
        requireDatabase();
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

async function intoRepository(): Promise<string[]> {
  const stopping = new AbortController();
  // "disconnect": the parent process has ended.
  for (const event of ["SIGTERM", "SIGINT", "disconnect"]) process.once(event, () => stopping.abort());
  // The listener alone must not keep the process running.
  process.channel?.unref();
  const interval = process.connected ? env().BACKUP_EVERY : null;
  const { id, bytes, missing } = await takeIntoRepository(stopping.signal, interval);
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
