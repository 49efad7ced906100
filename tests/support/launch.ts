import type { ChildProcess } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { ensureBuild } from "../../app/cli/build/build.mjs";
import { startNode } from "./run-node";

/** The built server as a process of its own, with a database and folders of its own. */
export interface TestServer {
  /** `http://localhost:PORT` */
  readonly url: string;
  /** Its process. */
  readonly pid: number;
  /** A handle on the server's database file. */
  database: Database.Database;
  mailDir: string;
  uploadsDir: string;
  /** All that the server has written so far. */
  log(): string;
  /** Log entries of level error and worse that were not allowed. */
  faults(): string[];
  /** Log entries of level error that match may come from here on. */
  allowFault(pattern: RegExp): void;
  /** SIGKILL, and another process on the same files, at another port: `url` and `pid` are its. */
  restart(): Promise<void>;
  /** SIGTERM; rejects where the server does not exit with 0 or has logged a fault that was not allowed. */
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

const COPIED = ["PATH", "HOME", "LANG", "TMPDIR"];

/** The settings of a server for tests, in `folder`, and nothing of the machine's own. */
export function serverEnv(folder: string, env: Record<string, string> = {}): NodeJS.ProcessEnv {
  const kept = COPIED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: "production",
    PORT: "0",
    HOST: "127.0.0.1",
    DATABASE_URL: `file:${path.join(folder, "app.db")}`,
    UPLOADS_DIR: path.join(folder, "uploads"),
    MAIL_DIR: path.join(folder, "mail"),
    LOG_LEVEL: "warn",
    RATE_LIMITS: "off",
    ...env,
  };
}

/**
 * Starts the built server (building first where the build is stale) and waits until it listens.
 * @param template a migrated database to start from; without one the server makes its own
 */
export async function launchServer(env: Record<string, string> = {}, template?: string): Promise<TestServer> {
  await ensureBuild();
  const folder = mkdtempSync(path.join(tmpdir(), "paddock-server-"));
  const settings = serverEnv(folder, env);
  const file = path.resolve(settings.DATABASE_URL!.slice("file:".length));
  mkdirSync(path.dirname(file), { recursive: true });
  if (template !== undefined) copyFileSync(template, file);
  const processes = [await listening(settings)];
  const current = () => processes.at(-1)!;
  const written = () => processes.flatMap(({ output }) => output.all());
  const database = new Database(file);
  database.pragma("foreign_keys = ON");
  const allowed: RegExp[] = [];
  const faults = () => written().filter((line) => isFault(line) && !allowed.some((pattern) => pattern.test(line)));
  return {
    get url() {
      return current().url;
    },
    get pid() {
      return current().child.pid!;
    },
    database,
    mailDir: settings.MAIL_DIR!,
    uploadsDir: settings.UPLOADS_DIR!,
    log: () => written().join("\n"),
    faults,
    allowFault: (pattern) => void allowed.push(pattern),
    restart: async () => {
      const { child, closed } = current();
      child.kill("SIGKILL");
      await closed;
      processes.push(await listening(settings));
    },
    stop: async () => {
      database.close();
      const { child, closed, output } = current();
      child.kill("SIGTERM");
      const code = await closed;
      rmSync(folder, { recursive: true, force: true });
      if (code !== 0) throw new Error(`the server ended with ${code}:\n${output.text()}`);
      if (faults().length > 0) throw new Error(`the server logged faults:\n${faults().join("\n")}`);
    },
  };
}

/** Starts a process of the server and waits until it listens. @throws where it ends instead */
async function listening(settings: NodeJS.ProcessEnv) {
  const started = startNode(["build/server.js"], settings);
  running.add(started.child);
  void started.closed.then(() => running.delete(started.child));
  const line = await started.output.find(/^listening on (http:\/\/\S+)$/);
  if (!line) throw new Error(`the server did not start:\n${started.output.text()}`);
  return { ...started, url: `http://localhost:${new URL(line[1]!).port}` };
}

/** Whether the server says with a line of its log that something is wrong. */
export function isFault(line: string): boolean {
  if (!line.startsWith("{")) return line !== "" && !line.startsWith("listening on ");
  return /"level":(50|60)\b/.test(line);
}
