import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../support/eventually";
import { newFolder } from "../support/launch";
import { sharedServer, startServer } from "../support/server";

/** Answers as restic does; each command waits while `hold` exists, and fails while `broken` exists. */
function fakeRestic() {
  const folder = newFolder();
  const file = (name: string) => path.join(folder, name);
  writeFileSync(
    file("restic"),
    `#!/bin/sh
while [ -e ${file("hold")} ]; do sleep 0.05; done
if [ -e ${file("broken")} ]; then echo "Fatal: pack is damaged" >&2; exit 1; fi
case "$1" in
backup) echo '{"snapshot_id":"abcdef0123456789","data_added":4096}' ;;
snapshots) echo '[{"id":"a","time":"2026-01-01T00:00:00Z","tags":["paddock","0123456789abcdef"],"paths":[]}]' ;;
esac
`,
  );
  chmodSync(file("restic"), 0o700);
  return { folder, file };
}

test("a backup and a check are started from the page, one at a time; the page says what came of it", async () => {
  const { folder, file } = fakeRestic();
  const repository = path.join(newFolder(), "repository");
  const env = { RESTIC_REPOSITORY: repository, RESTIC_PASSWORD: "secret", BACKUP_EVERY: "24h" };
  const server = await startServer({ env: { ...env, PATH: `${folder}:${process.env.PATH}` } });
  onTestFinished(async () => void (await server.stop()));
  const { browser } = await server.signUpAdmin();
  const text = async () => (await browser.get("/admin/backups")).page.text("main");
  const backups = async () => (await browser.api("GET", "/admin/backups")).json.data.doc;
  const isIdle = (runs: number) =>
    eventually(async () => {
      const { running, runs: past } = await backups();
      return running === null && past.length === runs;
    }, 60);
  expect(await isIdle(1)).toBe(true);
  expect(await text()).toContain("The last 24 hourly, 30 daily and 12 monthly backups of this site are kept.");

  writeFileSync(file("hold"), "");
  const started = await browser.submit("/admin/backups", { intent: "backup" });
  expect([started.status, started.location]).toEqual([302, "/admin/backups"]);
  expect(await text()).toContain("A backup is running.");
  const again = await browser.submit("/admin/backups", { intent: "check" });
  expect([again.status, (await browser.api("POST", "/admin/backups/runs")).status]).toEqual([409, 409]);
  rmSync(file("hold"));
  expect(await isIdle(2)).toBe(true);
  expect((await backups()).runs[0]).toMatchObject({ error: null, bytes: 4096, isHere: true, repository });

  expect((await browser.api("POST", "/admin/backups/checks")).status).toBe(204);
  expect(await isIdle(2)).toBe(true);
  expect((await backups()).check).toMatchObject({
    error: null,
    snapshots: "0 backups of this site, 1 of other sites",
  });
  server.allowFault(/pack is damaged/);
  writeFileSync(file("broken"), "");
  expect((await browser.submit("/admin/backups", { intent: "check" })).status).toBe(302);
  expect(await isIdle(2)).toBe(true);
  expect(await text()).toContain("restic unlock: pack is damaged");
  const { page } = await browser.get("/admin/jobs");
  expect(page.text("tbody tr:first-child")).toContain("Backup check");
  const log = server.database.prepare("SELECT action FROM audit_log ORDER BY id").pluck();
  expect(log.all()).toEqual(["backup.start", "backup.check", "backup.check"]);
  expect(existsSync(repository)).toBe(false);
});

test("without backups the page says how to turn them on, and starts none; others see nothing", async () => {
  const server = await sharedServer();
  const { browser } = await server.signUpAdmin();
  expect((await browser.get("/admin/backups")).page.text("main")).toContain("Set RESTIC_REPOSITORY");
  expect((await browser.submit("/admin/backups", { intent: "backup" })).status).toBe(409);
  const jobs = (await browser.get("/admin/jobs")).page.texts("tbody tr");
  expect(jobs).toContain("BackupNever––Off");
  expect((await browser.get("/admin/storage")).page.text("main")).toContain("A forecast needs a day of records.");
  const moderator = await server.signUp("Mo Moderator");
  server.run("UPDATE users SET role = 'moderator' WHERE id = ?", Number(moderator.id));
  for (const path of ["/admin/mail", "/admin/jobs", "/admin/backups"])
    expect((await moderator.browser.get(path)).status).toBe(403);
});
