import type { ChildProcess } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { ensureBuild } from "../../app/cli/build/build.mjs";
import { startNode } from "./run-node";

const children = new Set<ChildProcess>();
const folders = new Set<string>();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const INHERITED_VARIABLES = ["PATH", "HOME", "LANG", "TMPDIR"];

const CHEAP_HASHES = fileURLToPath(new URL("cheap-hashes.cjs", import.meta.url));
/** By Vitest and Playwright; benchmarks have no test settings. */
const inTest = process.env.VITEST !== undefined || process.env.TEST_WORKER_INDEX !== undefined;

/** As `npm start`: else Node 24 needs a quarter more CPU to start. */
const AS_STARTED = "--max-semi-space-size=16";

/** Without the machine's environment. */
export function serverEnv(folder: string, env: Record<string, string> = {}): NodeJS.ProcessEnv {
  const inherited = INHERITED_VARIABLES.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return {
    ...Object.fromEntries(inherited),
    NODE_ENV: "production",
    PORT: "0",
    HOST: "127.0.0.1",
    DATABASE_URL: `file:${path.join(folder, "app.db")}`,
    UPLOADS_DIR: path.join(folder, "uploads"),
    MAIL_DIR: path.join(folder, "mail"),
    LOG_LEVEL: "warn",
    RATE_LIMITS: "off",
    ...(inTest && { NODE_OPTIONS: `${AS_STARTED} --require="${CHEAP_HASHES}"` }),
    ...env,
  };
}

export function isFault(line: string): boolean {
  if (!line.startsWith("{")) return line !== "" && !/^(listening on|set up:) /.test(line);
  return /"level":(50|60)\b/.test(line);
}

type NodeProcess = ReturnType<typeof startNode>;

/** The built server; its files outlive it, for kills and restarts. */
export class Site {
  url = "";
  readonly env: NodeJS.ProcessEnv;
  #started: NodeProcess | undefined;
  #log: string[] = [];

  private constructor(
    readonly folder: string,
    private readonly ownsFolder: boolean,
    env: Record<string, string>,
  ) {
    this.env = serverEnv(folder, env);
  }

  static async make(env: Record<string, string> = {}, folder?: string): Promise<Site> {
    await ensureBuild();
    return new Site(folder ?? newFolder(), folder === undefined, env);
  }

  get databaseFile(): string {
    return this.env.DATABASE_URL!.slice("file:".length);
  }

  get uploadsDir(): string {
    return this.env.UPLOADS_DIR!;
  }

  get origin(): string {
    return this.env.APP_URL ?? this.url;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get pid(): number {
    return this.#started!.child.pid!;
  }

  spawn(): void {
    const nodeProcess = startNode(["build/server.js"], this.env);
    children.add(nodeProcess.child);
    void nodeProcess.closed.then(() => children.delete(nodeProcess.child));
    this.#started = nodeProcess;
  }

  /**
   * Until it listens.
   * @throws if it exits instead
   */
  async start(): Promise<void> {
    this.spawn();
    const { output } = this.#started!;
    const listening = await output.find(/^listening on (http:\/\/\S+)$/);
    if (!listening) throw new Error(`the server did not start:\n${output.text()}`);
    this.url = listening[1]!;
  }

  /** SIGKILL, until it is gone. */
  async kill(): Promise<void> {
    if (!this.#started) return;
    this.#started.child.kill("SIGKILL");
    await this.#ended();
  }

  /**
   * SIGTERM.
   * @returns exit code and duration, ms
   */
  async stop(): Promise<{ code: number | null; ms: number }> {
    const start = performance.now();
    this.#started!.child.kill("SIGTERM");
    const code = await this.#ended();
    return { code, ms: performance.now() - start };
  }

  async #ended(): Promise<number | null> {
    const { closed, output } = this.#started!;
    const code = await closed;
    this.#log.push(...output.all());
    this.#started = undefined;
    return code;
  }

  /** Of all processes so far. */
  log(): string[] {
    return [...this.#log, ...(this.#started?.output.all() ?? [])];
  }

  /** Log entries of level error and above, and lines that are no entries. */
  faults(): string[] {
    return this.log().filter(isFault);
  }

  read<T>(work: (raw: Database.Database) => T): T {
    return this.write(work, true);
  }

  write<T>(work: (raw: Database.Database) => T, readonly = false): T {
    const raw = new Database(this.databaseFile, { readonly, fileMustExist: true });
    try {
      return work(raw);
    } finally {
      raw.close();
    }
  }

  async remove(): Promise<void> {
    await this.kill();
    if (this.ownsFolder) rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Removed when this process ends. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "paddock-site-"));
  folders.add(folder);
  return folder;
}

/** The built server, with its own files. */
export interface TestServer {
  readonly url: string;
  readonly pid: number;
  database: Database.Database;
  mailDir: string;
  uploadsDir: string;
  log(): string;
  /** Level error and above, unexpected. */
  faults(): string[];
  /** From now on. */
  allowFault(pattern: RegExp): void;
  /** SIGKILL, then a new process with the same files and another port; updates `url` and `pid`. */
  restart(): Promise<void>;
  /** SIGKILL, if running. */
  kill(): void;
  /** SIGTERM; rejects on a code other than 0 or an unexpected fault. */
  stop(): Promise<void>;
}

/**
 * Rebuilds a stale build; resolves when it listens.
 * @param template a migrated database to copy
 */
export async function launchServer(env: Record<string, string> = {}, template?: string): Promise<TestServer> {
  const site = await Site.make(env);
  mkdirSync(path.dirname(path.resolve(site.databaseFile)), { recursive: true });
  if (template !== undefined) copyFileSync(template, site.databaseFile);
  await site.start();
  const database = new Database(site.databaseFile);
  database.pragma("foreign_keys = ON");
  const allowedFaults: RegExp[] = [];
  const faults = () => site.faults().filter((line) => !allowedFaults.some((pattern) => pattern.test(line)));
  return {
    get url() {
      return site.url;
    },
    get pid() {
      return site.pid;
    },
    database,
    mailDir: site.env.MAIL_DIR!,
    uploadsDir: site.uploadsDir,
    log: () => site.log().join("\n"),
    faults,
    allowFault: (pattern) => void allowedFaults.push(pattern),
    restart: async () => {
      await site.kill();
      await site.start();
    },
    kill: () => void site.kill(),
    stop: async () => {
      database.close();
      const { code } = await site.stop();
      await site.remove();
      if (code !== 0) throw new Error(`the server ended with ${code}:\n${site.log().join("\n")}`);
      if (faults().length > 0) throw new Error(`the server logged faults:\n${faults().join("\n")}`);
    },
  };
}
