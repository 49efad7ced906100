import { describe, expect, test } from "vitest";
import { backupRuns } from "~/db/schema";
import { DAY, HOUR, MINUTE, now, SECOND, setClock } from "~/lib/time";
import { firstErrorLine } from "~/services/backups/restic.server";
import { beginRun, dropRun, finishRun, hasWhole, isDue, lastRun } from "~/services/backups/runs.server";
import { allRows } from "../support/rows";

const HERE = "/srv/backups";

describe("when the next backup begins", () => {
  const start = now();
  const at = (ms: number) => setClock(() => start + ms);

  test("at once, then from start to start, a minute after a failure, and at once after a death", () => {
    at(0);
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
    // It is there, but something after it has failed: that is no reason to take one each minute.
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
    // A clock that was wrong.
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

test.each([
  ["Fatal: wrong password or no key found\n", "wrong password or no key found"],
  [
    "unable to open cache\nFatal: unable to open config file: no such file\nIs there\n",
    "unable to open config file: no such file",
  ],
  ["Fatal: rest:https://cars:secret@backups.example/ does not answer", "rest:https://backups.example/ does not answer"],
  ["\n", "it ended without a message"],
])("of what restic says one line is told, without a password: %j", (said, line) => {
  expect(firstErrorLine(said)).toBe(line);
});
