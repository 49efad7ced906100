import { expect, onTestFinished, test, vi } from "vitest";
import { db, publicVersion } from "~/db/client.server";
import { jobs } from "~/db/schema";
import { env } from "~/env.server";
import { listJobs } from "~/features/operations/jobs.server";
import { DAY, MINUTE, now, SECOND, setClock, toIso } from "~/lib/time";
import { startSweeps } from "~/server/process/background-jobs.server";
import { findRequest, requestRun } from "~/services/backups/runs.server";
import { log } from "~/services/log/log.server";
import { runJob, startPeriodicJob } from "~/services/periodic/periodic.server";
import { admin, member, moderator } from "../support/make-rows";
import { allRows } from "../support/rows";

const start = now();
const at = (ms: number) => setClock(() => start + ms);
const JOB = { name: "tea", every: 5 * SECOND, failed: "tea failed" };
const OFF = { startedAt: null, finishedAt: null, nextAt: null, error: null, errorId: null };
const fine = () => undefined;
const breaks =
  (message = "No water for ada@example.com.\nat line 7") =>
  () =>
    Promise.reject(new Error(message));

function quietLog() {
  const lines: object[] = [];
  vi.spyOn(log, "error").mockImplementation(((facts: object) => void lines.push(facts)) as never);
  onTestFinished(() => void vi.restoreAllMocks());
  return lines;
}

test("a fine run and a failed one: result, duration and next run, failed ones first, with the id of the log", async () => {
  const lines = quietLog();
  at(0);
  expect(await runJob(JOB, () => at(300))).toBe(true);
  at(0);
  expect(await runJob({ ...JOB, name: "washing up" }, breaks())).toBe(false);
  const viewer = admin();
  expect(listJobs(viewer)).toEqual([
    {
      name: "washing up",
      ...{ startedAt: toIso(start), finishedAt: toIso(start), nextAt: toIso(start + 5 * SECOND) },
      error: "Error: No water for …@…",
      errorId: (lines[0] as { errorId: string }).errorId,
    },
    {
      name: "tea",
      ...{ startedAt: toIso(start), finishedAt: toIso(start + 300), nextAt: toIso(start + 5 * SECOND) },
      ...{ error: null, errorId: null },
    },
    { ...OFF, name: "backup" },
    { ...OFF, name: "backup check" },
  ]);
});

test("while backups are off, their last runs stay, without a next one", async () => {
  quietLog();
  at(0);
  await runJob({ ...JOB, name: "backup" }, breaks());
  expect(listJobs(admin())).toMatchObject([
    { name: "backup", startedAt: toIso(start), nextAt: null, error: "Error: No water for …@…" },
    { name: "backup check", startedAt: null, nextAt: null },
  ]);
  Object.assign(env(), { BACKUP_EVERY: DAY });
  onTestFinished(() => void Object.assign(env(), { BACKUP_EVERY: null }));
  expect(listJobs(admin())).toMatchObject([{ name: "backup", nextAt: toIso(start + 5 * SECOND) }]);
});

test("a frequent job writes only a new result, or once a minute, and never what visitors see", async () => {
  quietLog();
  const version = publicVersion();
  const last = () => allRows(jobs)[0];
  at(0);
  await runJob(JOB, fine);
  at(59 * SECOND);
  await runJob(JOB, fine);
  expect(last()?.startedAt).toBe(start);
  await runJob(JOB, breaks("no"));
  expect(last()).toMatchObject({ startedAt: start + 59 * SECOND, error: "Error: no" });
  at(60 * SECOND);
  await runJob(JOB, fine);
  expect(last()).toMatchObject({ startedAt: start + 60 * SECOND, error: null, errorId: null });
  at(2 * MINUTE);
  await runJob(JOB, fine);
  expect(last()?.startedAt).toBe(start + 2 * MINUTE);
  expect(publicVersion()).toBe(version);
});

test("a job without a result, or whose result cannot be written, goes on", async () => {
  const warnings = vi.spyOn(log, "warn").mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  await runJob(JOB, () => false);
  expect(allRows(jobs)).toEqual([]);
  db().run("ALTER TABLE jobs RENAME TO gone");
  expect(await runJob(JOB, fine)).toBe(true);
  db().run("ALTER TABLE gone RENAME TO jobs");
  expect(warnings).toHaveBeenCalledWith(expect.objectContaining({ job: "tea" }), "run of a job not recorded");
});

test("a request during a run stays for the next one", async () => {
  at(0);
  requestRun("backup");
  await runJob({ ...JOB, name: "backup" }, () => {
    at(1);
    requestRun("backup");
  });
  expect(findRequest()).toBe("backup");
  at(2);
  await runJob({ ...JOB, name: "backup" }, fine);
  expect(findRequest()).toBeUndefined();
});

test("sweeps and periodic jobs are recorded", async () => {
  await startSweeps(0).stop();
  await startPeriodicJob({ ...JOB, round: fine })();
  expect(
    allRows(jobs)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    ...["account clean-up", "case clean-up", "error clean-up", "form clean-up", "network block clean-up"],
    ...["photo clean-up", "storage record", "tea", "upload clean-up"],
  ]);
});

test("is for admins only", () => {
  for (const viewer of [member(), moderator()])
    expect(() => listJobs(viewer)).toThrow(expect.objectContaining({ code: "forbidden" }));
});
