import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { SAMPLE_PASSWORD } from "~/seed/seed";
import { browserLike } from "../support/browser-like";
import { serverEnv } from "../support/launch";
import { runNode } from "../support/run-node";
import { earlierDrawings } from "./drawings";
import { type Measured, startMeasured } from "./measured";
import { note } from "./report";
import { shared } from "./shared";

/** Where a run keeps its files; gone when it ends, however it ends. */
export const folder = mkdtempSync(path.join(tmpdir(), "paddock-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));

/** Just above what the seed takes for a show: below it texts are longer than those of a large site. */
export const SMALL = 2_500;
const VEHICLES_A_GARAGE = 10;

/** The sample photos, which all sites of a run share. */
export const uploads = path.join(folder, "uploads");
const seeded = new Map<number, Promise<string>>();
/** How long it took to make a site of so many vehicles, seconds. */
export const seedSeconds = new Map<number, number>();

/** A database with so many sample vehicles, made once a run; the drawn photos are shared. Work on copies. */
export function sampleDatabase(vehicles: number): Promise<string> {
  let file = seeded.get(vehicles);
  if (!file) {
    file = seed(vehicles);
    seeded.set(vehicles, file);
  }
  return file;
}

async function seed(vehicles: number): Promise<string> {
  const file = path.join(folder, `sample-${vehicles}.db`);
  note(`making a site of ${vehicles} vehicles`);
  const env = serverEnv(folder, { DATABASE_URL: `file:${file}` });
  const garages = Math.ceil(vehicles / VEHICLES_A_GARAGE);
  const flags = Object.entries({ garages, vehicles, seed: 1, photos: 1 }).flatMap(([flag, of]) => [
    `--${flag}`,
    `${of}`,
  ]);
  const keepDrawings = existsSync(uploads) ? () => {} : earlierDrawings(uploads);
  const start = performance.now();
  await runToEnd(["build/cli/seed.js", ...flags], env);
  keepDrawings();
  seedSeconds.set(vehicles, (performance.now() - start) / 1000);
  return file;
}

/** Runs a script of Node's to its end. @throws with what it said where it fails */
export async function runToEnd(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { code, stderr, stdout } = await runNode(args, env);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}:\n${stdout}${stderr}`);
}

/** The built site, running on a database of its own. */
export interface Site extends Measured {
  /** Its settings, for another process that is to read the same files. */
  env: NodeJS.ProcessEnv;
  /** A handle on its database. */
  database: Database.Database;
}

/** What `npm start` tells the C library about memory. */
function asStarted(): Record<string, string> {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };
  return Object.fromEntries(
    [...scripts.start.matchAll(/\b(MALLOC_\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
  );
}

let sites = 0;

interface Start {
  photos?: boolean;
  inPlace?: boolean;
  env?: Record<string, string>;
}

/**
 * Starts the built site.
 * @param template the database that it gets a copy of
 * @param options.photos whether the sample photos are to be there; else its folder for uploads is empty
 * @param options.inPlace works on the file itself, which is too large to be copied
 * @param options.env settings of its own
 */
export async function startSite(
  template: string,
  { photos = false, inPlace = false, env: more = {} }: Start = {},
): Promise<Site> {
  sites += 1;
  const own = path.join(folder, `site-${sites}`);
  mkdirSync(own);
  if (photos && existsSync(uploads)) cpSync(uploads, path.join(own, "uploads"), { recursive: true });
  if (!inPlace) copyFileSync(template, path.join(own, "app.db"));
  const env = serverEnv(own, { ...asStarted(), ...(inPlace ? { DATABASE_URL: `file:${template}` } : {}), ...more });
  const measured = await startMeasured("build/server.js", env);
  const database = new Database(env.DATABASE_URL!.slice("file:".length));
  return {
    ...measured,
    env,
    database,
    stop: async () => {
      database.close();
      await measured.stop();
      // The workers of several processes end a moment after their primary.
      rmSync(own, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** A site with the sample photos that its groups only read. */
export const readSite = shared<Site>({
  users: ["pages", "api", "sizes", "script", "views"],
  make: async () => startSite(await sampleDatabase(SMALL), { photos: true }),
  end: (site) => site.stop(),
});

/** A site that its groups write to; what it shows is no longer what the sample was. */
export const writtenSite = shared<Site>({
  users: ["kept", "uploads", "writes", "sizes", "growth"],
  make: async () => startSite(await sampleDatabase(SMALL)),
  end: (site) => site.stop(),
});

export interface Login {
  id: number;
  /** Value of a Cookie header. */
  cookie: string;
  /** For `Authorization: Bearer`. */
  token: string;
}

/** Logs in as one of the sample people. */
export async function logIn(site: Site, userId: number): Promise<Login> {
  const email = site.database.prepare("SELECT email FROM users WHERE id = ?").pluck().get(userId) as string;
  const browser = browserLike(site);
  const { status, json } = await browser.api("POST", "/users/login", { email, password: SAMPLE_PASSWORD });
  if (status !== 200) throw new Error(`login failed: ${status} ${json?.message}`);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { id: userId, cookie, token: json.token };
}

/** A vehicle that has something of everything: a photo, a story or a description, comments. */
export function richVehicle({ database }: Site): { id: number; owner: number; garage: number } {
  return database
    .prepare(
      `SELECT id, user_id AS owner, garage_id AS garage FROM vehicles WHERE photo_count > 0 AND description <> ''
       ORDER BY comment_count BETWEEN 8 AND 20 DESC, photo_count DESC, comment_count DESC, id LIMIT 1`,
    )
    .get() as { id: number; owner: number; garage: number };
}
