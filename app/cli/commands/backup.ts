import path from "node:path";
import { describeBackup, withClearErrors } from "../backups/report";
import { takeBackup } from "../backups/take";
import { CommandError, runCommand, UsageError } from "../run-command";

/** `npm run backup -- DIR`: a consistent copy of database and photos while the site runs. */
await runCommand(
  async ([dir, ...rest]) => {
    if (dir === undefined || dir.startsWith("-") || rest.length > 0)
      throw new UsageError("usage: npm run backup -- DIR");
    const folder = path.resolve(dir);
    const made = await withClearErrors(() => takeBackup(folder));
    process.stdout.write(`Backup in ${folder}\n${describeBackup(made)}\n`);
    if (made.missing.length > 0) {
      throw new CommandError("The backup is complete, but the site itself has lost files that its rows need.");
    }
    return 0;
  },
  { migrated: false },
);
