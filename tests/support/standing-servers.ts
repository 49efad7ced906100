import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SECRET } from "../permissions/send";
import { isFault, serverEnv } from "./launch";

/** For the run, one test file after the other. */
export interface StandingServer {
  url: string;
  pid: number;
  /** See `serverEnv`. */
  folder: string;
  logFile: string;
  /** Number of output characters already checked. */
  checkedFile: string;
}

/** Complete lines from character `from` on. */
export function logLinesOf({ logFile }: Pick<StandingServer, "logFile">, startOffset = 0): string[] {
  const text = readFileSync(logFile, "utf8").slice(startOffset);
  return text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
}

export const checkedLength = ({ checkedFile }: Pick<StandingServer, "checkedFile">): number =>
  existsSync(checkedFile) ? Number(readFileSync(checkedFile, "utf8")) : 0;

/** Once it listens. */
async function portIn(files: Pick<StandingServer, "logFile">): Promise<string> {
  for (;;) {
    const port = logLinesOf(files).flatMap((line) => /^listening on http:\/\/\S+:(\d+)$/.exec(line)?.[1] ?? [])[0];
    if (port !== undefined) return port;
    await pause(20);
  }
}

/** @returns also a stop function, which rejects on a code other than 0 or an unchecked fault */
export async function startStanding(template: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "paddock-server-"));
  const settings = serverEnv(folder, { SESSION_SECRET: SECRET });
  const files = { logFile: path.join(folder, "log"), checkedFile: path.join(folder, "judged") };
  copyFileSync(template, path.join(folder, "app.db"));
  const log = openSync(files.logFile, "a");
  const child = spawn(process.execPath, ["build/server.js"], { env: settings, stdio: ["ignore", log, log] });
  closeSync(log);
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  const closed = once(child, "exit") as Promise<[number | null]>;
  const port = await Promise.race([portIn(files), closed.then(() => undefined)]);
  if (port === undefined) throw new Error(`a standing server did not start:\n${logLinesOf(files).join("\n")}`);
  const server: StandingServer = { url: `http://127.0.0.1:${port}`, pid: child.pid!, folder, ...files };
  const stop = async () => {
    child.kill("SIGTERM");
    const [code] = await closed;
    process.off("exit", kill);
    const log = logLinesOf(server).join("\n");
    const faults = logLinesOf(server, checkedLength(server)).filter(isFault);
    rmSync(folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`a standing server ended with ${code}:\n${log}`);
    if (faults.length > 0) throw new Error(`a standing server logged faults:\n${faults.join("\n")}`);
  };
  return { server, stop };
}
