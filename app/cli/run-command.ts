import { closeDatabase, migrateDatabase } from "~/db/client.server";
import { EnvError, ensureFolders, env, restrictFileModes } from "~/env.server";
import { DomainError } from "~/lib/errors";

/** A command called with words it does not know; the message says how to call it. */
export class UsageError extends Error {}

/** A command that cannot do what it was asked; the message is one clear line. */
export class CommandError extends Error {}

const EXPECTED = [EnvError, UsageError, CommandError, DomainError];

/**
 * Runs a command of an operator. What it returns is the exit code; a refusal is one line on stderr and 1, a fault of
 * ours the whole story.
 * @param options.migrated whether it works on the database, migrated before; where not, nothing is opened or made
 */
export async function runCommand(
  command: (args: string[]) => number | Promise<number>,
  { migrated = true }: { migrated?: boolean } = {},
): Promise<void> {
  try {
    restrictFileModes(env());
    if (migrated) {
      ensureFolders(env());
      migrateDatabase();
    }
    process.exitCode = await command(process.argv.slice(2));
  } catch (error) {
    const expected = EXPECTED.some((kind) => error instanceof kind);
    process.stderr.write(
      `${expected ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 1;
  } finally {
    closeDatabase();
  }
}
