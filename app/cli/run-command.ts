import "./node-version.mjs";
import { existsSync } from "node:fs";
import { closeDatabase } from "~/db/client.server";
import { migrateDatabase } from "~/db/migrations.server";
import { EnvError, ensureFolders, env, restrictFileModes } from "~/env.server";
import { rebuildSearchTexts } from "~/features/search/rebuild-texts.server";
import { DomainError } from "~/lib/errors";
import { BackupError } from "~/services/backups/restic.server";
import { StoreUnavailableError } from "~/services/images/store/file-store";

/** A packed site has `deploy/paddock.sh` in its folder, and no npm. */
export const RUN = existsSync("paddock") ? "./paddock" : "npm run";

export class UsageError extends Error {}

/** Expected; the message is one clear line. */
export class CommandError extends Error {}

const EXPECTED = [EnvError, CommandError, DomainError];

interface CommandOptions {
  /** Without the prefix: "admin -- list". */
  usage: string;
  /** "migrated": migrates the site's database; "made": also creates one; "unopened": opens none. */
  database: "migrated" | "made" | "unopened";
}

/**
 * An expected error prints one line on stderr and exits with 1, any other its stack.
 * @param parse reads the arguments and returns the work, which returns the exit code
 */
export async function runCommand(
  parse: (args: string[]) => () => number | Promise<number>,
  { usage, database }: CommandOptions,
): Promise<void> {
  const usageLine = `usage: ${RUN} ${usage}`;
  const args = process.argv.slice(2);
  if (args.some((arg) => arg === "--help" || arg === "-h")) return say(usageLine);
  try {
    const work = parse(args);
    if (database === "migrated") requireDatabase();
    restrictFileModes(env());
    if (database !== "unopened") {
      ensureFolders(env());
      migrateDatabase();
      rebuildSearchTexts();
    }
    process.exitCode = await work();
  } catch (error) {
    const expected = EXPECTED.some((kind) => error instanceof kind);
    process.stderr.write(
      `${error instanceof UsageError ? usageLine : expected ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 1;
  } finally {
    closeDatabase();
  }
}

/** @throws CommandError if there is no site */
export function requireDatabase(): void {
  const { databaseFile } = env();
  if (!existsSync(databaseFile)) throw new CommandError(`DATABASE_URL: there is no database at ${databaseFile}.`);
}

export const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Caused by the disk or the file, not by our code. */
const OUTSIDE = /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|BUSY)/;

/** One clear line for a full disk, a read-only folder, an unavailable store. */
export async function withClearErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = "", syscall, message } = error as NodeJS.ErrnoException;
    const isExpected = error instanceof BackupError || error instanceof StoreUnavailableError;
    throw isExpected || syscall !== undefined || OUTSIDE.test(code) ? new CommandError(message.split("\n")[0]) : error;
  }
}
