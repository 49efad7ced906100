import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { makeUsers } from "../faults/writes";
import { browserLike } from "../support/browser-like";
import { filesIn, rowsOf } from "../support/dump";
import { eventually as within } from "../support/eventually";
import { newFolder, type Site } from "../support/launch";
import { newSite } from "../support/new-site";
import { runNode, startNode } from "../support/run-node";
import { workersOf } from "../support/workers";

const settings = (more: Record<string, string> = {}) => ({
  ...{ RESTIC_REPOSITORY: path.join(newFolder(), "repository"), RESTIC_PASSWORD: "secret", ...more },
});
const repositoryOf = (site: Site) => site.env.RESTIC_REPOSITORY!;
const command = (site: Site, ...words: string[]) => runNode(["app/cli/run.mjs", ...words], site.env);
const staged = (site: Site, name: string) => path.join(path.dirname(site.databaseFile), ".backup", name);

/** Runs begin every five seconds in another process, and a busy machine is slow. */
const eventually = (holds: () => boolean) => within(holds, 60);

type Run = { started_at: number; finished_at: number | null; error: string | null; bytes: number | null };
const runsOf = (site: Site) =>
  site.read(
    (raw) => raw.prepare("SELECT started_at, finished_at, error, bytes FROM backup_runs ORDER BY id").all() as Run[],
  );
const whole = (site: Site) => runsOf(site).filter((run) => run.finished_at !== null && run.error === null).length;
const makeDue = (site: Site) =>
  site.write((raw) => raw.prepare("UPDATE backup_runs SET started_at = started_at - 70000").run());

/** @param megabytes of files among its photos */
async function makeSite(megabytes = 3, env = settings()): Promise<Site> {
  const site = await newSite(env);
  await site.start();
  await site.stop();
  for (let index = 0; index < megabytes; index += 1) {
    const folder = path.join(site.uploadsDir, "photos", `a${index}`);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, `a${index}.jpg`), randomBytes(2 ** 20));
  }
  addPeople(site, 2000);
  addMembers(site, 1);
  return site;
}

/** Without an admin no automatic backup runs. */
const addMembers = (site: Site, count: number) =>
  site.write((raw) => {
    const insert = raw.prepare(
      `INSERT INTO users (name, name_folded, email, password_hash, role, active, verified_at, created_at)
       VALUES ('A', 'a', ?, 'none', 'admin', 1, 1, 1)`,
    );
    for (let index = 0; index < count; index += 1) insert.run(`${randomBytes(8).toString("hex")}@example.com`);
  });

const backupIdOf = (site: Site) =>
  site.read((raw) => raw.prepare("SELECT backup_id FROM site").pluck().get() as string);

/** By site, as `backup -- list` prints it. */
async function countBySite(site: Site): Promise<Record<string, number>> {
  const { stdout } = await command(site, "backup", "list");
  const [, ...rows] = stdout.trim().split("\n");
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const label = row.split("  ").slice(2).join("  ");
    counts[label] = (counts[label] ?? 0) + 1;
  }
  return counts;
}

function restic(site: Site, ...args: string[]): void {
  const { status, stderr } = spawnSync("restic", args, { env: { ...process.env, ...site.env }, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
}

const addPeople = (site: Site, count: number) =>
  site.write((raw) => {
    const insert = raw.prepare(
      "INSERT INTO mail_outbox (kind, recipient, payload, attempts, next_attempt_at, created_at, sent_at) VALUES ('x', ?, '{}', 0, 0, 0, 1)",
    );
    raw.transaction(() => {
      for (let index = 0; index < count; index += 1) insert.run(`${randomBytes(40).toString("hex")}@example.com`);
    })();
  });

const allRowsOf = (file: string) => rowsOf(file, ["site", "backup_runs"]);

/** Temporary files are in no backup. */
const photosOf = (root: string) => new Map([...filesIn(root)].filter(([name]) => /^(photos|users)\//.test(name)));

/** Restores from the repository of another site. */
const newSiteFor = (site: Site) => newSite({ RESTIC_REPOSITORY: repositoryOf(site), RESTIC_PASSWORD: "secret" });

function expectSame(expected: Site, actual: Site): void {
  expect(allRowsOf(actual.databaseFile)).toEqual(allRowsOf(expected.databaseFile));
  expect(photosOf(actual.uploadsDir)).toEqual(photosOf(expected.uploadsDir));
}

/** Largest first. */
function packsOf(site: Site): string[] {
  const data = path.join(repositoryOf(site), "data");
  const names = fs.existsSync(data) ? fs.readdirSync(data, { recursive: true, encoding: "utf8" }) : [];
  // Other files are incomplete.
  const packs = names.filter((name) => /\/[0-9a-f]{64}$/.test(name)).map((name) => path.join(data, name));
  return packs.sort((a, b) => fs.statSync(b).size - fs.statSync(a).size);
}

describe("a repository", () => {
  test("is created at its first use, grows by the changes, and restores each snapshot to the byte", async () => {
    const site = await makeSite(8);
    const first = await command(site, "backup");
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/^Backup [0-9a-f]{8} in \/.+\/repository: \d+\.\d MB new\n$/);
    const before = { rows: allRowsOf(site.databaseFile), files: photosOf(site.uploadsDir) };
    addPeople(site, 5);
    fs.appendFileSync(path.join(site.uploadsDir, "photos", "a0", "new.jpg"), "new");
    fs.rmSync(path.join(site.uploadsDir, "photos", "a1"), { recursive: true });
    expect((await command(site, "backup")).code).toBe(0);
    const [{ bytes: all }, { bytes: more }] = runsOf(site) as [Run, Run];
    expect(all).toBeGreaterThan(8 * 2 ** 20);
    // Only new database data, and old data in the same piece.
    expect(more).toBeLessThan(all! / 3);
    const list = (await command(site, "backup", "list")).stdout.trim().split("\n");
    expect(list).toEqual([
      expect.stringMatching(/^taken at \(UTC\) +id +site$/),
      ...Array(2).fill(expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}[0-9a-f]{8} {2}[0-9a-f]{16} \(this one\)$/)),
    ]);

    const fresh = await newSiteFor(site);
    const restored = await command(fresh, "restore");
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(restored.stdout).toContain("integrity_check ok, foreign_key_check ok, every file that a row needs is there");
    expectSame(site, fresh);
    expect(fs.readdirSync(fresh.uploadsDir).filter((name) => name.startsWith(".restoring"))).toEqual([]);
    // An older snapshot over a newer one, so explicit.
    const time = list[2]!.split(" ")[0]!;
    const result = await command(fresh, "restore", "--at", time);
    expect(result).toEqual({
      code: 1,
      stdout: "",
      stderr: `There is already a database at ${fresh.databaseFile}; --force replaces it.\n`,
    });
    expectSame(site, fresh);
    expect((await command(fresh, "restore", "--at", time, "--force")).code).toBe(0);
    expect({ rows: allRowsOf(fresh.databaseFile), files: photosOf(fresh.uploadsDir) }).toEqual(before);
    const early = await command(fresh, "restore", "--at", "2020-02-02", "--force");
    expect(early.stderr).toBe(
      `There is no backup in ${repositoryOf(site)} that is not later than 2020-02-02T23:59:59.999Z.\n`,
    );
    expect((await command(fresh, "restore", "--at", "soon")).stderr).toMatch(/^--at takes a time such as /);

    // With its own users, not overwritten by its start.
    await fresh.start();
    expect((await command(fresh, "restore", "--force")).stderr).toBe(
      `${fresh.databaseFile} is in use: stop the site first.\n`,
    );
    expect((await browserLike(fresh).get("/")).status).toBe(200);
    await fresh.stop();
    expect(fresh.faults()).toEqual([]);
  }, 180_000);

  test("killed in the middle: nothing is broken, and the next one comes at once", async () => {
    const site = await makeSite(100);
    const { child, closed } = startNode(["build/cli/backup.js"], site.env);
    const locks = path.join(repositoryOf(site), "locks");
    const resticOf = () => workersOf(child.pid!)[0];
    expect(await eventually(() => packsOf(site).length > 1 && fs.readdirSync(locks).length > 0)).toBe(true);
    const restic = resticOf()!;
    for (const pid of [child.pid!, restic]) process.kill(pid, "SIGKILL");
    await closed;
    expect(fs.readdirSync(locks)).not.toEqual([]);
    expect(runsOf(site)).toEqual([expect.objectContaining({ finished_at: null })]);
    const noBackup = await newSiteFor(site);
    expect((await command(noBackup, "restore")).stderr).toBe(`There is no backup in ${repositoryOf(site)}.\n`);
    expect(await command(site, "backup")).toMatchObject({ code: 0, stderr: "" });
    expect(fs.readdirSync(locks)).toEqual([]);
    expect(runsOf(site).map(({ error }) => error)).toEqual([expect.stringMatching(/^It did not finish/), null]);
    expect((await command(noBackup, "restore")).code).toBe(0);
    expectSame(site, noBackup);
  }, 180_000);

  test("damaged by hand: found by the check, and refused before anything is replaced", async () => {
    const site = await makeSite();
    expect((await command(site, "backup")).code).toBe(0);
    const [pack = ""] = packsOf(site);
    fs.truncateSync(pack, fs.statSync(pack).size - 1000);
    fs.rmSync(staged(site, "checked"));
    const result = await command(site, "backup");
    expect([result.code, result.stdout]).toEqual([1, ""]);
    expect(result.stderr).toMatch(/^restic check: .+\n$/);
    expect(runsOf(site).at(-1)!.error).toBe(result.stderr.trim());
    // The check repeats until it passes.
    expect((await command(site, "backup")).stderr).toBe(result.stderr);

    const fresh = await newSiteFor(site);
    const ownSite = await makeSite(1, { RESTIC_REPOSITORY: repositoryOf(site), RESTIC_PASSWORD: "secret" });
    const before = { rows: allRowsOf(ownSite.databaseFile), files: photosOf(ownSite.uploadsDir) };
    for (const target of [fresh, ownSite]) {
      const result = await command(target, "restore", "--force", "--site", backupIdOf(site));
      expect(result.code).toBe(1);
      expect(result.stderr).toMatch(/^restic restore: .+\n$/);
    }
    expect({ rows: allRowsOf(ownSite.databaseFile), files: photosOf(ownSite.uploadsDir) }).toEqual(before);
    expect(fs.existsSync(fresh.databaseFile)).toBe(false);
  }, 180_000);

  test("a missing repository is not recreated silently; a wrong password and missing photos are reported", async () => {
    const site = await makeSite(1);
    const photo = "lost0lost0lost0lost0lost_60x40_aabbcc.jpg";
    await site.start();
    await makeUsers(site, 1);
    await site.stop();
    site.write((raw) => raw.prepare("UPDATE users SET avatar = ?").run(photo));
    const lossy = await command(site, "backup");
    expect(lossy.code).toBe(1);
    expect(lossy.stderr).toBe("The backup is complete, but the site itself has lost files that its rows need.\n");
    expect(whole(site)).toBe(1);
    const fresh = await newSiteFor(site);
    const restored = await command(fresh, "restore");
    expect(restored.stdout).toContain(
      "1 file missing\n  missing   users/lo/lost0lost0lost0lost0lost_60x40_aabbcc-96.jpg",
    );
    expect(restored.code).toBe(1);
    expect(restored.stderr).toBe("The restore is complete, but 1 photo file is not in the backup.\n");
    expectSame(site, fresh);
    const wrong = await runNode(["app/cli/run.mjs", "backup"], { ...site.env, RESTIC_PASSWORD: "another" });
    expect(wrong.stderr).toBe("restic: wrong password or no key found\n");
    fs.rmSync(repositoryOf(site), { recursive: true });
    expect((await command(site, "backup")).stderr).toMatch(/^restic: unable to open config file: .+\n$/);
    expect(fs.existsSync(repositoryOf(site))).toBe(false);
  }, 180_000);
});

describe("a repository of two sites", () => {
  test("neither forgets nor restores the other's, and an empty host requires a choice", async () => {
    const site = await makeSite(1);
    for (let round = 0; round < 2; round += 1) expect((await command(site, "backup")).code).toBe(0);
    // Set up before its restore.
    const otherSite = await makeSite(1, settings({ RESTIC_REPOSITORY: repositoryOf(site) }));
    expect((await command(otherSite, "restore", "--force")).stderr).toMatch(
      new RegExp(
        `^There is no backup of this site in .+\\. Choose one with --site ID: ${backupIdOf(site)} \\(2, the newest of 20[^,]+Z, \\d+\\.\\d MB\\)\\.\n$`,
      ),
    );
    expect((await command(otherSite, "backup")).code).toBe(0);
    expect(await countBySite(site)).toEqual({ [`${backupIdOf(site)} (this one)`]: 2, [backupIdOf(otherSite)]: 1 });

    const fresh = await newSiteFor(site);
    const result = await command(fresh, "restore");
    expect([result.code, result.stdout]).toEqual([1, ""]);
    expect(result.stderr).toMatch(/ has backups of several sites\. Choose one with --site ID: .+ MB\); .+ MB\)\.\n$/);
    expect(fs.existsSync(fresh.databaseFile)).toBe(false);
    expect((await command(fresh, "restore", "--site", "nobody")).stderr).toMatch(
      /^There is no backup of the site nobody /,
    );
    expect(await command(fresh, "restore", "--site", backupIdOf(site))).toMatchObject({ code: 0, stderr: "" });
    expectSame(site, fresh);
    expect(backupIdOf(fresh)).toBe(backupIdOf(site));
    expect(await command(otherSite, "restore", "--force")).toMatchObject({ code: 0, stderr: "" });
    expect(backupIdOf(otherSite)).not.toBe(backupIdOf(site));
  }, 180_000);

  test("snapshots of earlier versions belong to the site that remembers the newest of them", async () => {
    const site = await makeSite(1);
    expect((await command(site, "backup")).code).toBe(0);
    restic(site, "tag", "--quiet", "--remove", backupIdOf(site));
    const otherSite = await makeSite(1, settings({ RESTIC_REPOSITORY: repositoryOf(site) }));
    expect((await command(otherSite, "backup")).code).toBe(0);
    expect(await countBySite(otherSite)).toEqual({ untagged: 1, [`${backupIdOf(otherSite)} (this one)`]: 1 });
    const fresh = await newSiteFor(site);
    expect((await command(fresh, "restore")).code).toBe(1);
    expect((await command(fresh, "restore", "--site", "untagged")).code).toBe(0);
    expectSame(site, fresh);
    expect((await command(site, "restore", "--force")).code).toBe(0);
  }, 180_000);

  test("they get its tag when it next forgets what is old", async () => {
    const site = await makeSite(1);
    expect((await command(site, "backup")).code).toBe(0);
    const id = backupIdOf(site);
    restic(site, "tag", "--quiet", "--remove", id);
    expect(await countBySite(site)).toEqual({ "untagged (this one)": 1 });
    fs.rmSync(staged(site, "forgotten"));
    expect((await command(site, "backup")).code).toBe(0);
    // One per hour is kept.
    expect(Object.keys(await countBySite(site))).toEqual([`${id} (this one)`]);
  }, 180_000);
});

describe("a restore", () => {
  test("lists what it restores, and stops if most of it is missing since the previous one", async () => {
    const site = await makeSite(1);
    addMembers(site, 3);
    expect((await command(site, "backup")).code).toBe(0);
    site.write((raw) => raw.prepare("DELETE FROM users WHERE id > (SELECT min(id) FROM users)").run());
    expect((await command(site, "backup")).code).toBe(0);
    const fresh = await newSiteFor(site);
    const result = await command(fresh, "restore");
    expect(result.code).toBe(1);
    expect(result.stdout).toMatch(/^Backup of 20\S+Z: 1 member, 0 photos\n$/);
    expect(result.stderr).toMatch(
      /^This is less than half of the one before, of 20\S+Z: 4 members, 0 photos\. Restore that one with --at, or this one with --force\.\n$/,
    );
    expect(fs.existsSync(fresh.databaseFile)).toBe(false);
    const time = /before, of (\S+):/.exec(result.stderr)![1]!;
    const earlier = await command(fresh, "restore", "--at", time);
    expect(earlier.stdout).toMatch(/^Backup of 20\S+Z: 4 members, 0 photos\nRestored /);
    const forced = await command(fresh, "restore", "--force");
    expect(forced.stdout).toMatch(/^Backup of .+\nThis is less than half of .+\.\nRestored /);
    expectSame(site, fresh);
  }, 180_000);

  test("works from a read-only repository", async () => {
    const site = await makeSite(1);
    expect((await command(site, "backup")).code).toBe(0);
    const folder = repositoryOf(site);
    // Read-only: root ignores file modes.
    const mount = (...args: string[]) => spawnSync("mount", args).status;
    expect([mount("--bind", folder, folder), mount("-o", "remount,ro,bind", folder)]).toEqual([0, 0]);
    try {
      expect(Object.values(await countBySite(site))).toEqual([1]);
      const fresh = await newSiteFor(site);
      expect(await command(fresh, "restore")).toMatchObject({ code: 0, stderr: "" });
      expectSame(site, fresh);
      expect((await command(site, "backup")).stderr).toMatch(/^restic(: | backup: ).+read-only file system\n$/);
    } finally {
      spawnSync("umount", [folder]);
    }
  }, 180_000);
});

describe("a site with BACKUP_EVERY", () => {
  test("takes one at its start and when it is time, one process of many, also of two sites on one database", async () => {
    const env = settings({ BACKUP_EVERY: "1m", WEB_CONCURRENCY: "2", METRICS_TOKEN: "token-of-backups-0" });
    const site = await newSite(env);
    await site.start();
    const second = await newSite(env, site.folder);
    await second.start();
    expect(runsOf(site)).toEqual([]);
    addMembers(site, 1);
    expect(await eventually(() => whole(site) === 1)).toBe(true);
    makeDue(site);
    expect(await eventually(() => whole(site) === 2)).toBe(true);
    const metrics = await fetch(`${site.url}/metrics`, { headers: { authorization: "Bearer token-of-backups-0" } });
    const text = await metrics.text();
    expect(text).toMatch(/^paddock_backup_interval_seconds 60$/m);
    expect(text).toMatch(/^paddock_backup_last_try_success 1$/m);
    expect((await command(site, "backup", "list")).stdout.trim().split("\n")).toHaveLength(3);
    for (const siteToStop of [site, second]) {
      expect([(await siteToStop.stop()).code, siteToStop.faults()]).toEqual([0, []]);
    }
    expect(runsOf(site)).toHaveLength(2);
  }, 180_000);

  test("reports failures and continues; SIGTERM leaves nothing, and the next start repeats it", async () => {
    const site = await makeSite(100, settings({ BACKUP_EVERY: "1m" }));
    fs.writeFileSync(repositoryOf(site), "");
    await site.start();
    expect(await eventually(() => runsOf(site).some(({ error }) => error !== null))).toBe(true);
    expect((await browserLike(site).get("/")).status).toBe(200);
    const faultLine = /"errorId":"[0-9a-f]{12}",.*"backup failed"/;
    expect(await eventually(() => site.faults().some((line) => faultLine.test(line)))).toBe(true);
    fs.rmSync(repositoryOf(site));
    site.write((raw) => raw.prepare("UPDATE backup_runs SET finished_at = finished_at - 70000").run());
    expect(await eventually(() => packsOf(site).length > 1)).toBe(true);
    const { code, ms } = await site.stop();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(9_000);
    expect([runsOf(site).filter(({ finished_at }) => finished_at === null), whole(site)]).toEqual([[], 0]);
    await site.start();
    site.write((raw) => raw.prepare("UPDATE backup_runs SET finished_at = finished_at - 70000").run());
    expect(await eventually(() => whole(site) === 1)).toBe(true);
    await site.stop();
    expect(spawnSync("restic", ["check"], { env: { ...process.env, ...site.env }, encoding: "utf8" }).stderr).toBe("");
  }, 180_000);
});
