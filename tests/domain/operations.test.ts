import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { backupRuns, faults, mailOutbox } from "~/db/schema";
import { env } from "~/env.server";
import { getSiteStatus, type SiteStatus, siteStatusShape } from "~/features/operations/json.server";
import { readOperationsState } from "~/features/operations/queries.server";
import { statusLines } from "~/features/operations/status-lines.server";
import { isNearlyFull, readStoreStatus } from "~/features/operations/storage-status.server";
import { DAY, HOUR, MINUTE, now, SECOND, setClock, toIso } from "~/lib/time";
import { currentVersion } from "~/lib/version.server";
import { onPhotoStoreFailure, photoStore } from "~/services/images/store/photo-store.server";
import { NEVER } from "~/services/mail/worker.server";
import { makeAdmin, makeUser, viewerOf } from "../support/make-rows";
import { planOf, statementsDuring } from "../support/query-plans";
import { insertRow } from "../support/rows";

const MB = 1024 * 1024;
const run = (age: number, error: string | null = null) => ({
  ...{
    startedAt: toIso(now() - age),
    finishedAt: toIso(now() - age + 5000),
    error,
    bytes: error === null ? Math.round(4.1 * MB) : null,
  },
});
const NO_FAILURE = { lastError: null, lastFailedAt: null, isFailing: false };
const FINE: Omit<SiteStatus, "errors" | "checklist"> = {
  backups: { every: HOUR / SECOND, lastWhole: run(12 * MINUTE), lastTried: run(12 * MINUTE), overdue: false },
  mails: { isSent: true, waiting: 0, oldestAt: null, failing: 0, givenUp: 0, refused: 0, ...NO_FAILURE },
  disks: [{ holds: "database", free: 300 * 1024 * MB, size: 1000 * 1024 * MB, nearlyFull: false }],
  photoStore: { kind: "folder", reachable: true, awaySince: null },
  version: { version: "1.2.3", commit: "0a1b2c3d" },
};
const lineFor = (status: Partial<typeof FINE>, label: string) => {
  const line = statusLines({ ...FINE, ...status }).find((candidate) => candidate.label === label);
  return `${line?.tone}: ${line?.words.join(" ")}`;
};

test("the site's status, as text", () => {
  const time = now();
  setClock(() => time);
  const backupsOff = { every: null, lastWhole: null, lastTried: null, overdue: false };
  const backups = FINE.backups;
  expect(lineFor({}, "Backups")).toBe("fine: Last backup: 12 minutes ago, 4.1 MB.");
  expect(lineFor({ backups: backupsOff }, "Backups")).toBe(
    "warning: Backups are off. Set RESTIC_REPOSITORY, RESTIC_PASSWORD and BACKUP_EVERY to turn them on.",
  );
  expect(lineFor({ backups: { ...backupsOff, every: 15 * 60 } }, "Backups")).toBe(
    "fine: No backup yet. The first one is due within 15 minutes.",
  );
  expect(lineFor({ backups: { ...backups, lastTried: run(MINUTE, "No room.") } }, "Backups")).toBe(
    "error: The last backup failed 1 minute ago: No room. Last complete one: 12 minutes ago, 4.1 MB.",
  );
  expect(lineFor({ backups: { ...backups, lastWhole: run(3 * HOUR), overdue: true } }, "Backups")).toBe(
    "error: Last backup: 3 hours ago, 4.1 MB. There should be one every 1 hour.",
  );
  expect(lineFor({ backups: { ...backups, lastWhole: run(-3 * HOUR), overdue: true } }, "Backups")).toBe(
    "error: The last backup is dated in the future: check the clock. There should be one every 1 hour.",
  );
  expect(lineFor({}, "Email")).toBe("fine: No emails are waiting.");
  const mailWarning = "Emails are not sent but saved as files on the server. Set SMTP_URL to send them.";
  expect(lineFor({ mails: { ...FINE.mails, isSent: false } }, "Email")).toBe(
    `warning: ${mailWarning} No emails are waiting.`,
  );
  expect(
    lineFor({ mails: { ...FINE.mails, waiting: 1, oldestAt: toIso(time - 20 * MINUTE), failing: 1 } }, "Email"),
  ).toBe("error: 1 email is waiting, for 20 minutes. Sending has failed for 1 email.");
  const mails = { ...FINE.mails, waiting: 3, oldestAt: toIso(time - MINUTE), failing: 3, givenUp: 2 };
  expect(lineFor({ mails }, "Email")).toBe(
    "warning: 3 emails are waiting, the oldest for 1 minute. Sending has failed for all. 2 emails from the last 7 days were given up on.",
  );
  expect(lineFor({}, "Version")).toBe("fine: Paddock 1.2.3 (0a1b2c3d).");
  expect(lineFor({ version: { version: "1.2.3", commit: "" } }, "Version")).toBe("fine: Paddock 1.2.3.");
  const lastError = "550 5.1.1 No such mailbox (mail.example.com)";
  const failure = { lastError, lastFailedAt: toIso(time - 2 * MINUTE) };
  expect(lineFor({ mails: { ...FINE.mails, ...failure, waiting: 1, failing: 1, isFailing: true } }, "Email")).toBe(
    `error: Sending fails: ${lastError}, 2 minutes ago. 1 email is waiting, for less than a minute. Sending has failed for 1 email.`,
  );
  expect(lineFor({ mails: { ...FINE.mails, ...failure, refused: 1 } }, "Email")).toBe(
    `warning: No emails are waiting. 1 email from the last 7 days was refused for good. Last failure, 2 minutes ago: ${lastError}.`,
  );
  expect(lineFor({}, "Disk")).toBe("fine: 300 GB of 1000 GB free (30%).");
  const full = { free: 512 * MB, size: 1024 * MB, nearlyFull: true };
  const disks = [FINE.disks[0]!, { holds: "photos" as const, ...full }];
  expect(lineFor({ disks }, "Disk")).toBe(
    "error: Database: 300 GB of 1000 GB free (30%). Photos: 512 MB of 1 GB free (50%). It is nearly full.",
  );
  expect(lineFor({}, "Photo storage")).toBe("fine: Photo storage is working.");
  const photoStore = { kind: "bucket" as const, reachable: false, awaySince: toIso(time - 5 * MINUTE) };
  expect(lineFor({ photoStore }, "Photo storage")).toBe(
    "error: The object store cannot be reached. It stopped working 5 minutes ago.",
  );
});

test("a disk is nearly full below a tenth, or below 1 GB", () => {
  const GB = 1024 * MB;
  const isFull = (free: number, size: number) => isNearlyFull({ free: free * GB, size: size * GB });
  expect([isFull(0.9, 2), isFull(1.5, 2), isFull(99, 1000), isFull(100, 1000)]).toEqual([true, false, true, false]);
});

test("what waits and what went wrong is read from the database, for admins", async () => {
  const time = now();
  setClock(() => time);
  const mail = (age: number, nextAttemptAt: number, lastError: string | null = null) => ({
    ...{ kind: "x", recipient: "a@example.com", payload: {}, attempts: 1 },
    ...{ createdAt: time - age, nextAttemptAt, lastError },
  });
  const waiting = [{ ...mail(HOUR, time + 1, "no"), failedAt: time - MINUTE }, mail(MINUTE, time)];
  const ended = [
    mail(3 * HOUR, NEVER, "no"),
    { ...mail(3 * HOUR, NEVER, "550"), isRefused: true, failedAt: time - HOUR },
  ];
  insertRow(mailOutbox, [...ended, ...waiting, { ...mail(DAY, 1), sentAt: time - DAY }]);
  // The newest two are unfinished: one runs, one's process died.
  const times = [4, 3, 2, 1].map((hours) => ({ startedAt: time - hours * HOUR, until: time - hours * HOUR + MINUTE }));
  const failedRun = { finishedAt: time - 3 * HOUR, error: "No room." };
  const ends = [{ finishedAt: time - 4 * HOUR + 9, bytes: 7 }, failedRun, {}, { until: time + MINUTE }];
  const runs = times.map((backupTimes, index) => ({ ...backupTimes, ...ends[index] }));
  insertRow(backupRuns, runs);
  const fault = (at: number) => ({ at, errorId: `e${at}`, requestId: "r", method: "GET", path: "/", message: "m" });
  insertRow(
    faults,
    Array.from({ length: 25 }, (_, index) => fault(time - index * MINUTE)).concat(fault(time - 2 * DAY)),
  );

  const admin = viewerOf(makeAdmin());
  const status = await getSiteStatus(admin);
  expect(status.mails).toEqual({
    isSent: false,
    waiting: 2,
    oldestAt: toIso(time - HOUR),
    failing: 1,
    givenUp: 1,
    refused: 1,
    lastError: "no",
    lastFailedAt: toIso(time - MINUTE),
    isFailing: true,
  });
  expect(status.backups).toMatchObject({ every: null, lastWhole: { startedAt: toIso(time - 4 * HOUR), bytes: 7 } });
  expect(status.backups.lastTried).toMatchObject({ startedAt: toIso(time - 3 * HOUR), error: "No room." });
  expect([status.errors.total, status.errors.rows.length, status.errors.rows[0]!.at]).toEqual([25, 20, toIso(time)]);
  expect(status.disks[0]!.free).toBeGreaterThan(0);
  expect(status.photoStore).toEqual({ kind: "folder", reachable: true, awaySince: null });
  expect(siteStatusShape.parse(status).version).toEqual(currentVersion());
  await expect(getSiteStatus(viewerOf(makeUser()))).rejects.toMatchObject({ code: "forbidden" });
  expect(readOperationsState().photosWaiting).toBe(0);
});

test("a backup taken while the clock was ahead is followed by others, and hides none of their failures", async () => {
  const time = now();
  setClock(() => time);
  const backupRun = (age: number, error: string | null = null) => ({
    ...{ startedAt: time - age, until: time - age, finishedAt: time - age + SECOND, error, bytes: 1 },
  });
  const admin = viewerOf(makeAdmin());
  const withBackups = { RESTIC_REPOSITORY: undefined, BACKUP_EVERY: HOUR };
  const before = { ...env() };
  Object.assign(env(), withBackups);
  try {
    insertRow(backupRuns, [backupRun(2 * HOUR), backupRun(-400 * DAY)]);
    expect((await getSiteStatus(admin)).backups.overdue).toBe(true);
    expect(readOperationsState().backups.overdue).toBe(true);
    insertRow(backupRuns, [backupRun(HOUR), backupRun(MINUTE, "No room.")]);
    const { lastWhole, lastTried, overdue } = (await getSiteStatus(admin)).backups;
    expect([lastWhole?.startedAt, lastTried?.error, overdue]).toEqual([toIso(time - HOUR), "No room.", false]);
    // A network clock may be a moment ahead.
    insertRow(backupRuns, backupRun(-30 * SECOND));
    expect(readOperationsState().backups.overdue).toBe(false);
  } finally {
    Object.assign(env(), before);
  }
});

test("each statement uses an index", async () => {
  const admin = viewerOf(makeAdmin());
  const statements = await statementsDuring(() => getSiteStatus(admin));
  // Uploads and mails are counted in an index. Backups are read newest first, down to the wanted one.
  const walk = /^SCAN (mail_outbox|faults)$|TEMP B-TREE FOR ORDER/;
  expect(statements.flatMap(planOf).filter((step) => walk.test(step))).toEqual([]);
});

test("the photo store is probed in every folder of photos", async () => {
  const folder = env().UPLOADS_DIR;
  const reachable = async () => (await readStoreStatus()).reachable;
  for (const kind of ["photos", "users"]) {
    mkdirSync(path.join(folder, kind), { recursive: true });
    expect(await reachable()).toBe(true);
    // Even root cannot write below a file.
    rmSync(path.join(folder, kind), { recursive: true });
    writeFileSync(path.join(folder, kind), "");
    expect([kind, await reachable()]).toEqual([kind, false]);
    rmSync(path.join(folder, kind));
  }
  mkdirSync(path.join(folder, "photos", "ab"), { recursive: true });
  expect(await reachable()).toBe(true);
  const probeFiles = readdirSync(folder, { recursive: true }).filter((name) => String(name).includes("probe"));
  expect(probeFiles).toEqual([]);
  rmSync(path.join(folder, "photos"), { recursive: true });
});

test("an unavailable photo store is found by the next check, and its failures are reported", async () => {
  const folder = env().UPLOADS_DIR;
  const from = now() + HOUR;
  setClock(() => from);
  const store = readStoreStatus;
  expect(await store()).toMatchObject({ reachable: true, awaySince: null });
  renameSync(folder, `${folder}-away`);
  try {
    const failures: string[] = [];
    onPhotoStoreFailure((failure) => failures.push(failure));
    await expect((await photoStore()).probe()).rejects.toThrow();
    expect(failures).toEqual(["probe"]);
    setClock(() => from + 6 * SECOND);
    expect(await store()).toEqual({ kind: "folder", reachable: false, awaySince: from + 6 * SECOND });
    setClock(() => from + 12 * SECOND);
    expect((await store()).awaySince).toBe(from + 6 * SECOND);
  } finally {
    renameSync(`${folder}-away`, folder);
    // Reopened, without the listener.
    Object.assign(env(), { photoStore: { ...env().photoStore } });
  }
  setClock(() => from + 18 * SECOND);
  expect(await store()).toMatchObject({ reachable: true, awaySince: null });
});
