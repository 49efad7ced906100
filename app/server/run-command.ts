import { closeDatabase, migrateDatabase } from "~/db/client.server";
import { DomainError } from "~/lib/errors";
import { EnvError, ensureFolders, env } from "~/services/env.server";

/** A command called with words it does not know; the message says how to call it. */
export class UsageError extends Error {}

/**
 * Runs a command of an operator on a migrated database. What it returns is the exit code; a refusal is one line on
 * stderr and 1, a fault of ours the whole story.
 */
export async function runCommand(command: (args: string[]) => number | Promise<number>): Promise<void> {
  try {
    ensureFolders(env());
    migrateDatabase();
    process.exitCode = await command(process.argv.slice(2));
  } catch (error) {
    const expected = error instanceof EnvError || error instanceof UsageError || error instanceof DomainError;
    process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    closeDatabase();
  }
}
