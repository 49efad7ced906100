import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { ensureBuild } from "../../app/cli/build/build.mjs";
import { serverEnv } from "../support/launch";
import { startNode } from "../support/run-node";

const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

type Started = ReturnType<typeof startNode>;

/** The built server on files that outlive it, so that it can be killed and started again. */
export class Site {
  url = "";
  readonly env: NodeJS.ProcessEnv;
  #started: Started | undefined;
  #log: string[] = [];

  private constructor(
    readonly folder: string,
    private readonly own: boolean,
    env: Record<string, string>,
  ) {
    this.env = serverEnv(folder, env);
  }

  /** A site that does not run yet. @param folder where its files are; one of its own where not given */
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

  get mailDir(): string {
    return this.env.MAIL_DIR!;
  }

  /** Where its pages say they come from. */
  get origin(): string {
    return this.env.APP_URL ?? this.url;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get pid(): number {
    return this.#started!.child.pid!;
  }

  /** Starts the process without waiting for it. */
  spawn(): void {
    const started = startNode(["build/server.js"], this.env);
    running.add(started.child);
    void started.closed.then(() => running.delete(started.child));
    this.#started = started;
  }

  /** Starts, and waits until it listens. @throws where it ends instead */
  async start(): Promise<void> {
    this.spawn();
    const { output } = this.#started!;
    const listening = await output.find(/^listening on (http:\/\/\S+)$/);
    if (!listening) throw new Error(`the server did not start:\n${output.text()}`);
    this.url = `http://localhost:${new URL(listening[1]!).port}`;
  }

  /** SIGKILL; resolves when the process is gone. */
  async kill(): Promise<void> {
    this.#started!.child.kill("SIGKILL");
    await this.#ended();
  }

  /** SIGTERM. @returns its exit code and how long it took, ms */
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

  /** All lines of all processes so far. */
  log(): string[] {
    return [...this.#log, ...(this.#started?.output.all() ?? [])];
  }

  /** Log entries of level error and worse, and whatever else is no log entry. */
  faults(): string[] {
    return this.log().filter((line) =>
      line.startsWith("{") ? /"level":(50|60)\b/.test(line) : line !== "" && !line.startsWith("listening on "),
    );
  }

  /** Reads its database while it runs. */
  read<T>(work: (raw: Database.Database) => T): T {
    return this.write(work, true);
  }

  /** Works on its database while it runs. */
  write<T>(work: (raw: Database.Database) => T, readonly = false): T {
    const raw = new Database(this.databaseFile, { readonly, fileMustExist: true });
    try {
      return work(raw);
    } finally {
      raw.close();
    }
  }

  /** Memory of the process now, and the most since `forgetPeak`, MB. */
  memory(): { now: number; peak: number } {
    const status = readFileSync(`/proc/${this.pid}/status`, "utf8");
    const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
    return { now: megabytes("VmRSS"), peak: megabytes("VmHWM") };
  }

  /** From here on `memory().peak` counts anew. */
  forgetPeak(): void {
    writeFileSync(`/proc/${this.pid}/clear_refs`, "5");
  }

  /** Ends the process and removes its files, where the folder is its own. */
  async remove(): Promise<void> {
    if (this.#started) await this.kill();
    if (this.own) rmSync(this.folder, { recursive: true, force: true });
  }
}

/** An empty folder that is gone when this process ends. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "paddock-faults-"));
  folders.add(folder);
  return folder;
}
