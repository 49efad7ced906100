import path from "node:path";
import { env } from "~/env.server";
import { putBack } from "../backups/put-back";
import { describeBackup, withClearErrors } from "../backups/report";
import { runCommand, UsageError } from "../run-command";

/** `npm run restore -- DIR [--force]`: puts a backup in the place of database and photos. */
await runCommand(
  async (args) => {
    const [dir, ...rest] = args.filter((arg) => arg !== "--force");
    if (dir === undefined || dir.startsWith("-") || rest.length > 0) {
      throw new UsageError("usage: npm run restore -- DIR [--force]");
    }
    const folder = path.resolve(dir);
    const restored = await withClearErrors(() => putBack(folder, { force: args.includes("--force") }));
    const { databaseFile, UPLOADS_DIR } = env();
    process.stdout.write(`Restored ${folder} to ${databaseFile} and ${UPLOADS_DIR}\n${describeBackup(restored)}\n`);
    return 0;
  },
  { migrated: false },
);
