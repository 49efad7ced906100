import { type ChildProcess, spawn } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import { build } from "esbuild";
import { SAMPLE_PASSWORD } from "~/seed/seed";
import { browserLike } from "../support/browser-like";
import { serverEnv } from "../support/launch";
import { collectLines } from "../support/lines";
import { runNode } from "../support/run-node";
import { workersOf } from "../support/workers";
import { note } from "./report";

/** Removed at the end of the run. */
export const folder = fs.mkdtempSync(path.join(tmpdir(), "paddock-bench-"));
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
  fs.rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));

export type Measured = { url: string; pid: number; stop(): Promise<void> };

/** Of all threads, with children, ms. */
export function cpuOf(pid: number): number {
  const threads = fs.readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`);
  const threadTimes = threads.map((file) =>
    fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8").split(" ")[0]) / 1e6 : 0,
  );
  return [...threadTimes, ...workersOf(pid).map(cpuOf)].reduce((sum, ms) => sum + ms, 0);
}

const PROBE = pathToFileURL("tests/bench/probe.mjs").href;

/**
 * With the probe; resolves when it listens.
 * @param script built JavaScript; or TypeScript of the bench, compiled, so that no loader is measured
 */
export async function startMeasured(script: string, env: NodeJS.ProcessEnv, args: string[] = []) {
  const file = script.endsWith(".ts") ? path.join(".cache/bench", `${path.basename(script, ".ts")}.mjs`) : script;
  const buildOptions = {
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  } as const;
  if (file !== script) await build({ ...buildOptions, target: "node22", entryPoints: [script], outfile: file });
  const stdio = ["ignore", "pipe", "pipe", "ipc"] as const;
  const child: ChildProcess = spawn(process.execPath, ["--import", PROBE, file, ...args], { env, stdio: [...stdio] });
  running.add(child);
  const closed = new Promise((resolve) => child.once("close", resolve));
  const output = collectLines(child);
  const [, url] = (await output.find(/^listening on (http:\/\/\S+)$/)) ?? [];
  if (url === undefined) throw new Error(`${script} did not start:\n${output.text()}`);
  return {
    url,
    pid: child.pid!,
    /** Since the last call; the first starts the count. */
    statements: () =>
      new Promise<string[]>((resolve) => {
        child.once("message", (message) => resolve(message as string[]));
        child.send("statements");
      }),
    stop: async () => {
      // The bench removes its files.
      child.kill("SIGKILL");
      await closed;
      running.delete(child);
    },
  };
}

/** Just above the demo size, below which texts are longer. */
export const SMALL = 2_500;
const VEHICLES_A_GARAGE = 10;

const uploads = path.join(folder, "uploads");
const seeded = new Map<number, Promise<string>>();

/** Made once per run. Copy it. */
export function sampleDatabase(vehicles: number): Promise<string> {
  const file = seeded.get(vehicles) ?? seed(vehicles);
  seeded.set(vehicles, file);
  return file;
}

async function seed(vehicles: number): Promise<string> {
  const file = path.join(folder, `sample-${vehicles}.db`);
  note(`making a site of ${vehicles} vehicles`);
  const garages = Math.ceil(vehicles / VEHICLES_A_GARAGE);
  const flags = ["--garages", garages, "--vehicles", vehicles, "--seed", 1, "--photos", 1].map(String);
  const env = serverEnv(folder, { DATABASE_URL: `file:${file}` });
  const { code, stderr, stdout } = await runNode(["build/cli/seed.js", ...flags], env);
  if (code !== 0) throw new Error(`the seed ended with ${code}:\n${stdout}${stderr}`);
  return file;
}

export const ASKS_VERSION = /\bFROM public_changes$/;

export interface Site extends Measured {
  /** For another process with the same files. */
  env: NodeJS.ProcessEnv;
  databaseFile: string;
  database: Database.Database;
  statements(): Promise<string[]>;
}

/** The memory settings of `npm start`. */
export function asStarted(): Record<string, string> {
  const { scripts } = JSON.parse(fs.readFileSync("package.json", "utf8")) as { scripts: { start: string } };
  const settings = scripts.start.matchAll(/\b(MALLOC_\w+)=(\S+)/g);
  const flags = /\bnode ((?:--\S+ )*)/.exec(scripts.start)?.[1] ?? "";
  return { ...Object.fromEntries([...settings].map(([, name, value]) => [name!, value!])), NODE_OPTIONS: flags.trim() };
}

let sites = 0;

/**
 * On sample data.
 * @param vehicles the small site is a copy with all photos, a larger one the file itself
 */
export async function startSite(vehicles = SMALL, more: Record<string, string> = {}): Promise<Site> {
  const template = await sampleDatabase(vehicles);
  sites += 1;
  const siteFolder = path.join(folder, `site-${sites}`);
  fs.mkdirSync(siteFolder);
  const databaseFile = vehicles === SMALL ? path.join(siteFolder, "app.db") : template;
  if (vehicles === SMALL) {
    fs.copyFileSync(template, databaseFile);
    fs.cpSync(uploads, path.join(siteFolder, "uploads"), { recursive: true });
  }
  const env = serverEnv(siteFolder, { ...asStarted(), DATABASE_URL: `file:${databaseFile}`, ...more });
  const measured = await startMeasured("build/server.js", env);
  const database = new Database(databaseFile);
  return {
    ...measured,
    env,
    databaseFile,
    database,
    stop: async () => {
      database.close();
      await measured.stop();
      // Workers end after their primary.
      fs.rmSync(siteFolder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

export async function withSite<T>(work: (site: Site) => Promise<T>, more: Record<string, string> = {}): Promise<T> {
  const site = await startSite(SMALL, more);
  return work(site).finally(() => site.stop());
}

export interface Login {
  id: number;
  cookie: string;
  token: string;
}

export async function logIn(site: Site, userId: number): Promise<Login> {
  const email = site.database.prepare("SELECT email FROM users WHERE id = ?").pluck().get(userId) as string;
  const browser = browserLike(site);
  const { status, json } = await browser.api("POST", "/users/login", { email, password: SAMPLE_PASSWORD });
  if (status !== 200) throw new Error(`login failed: ${status} ${json?.message}`);
  const cookie = browser.cookieHeader;
  return { id: userId, cookie, token: json.token };
}

/** With photo, story or description, and comments. */
export const richVehicle = ({ database }: Site): { id: number; owner: number; garage: number } =>
  database
    .prepare(
      `SELECT id, user_id AS owner, garage_id AS garage FROM vehicles WHERE photo_count > 0 AND description <> ''
       ORDER BY comment_count BETWEEN 8 AND 20 DESC, photo_count DESC, comment_count DESC, id LIMIT 1`,
    )
    .get() as { id: number; owner: number; garage: number };
