import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { env } from "~/env.server";

/** A backup or a restore that cannot be; the message is one clear line without secrets. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** A snapshot of ours in the repository. */
interface Snapshot {
  id: string;
  /** ms since 1970. */
  time: number;
  /** What it holds, as absolute paths of the machine that took it. */
  paths: string[];
}

/** By these restic tells our snapshots from others in the repository. */
export const OURS = ["--tag", "paddock"];

const withoutPassword = (words: string) => words.replace(/\/\/[^/@\s]*@/g, "//");

/** Where the copies go, in words that hold no secret. */
export const repositoryName = () => withoutPassword(env().RESTIC_REPOSITORY ?? "");

interface Finished {
  code: number;
  out: string;
  err: string;
}

/** A file of the repository that is not there, or not whole. Restic would ask for it again for a quarter of an hour. */
const LOST = /(<\S+>).* retrying after .*(no such file|unexpected EOF|does not exist|NoSuchKey)/g;
const MAX_ATTEMPTS = 5;

/**
 * Runs restic, which reads repository, password and keys from the environment by itself.
 * @param fine exit codes that are no failure
 * @throws BackupError with the line that restic says
 */
export async function restic(
  args: readonly string[],
  { signal, fine = [0] }: { signal?: AbortSignal | undefined; fine?: number[] } = {},
): Promise<Finished> {
  // At this signal restic takes its lock away.
  const stop = { killSignal: "SIGINT" as const, ...(signal && { signal }) };
  const child = spawn("restic", args, { stdio: ["ignore", "pipe", "pipe"], ...stop });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (said: string) => {
    err += said;
    const lost = Array.from(err.matchAll(LOST), ([, file]) => file);
    if (lost.some((file) => lost.filter((one) => one === file).length >= MAX_ATTEMPTS)) child.kill(stop.killSignal);
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      const missing = "restic is not installed (Debian: apt-get install restic).";
      reject(new BackupError(error.code === "ENOENT" ? missing : "The backup was stopped."));
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
  const [code, out] = await Promise.all([ended, text(child.stdout)]);
  if (!fine.includes(code)) throw new BackupError(`restic ${args[0]}: ${firstErrorLine(err)}`);
  return { code, out, err };
}

/** The first line of what restic has said. */
export function firstErrorLine(said: string): string {
  const lines = said.split("\n").filter((line) => line.trim() !== "" && !/^unable to \w+ cache/.test(line));
  const line = lines[0]
    ?.replace(/^(Fatal: |ignoring error for )/, "")
    .replace(/ returned error, retrying after \S+:/, ":");
  return withoutPassword(line ?? "it ended without a message");
}

/** Our snapshots, the newest first. */
export async function listSnapshots(): Promise<Snapshot[]> {
  const { out } = await restic(["snapshots", "--json", ...OURS]);
  const found = JSON.parse(out) as { id: string; time: string; paths: string[] }[];
  return found
    .map(({ id, time, paths }) => ({ id, time: Date.parse(time), paths }))
    .sort((one, other) => other.time - one.time);
}
