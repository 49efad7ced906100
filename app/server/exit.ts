import { EnvError } from "~/env.server";

/** Ends the process after a failed start: one clear line for a wrong setting, the whole story for a fault of ours. */
export function exitOnEnvError(error: unknown): void {
  const expected = error instanceof EnvError || (error instanceof Error && error.name === "EnvError");
  process.stderr.write(
    `${expected ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}
