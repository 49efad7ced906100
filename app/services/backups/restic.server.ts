import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { env } from "~/env.server";

/** The message is one line without secrets. */
export class BackupError extends Error {
  override name = "BackupError";
}

export interface Snapshot {
  id: string;
  time: number;
  tags: string[];
  /** Absolute, on the source machine. */
  paths: string[];
}

/** A repository may contain other data too. */
export const TAG = "paddock";

const withoutPassword = (words: string) => words.replace(/\/\/[^/@\s]*@/g, "//");

export const repositoryName = () => withoutPassword(env().RESTIC_REPOSITORY ?? "");

interface Finished {
  code: number;
  out: string;
  err: string;
}

/** Missing, truncated or forbidden. Restic would retry for fifteen minutes. */
const LOST =
  /(<\S+>).* retrying after .*(no such file|unexpected EOF|does not exist|NoSuchKey|read-only|permission denied|access ?denied)/gi;
const MAX_ATTEMPTS = 5;

/**
 * Repository, password and keys come from the environment.
 * @param fine exit codes that are no failure
 * @throws BackupError with restic's error line
 */
export async function restic(
  args: readonly string[],
  { signal, fine = [0] }: { signal?: AbortSignal | undefined; fine?: number[] } = {},
): Promise<Finished> {
  // Restic then removes its lock.
  const stop = { killSignal: "SIGINT" as const, ...(signal && { signal }) };
  const child = spawn("restic", args, { stdio: ["ignore", "pipe", "pipe"], ...stop });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (output: string) => {
    err += output;
    const vanishedFiles = Array.from(err.matchAll(LOST), ([, file]) => file);
    if (vanishedFiles.some((file) => vanishedFiles.filter((otherFile) => otherFile === file).length >= MAX_ATTEMPTS))
      child.kill(stop.killSignal);
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      const missing = "restic is not installed (Debian: apt-get install restic).";
      reject(new BackupError(error.code === "ENOENT" ? missing : "The backup was stopped."));
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
  const [code, stdout] = await Promise.all([ended, text(child.stdout)]);
  if (!fine.includes(code)) throw new BackupError(`restic ${args[0]}: ${firstErrorLine(err)}`);
  return { code, out: stdout, err };
}

export function firstErrorLine(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "" && !/^unable to \w+ cache/.test(line));
  const line = lines[0]
    ?.replace(/^(Fatal: |ignoring error for )/, "")
    .replace(/ returned error, retrying after \S+:/, ":");
  return withoutPassword(line ?? "it ended without a message");
}

/** For a read-only repository; a lock by another process does not match. */
const CANNOT_LOCK = /Save\(<lock\/|unable to create lock in backend(?!: repository is already locked)/;

export type ResticReader = (args: readonly string[]) => Promise<Finished>;

/**
 * Removes locks of dead processes.
 * @returns runs read-only commands, without a lock if none can be created
 */
export async function openForReading(): Promise<ResticReader> {
  const { code } = await restic(["unlock", "--quiet"], { fine: [0, 1] });
  let withLock = code === 0;
  return async (args) => {
    try {
      if (withLock) return await restic(args);
    } catch (error) {
      if (!CANNOT_LOCK.test((error as Error).message)) throw error;
      withLock = false;
    }
    return restic([...args, "--no-lock"]);
  };
}

export async function listSnapshots(reader: ResticReader): Promise<Snapshot[]> {
  const { out } = await reader(["snapshots", "--json", "--tag", TAG]);
  const snapshots = JSON.parse(out) as { id: string; time: string; tags: string[]; paths: string[] }[];
  return snapshots
    .map(({ id, time, tags, paths }) => ({ id, time: Date.parse(time), tags, paths }))
    .sort((a, b) => b.time - a.time);
}
