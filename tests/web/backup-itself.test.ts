import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../faults/people";
import { Site } from "../faults/site";
import { browserLike } from "../support/browser-like";
import { serverEnv } from "../support/launch";
import { type ObjectStore, startObjectStore } from "../support/object-store";
import { runNode, startNode } from "../support/run-node";

let store: ObjectStore;
let folder: string;

beforeAll(async () => {
  store = await startObjectStore();
  folder = mkdtempSync(path.join(tmpdir(), "paddock-itself-"));
});
afterAll(async () => {
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  started_at: number;
  finished_at: number | null;
  error: string | null;
  bytes: number | null;
}

const runsOf = (site: Site) =>
  site.read(
    (raw) => raw.prepare("SELECT started_at, finished_at, error, bytes FROM backup_runs ORDER BY id").all() as Run[],
  );
const whole = (site: Site) => runsOf(site).filter((run) => run.finished_at !== null && run.error === null).length;
/** As if so much time had passed since the last one. */
const makeDue = (site: Site) =>
  site.write((raw) => raw.prepare("UPDATE backup_runs SET started_at = started_at - 70000").run());
const command = (site: Site, ...words: string[]) => runNode(["app/cli/run.mjs", ...words], site.env);
const temporary = (site: Site) =>
  readdirSync(path.dirname(site.databaseFile)).filter((name) => name.startsWith(".backup-"));

describe("a site with BACKUP_EVERY", () => {
  test("takes one at its start and when it is time, one process of many, also of two sites on one database", async () => {
    const settings = { BACKUP_URL: `file:${path.join(folder, "place")}`, BACKUP_EVERY: "1m", WEB_CONCURRENCY: "2" };
    const site = await Site.make(settings);
    await site.start();
    const second = await Site.make(settings, site.folder);
    await second.start();
    expect(await eventually(() => whole(site) === 1)).toBe(true);
    makeDue(site);
    expect(await eventually(() => whole(site) === 2)).toBe(true);
    const list = await command(site, "backup", "list");
    expect(list.stdout.match(/ whole$/gm)).toHaveLength(2);
    expect(list.stdout).toMatch(/^taken at \(UTC\) +vehicles +users +photo files +size\n2\d{3}-\d\d-\d\dT/);
    for (const one of [site, second]) {
      expect((await one.stop()).code).toBe(0);
      expect(one.faults()).toEqual([]);
    }
    expect(runsOf(site)).toHaveLength(2);
    expect(runsOf(site)[1]!.bytes).toBeGreaterThan(10_000);
    await site.remove();
  }, 60_000);

  test("goes on while its place is away, says so, and takes one when it is back; SIGTERM in the middle leaves nothing", async () => {
    const site = await Site.make({ ...store.env, BACKUP_URL: store.url("itself"), BACKUP_EVERY: "1m" });
    await store.kill();
    await site.start();
    expect(await eventually(() => runsOf(site).some(({ error }) => error !== null))).toBe(true);
    expect((await browserLike(site).get("/")).status).toBe(200);
    expect(runsOf(site)[0]!.error).toMatch(/^s3:\/\/paddock\/itself: \S+$/);
    const said = site.faults().join("\n");
    expect(said).toMatch(/"errorId":"[0-9a-f]{12}",.*"BACKUP_URL: the store does not answer at the moment"/);
    expect(said).toMatch(/"errorId":"[0-9a-f]{12}",.*"backup failed"/);
    await store.revive();
    expect(await eventually(() => whole(site) === 1)).toBe(true);
    store.hold("silent");
    makeDue(site);
    expect(await eventually(() => runsOf(site).at(-1)?.finished_at === null && temporary(site).length === 1)).toBe(
      true,
    );
    const { code, ms } = await site.stop();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(9_000);
    store.hold(0);
    // The next start begins it anew at once.
    expect(runsOf(site).filter(({ error, finished_at }) => error === null && finished_at === null)).toEqual([]);
    expect(temporary(site)).toEqual([]);
    const { stdout } = await command(site, "backup", "list");
    expect(stdout.match(/whole$/gm)).toHaveLength(1);
    await site.remove();
  }, 60_000);

  test.each([
    ["BACKUP_URL", () => ({ BACKUP_URL: "file:/dev/null/backups" }), "the folder cannot be written"],
    [
      "BACKUP_URL",
      () => ({ BACKUP_URL: store.url("x", "nobody"), WEB_CONCURRENCY: "2" }),
      "s3://nobody/x: NoSuchBucket",
    ],
    ["UPLOADS_URL", () => ({ UPLOADS_URL: store.url("x", "nobody") }), "s3://nobody/x: NoSuchBucket"],
  ])("does not start with a wrong %s", async (name, env, why) => {
    const { closed, output } = startNode(["build/server.js"], serverEnv(folder, { ...store.env, ...env() }));
    expect(await closed).toBe(1);
    expect(output.text()).toBe(`${name} is wrong: ${why}`);
  });
});

describe("a backup that breaks off", () => {
  test("is none: the next one is whole, and a damaged one is refused before anything is changed", async () => {
    const place = store.url("broken");
    const site = await Site.make(store.env);
    await site.start();
    await site.stop();
    const died = store.killAfter(3);
    const failed = await command(site, "backup", place);
    await died;
    expect([failed.code, failed.stdout]).toEqual([1, ""]);
    expect(failed.stderr).toMatch(/^s3:\/\/paddock\/broken: \S+\n$/);
    await store.revive();
    expect(store.keys("broken").filter((key) => key.endsWith("manifest.json"))).toEqual([]);
    expect(temporary(site)).toEqual([]);
    const fresh = await Site.make(store.env);
    const none = await command(fresh, "restore", place);
    expect(none.stderr).toBe("There is no whole backup in s3://paddock/broken.\n");
    const first = await command(site, "backup", place);
    expect(first.code).toBe(0);
    const second = await command(site, "backup", place);
    const [older, newer] = [first, second].map(({ stdout }) => /^Backup (\S+)/.exec(stdout)![1]!);
    // Somebody harms the newer one.
    const part = store.fileOf(`broken/${newer}/database-0000.gz`);
    const bytes = readFileSync(part);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(part, bytes);
    const refused = await command(fresh, "restore", place);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      `The backup is damaged: ${newer}/database-0000.gz is not what was stored.\n`,
    ]);
    expect(readdirSync(path.dirname(fresh.databaseFile))).toEqual([]);
    const { stdout } = await command(fresh, "restore", place, "--at", older!);
    expect(stdout).toContain(`Restored ${older} of s3://paddock/broken to ${fresh.databaseFile}`);
    const early = await command(fresh, "restore", place, "--at", "2020-02-02", "--force");
    expect(early.stderr).toBe(
      "There is no whole backup in s3://paddock/broken that is not later than 2020-02-02T23:59:59.999Z.\n",
    );
    for (const one of [site, fresh]) await one.remove();
  }, 60_000);
});
