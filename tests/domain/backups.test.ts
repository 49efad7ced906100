import { describe, expect, test } from "vitest";
import { backupRuns } from "~/db/schema";
import { DAY, HOUR, MINUTE, now, SECOND, setClock } from "~/lib/time";
import { firstErrorLine } from "~/services/backups/restic.server";
import { beginRun, dropRun, finishRun, hasWhole, isDue, lastRun } from "~/services/backups/runs.server";
import { chooseSnapshots, findSnapshot, isShrunk, sitesOf } from "~/services/backups/sites.server";
import { makeAdmin } from "../support/make-rows";
import { allRows } from "../support/rows";

const HERE = "/srv/backups";

describe("when the next backup begins", () => {
  const start = now();
  const at = (ms: number) => setClock(() => start + ms);

  test("never before there is an admin: a new host must not back up its empty site", () => {
    at(0);
    expect(isDue(HERE, HOUR)).toBe(false);
    makeAdmin();
    expect(isDue(HERE, HOUR)).toBe(true);
  });

  test("at once, then from start to start, a minute after a failure, and at once after a death", () => {
    at(0);
    makeAdmin();
    expect(isDue(HERE, HOUR)).toBe(true);
    const first = beginRun(HERE);
    at(10 * SECOND);
    finishRun(first, { bytes: 7 });
    expect([isDue(HERE, HOUR), isDue("/elsewhere", HOUR)]).toEqual([false, true]);
    expect([HERE, "/elsewhere"].map(hasWhole)).toEqual([true, false]);
    at(HOUR - 1);
    expect(isDue(HERE, HOUR)).toBe(false);
    at(HOUR);
    expect(isDue(HERE, HOUR)).toBe(true);
    finishRun(beginRun(HERE), { bytes: undefined, error: "No room.\nat line 7" });
    expect(lastRun(HERE)).toMatchObject({ error: "No room.", bytes: null });
    expect(isDue(HERE, HOUR)).toBe(false);
    at(HOUR + MINUTE);
    expect(isDue(HERE, HOUR)).toBe(true);
    // A failed later step is no reason for a backup each minute.
    finishRun(beginRun(HERE), { bytes: 5, error: "The repository is damaged." });
    at(HOUR + 3 * MINUTE);
    expect(isDue(HERE, HOUR)).toBe(false);
    const dead = beginRun(HERE);
    expect(isDue(HERE, HOUR)).toBe(true);
    const next = beginRun(HERE);
    expect(allRows(backupRuns).find(({ id }) => id === dead)).toMatchObject({
      finishedAt: start + HOUR + 3 * MINUTE,
      error: "It did not finish: the process that was taking it has ended.",
    });
    dropRun(next);
    expect(lastRun(HERE)?.id).toBe(dead);
    at(-DAY);
    expect(isDue(HERE, HOUR)).toBe(true);
  });

  test("runs are remembered for a month, the last whole one for ever", () => {
    at(0);
    finishRun(beginRun(HERE), { bytes: 1 });
    const whole = beginRun(HERE);
    finishRun(whole, { bytes: 1 });
    finishRun(beginRun(HERE), { bytes: undefined, error: "No room." });
    at(32 * DAY);
    const last = beginRun(HERE);
    expect(allRows(backupRuns).map(({ id }) => id)).toEqual([whole, last]);
  });
});

describe("the site of a snapshot", () => {
  const [ownId, otherId] = ["0123456789abcdef", "fedcba9876543210"];
  const snapshot = (id: string, time: number, ...tags: string[]) => ({
    id,
    time,
    tags: ["paddock", ...tags],
    paths: [],
  });
  const ofOwn = [snapshot("b", 20, ownId), snapshot("a", 10, ownId)];
  const ofOther = [snapshot("d", 40, otherId), snapshot("c", 30, otherId)];
  const old = [snapshot("e", 5), snapshot("f", 4, "by hand")];
  const allSnapshots = [...ofOther, ...ofOwn];

  test("is in the second tag; earlier versions had none", () => {
    const sites = sitesOf([...allSnapshots, ...old]);
    expect(sites.map(({ site, snapshots }) => [site, snapshots.map(({ id }) => id).join("")])).toEqual([
      [otherId, "dc"],
      [ownId, "ba"],
      ["untagged", "ef"],
    ]);
  });

  test("a site restores its own; others only by name", () => {
    expect(chooseSnapshots(allSnapshots, { own: [ownId] })).toEqual(ofOwn);
    expect(chooseSnapshots(allSnapshots, { own: [ownId], site: otherId })).toEqual(ofOther);
    expect(chooseSnapshots([...allSnapshots, ...old], { own: [ownId, "untagged"] })).toEqual([...ofOwn, ...old]);
    expect(chooseSnapshots(ofOther, { own: [ownId] })).toBeNull();
    expect(chooseSnapshots(old, { own: [ownId] })).toBeNull();
    expect(chooseSnapshots(allSnapshots, { own: [ownId], site: "nobody" })).toBeNull();
  });

  test("a host without a site restores the only site; of several it requires a choice", () => {
    expect(chooseSnapshots(ofOther, { own: [] })).toEqual(ofOther);
    expect(chooseSnapshots(old, { own: [] })).toEqual(old);
    expect(chooseSnapshots([], { own: [] })).toEqual([]);
    expect(chooseSnapshots(allSnapshots, { own: [] })).toBeNull();
    expect(chooseSnapshots([...ofOwn, ...old], { own: [] })).toBeNull();
    expect(chooseSnapshots(allSnapshots, { own: [], site: ownId })).toEqual(ofOwn);
  });

  test("the newest is taken, but not one from a clock that was ahead", () => {
    const hourly = allSnapshots.map((backup) => ({ ...backup, time: backup.time * HOUR }));
    setClock(() => 25 * HOUR);
    expect(findSnapshot(hourly)?.id).toBe("b");
    expect(findSnapshot(hourly, 35 * HOUR)?.id).toBe("c");
    expect(findSnapshot(hourly, 9 * HOUR)).toBeUndefined();
    // If all runs are in the future, this clock is wrong.
    setClock(() => HOUR);
    expect(findSnapshot(hourly)?.id).toBe("d");
  });

  test.each([
    [{ members: 10, photos: 10 }, { members: 5, photos: 5 }, false],
    [{ members: 10, photos: 10 }, { members: 4, photos: 10 }, true],
    [{ members: 10, photos: 10 }, { members: 10, photos: 4 }, true],
    [{ members: 1, photos: 0 }, { members: 0, photos: 0 }, true],
    [{ members: 0, photos: 0 }, { members: 0, photos: 0 }, false],
  ])("%j, then %j: shrunk to less than half is %s", (before, counts, shrunk) => {
    expect(isShrunk(counts, before)).toBe(shrunk);
  });
});

test.each([
  ["Fatal: wrong password or no key found\n", "wrong password or no key found"],
  [
    "unable to open cache\nFatal: unable to open config file: no such file\nIs there\n",
    "unable to open config file: no such file",
  ],
  ["Fatal: rest:https://cars:secret@backups.example/ does not answer", "rest:https://backups.example/ does not answer"],
  ["\n", "it ended without a message"],
])("reports restic's error in one line, without a password: %j", (output, line) => {
  expect(firstErrorLine(output)).toBe(line);
});
