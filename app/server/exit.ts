import { EnvError } from "~/env.server";

/** Exits with 1 after a failed start: one line for a wrong setting, the stack for any other error. */
export function exitOnEnvError(error: unknown): void {
  const expected = error instanceof EnvError || (error instanceof Error && error.name === "EnvError");
  process.stderr.write(
    `${expected ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}
