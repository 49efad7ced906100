import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { backupRuns, users } from "~/db/schema";
import { env } from "~/env.server";
import { DAY, HOUR, MINUTE, now, SECOND, setClock, toIso } from "~/lib/time";
import { keptBackups } from "~/services/backups/keep";
import { besides, formatLine, linesOf, parseLine } from "~/services/backups/list-lines";
import { backupName, backupTime, parseMoment } from "~/services/backups/names";
import { readParts, storeInParts } from "~/services/backups/parts.server";
import { findBackups, withManifests } from "~/services/backups/place.server";
import { pruneBackups } from "~/services/backups/prune.server";
import { claimRun, dropRun, finishRun, nextRun, renewRun, takeTurn } from "~/services/backups/runs.server";
import { type BackupRun, nextStart } from "~/services/backups/schedule";
import { readList } from "~/services/backups/snapshot.server";
import { takeBackupInto } from "~/services/backups/take.server";
import { neededFiles } from "~/services/images/files.server";
import { FolderStore } from "~/services/images/folder-store.server";
import { makeUser } from "../support/people";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "paddock-backups-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NOW = Date.parse("2026-11-22T10:00:00.123Z");

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
}

describe("names and times", () => {
  test("a backup is named by its moment, and only such a name is one", () => {
    expect(backupName(NOW)).toBe("2026-11-22T10-00-00-123Z");
    expect(backupTime("2026-11-22T10-00-00-123Z")).toBe(NOW);
    for (const name of ["files", "2026-11-22", "2026-13-22T10-00-00-123Z", "2026-11-22T10-00-00-123Z.old"]) {
      expect([name, backupTime(name)]).toEqual([name, null]);
    }
  });

  test.each([
    ["2026-11-22", "2026-11-22T23:59:59.999Z"],
    ["2026-11-22T10:00", "2026-11-22T10:00:00.000Z"],
    ["2026-11-22 10:00:05", "2026-11-22T10:00:05.999Z"],
    ["2026-11-22T10:00:05Z", "2026-11-22T10:00:05.999Z"],
    ["2026-11-22T10:00:05.123Z", "2026-11-22T10:00:05.123Z"],
    ["2026-11-22T10:00:05.5+01:00", "2026-11-22T09:00:05.500Z"],
    ["2026-11-22T10:00-0500", "2026-11-22T15:00:00.000Z"],
    ["2026-11-22T10-00-00-123Z", "2026-11-22T10:00:00.123Z"],
  ])("--at %s", (text, iso) => expect(toIso(parseMoment(text) ?? 0)).toBe(iso));

  test.each(["", "yesterday", "2026-02-30", "2026-11-22T25:00", "2026-11-22T10:00:61", "22.11.2026", "2026-11"])(
    "--at %s is none",
    (text) => expect(parseMoment(text)).toBeNull(),
  );
});

describe("by age", () => {
  const ago = (ms: number) => NOW - ms;
  test("all of 24 hours, one a day of 30 days, one a month of 12 months, and always the newest", () => {
    const quarterly = Array.from({ length: (400 * DAY) / (15 * MINUTE) }, (_, at) => ago(at * 15 * MINUTE));
    const kept = [...keptBackups(quarterly, NOW)].sort((one, other) => other - one);
    const day = kept.filter((time) => time > ago(DAY));
    expect(day).toHaveLength(96);
    const rest = kept.filter((time) => time <= ago(DAY)).map((time) => toIso(time));
    // Of the 29 days before today yesterday's is less than 24 hours old; the newest of October is of its last day.
    expect(rest).toHaveLength(28 + 10);
    expect(rest[0]).toBe("2026-11-20T23:45:00.123Z");
    expect(rest.at(-1)).toBe("2025-12-31T23:45:00.123Z");
    expect(new Set(rest.map((iso) => iso.slice(0, 10))).size).toBe(rest.length);
    expect(keptBackups([ago(900 * DAY), ago(901 * DAY)], NOW)).toEqual(new Set([ago(900 * DAY)]));
    expect(keptBackups([], NOW)).toEqual(new Set());
  });

  test("the newest of a day and of a month are those that stay", () => {
    const morning = Date.parse("2026-11-10T08:00:00Z");
    const evening = Date.parse("2026-11-10T20:00:00Z");
    const [early, late] = [Date.parse("2026-03-02T00:00:00Z"), Date.parse("2026-03-30T00:00:00Z")];
    expect(keptBackups([morning, evening, late, early, NOW], NOW)).toEqual(new Set([evening, late, NOW]));
  });
});

describe("when the next one begins", () => {
  const whole = (startedAt: number, took = 10 * SECOND): BackupRun => {
    return { startedAt, until: startedAt + MINUTE, finishedAt: startedAt + took, error: null };
  };
  const failed = (startedAt: number): BackupRun => ({ ...whole(startedAt, SECOND), error: "away" });
  const running = (startedAt: number): BackupRun => ({ ...whole(startedAt), finishedAt: null });

  test("so early that it is whole before the last snapshot is too old", () => {
    expect(nextStart([], HOUR)).toBe(0);
    expect(nextStart([whole(NOW)], HOUR)).toBe(NOW + HOUR - 18 * SECOND);
    // By the slowest of the last ones.
    expect(nextStart([whole(NOW), whole(NOW - HOUR, MINUTE)], HOUR)).toBe(NOW + HOUR - 93 * SECOND);
    expect(nextStart([whole(NOW, MINUTE)], MINUTE)).toBeLessThan(NOW + MINUTE);
  });

  test("soon again after a failure, and after the time of one that has died", () => {
    const before = whole(NOW - HOUR);
    const pauses = [1, 2, 3, 4, 5, 9].map((count) => {
      const runs = Array.from({ length: count }, (_, at) => failed(NOW - at * MINUTE));
      return (nextStart([...runs, before], HOUR) - NOW - SECOND) / SECOND;
    });
    expect(pauses).toEqual([5, 10, 20, 40, 60, 60]);
    expect(nextStart([running(NOW), before], HOUR)).toBe(NOW + MINUTE);
    // One that began early and failed is no reason to hurry more than that.
    expect(nextStart([failed(NOW), whole(NOW - MINUTE)], HOUR)).toBe(NOW + 59 * MINUTE - 18 * SECOND);
  });
});

describe("runs", () => {
  test("one at a time for a place, taken over where its process has died", () => {
    setClock(() => NOW);
    const id = claimRun("there", HOUR, false)!;
    expect([claimRun("there", HOUR, false), typeof claimRun("elsewhere", HOUR, false)]).toEqual([null, "number"]);
    setClock(() => NOW + 15 * SECOND);
    renewRun(id);
    setClock(() => NOW + 34 * SECOND);
    expect(claimRun("there", HOUR, false)).toBeNull();
    setClock(() => NOW + 36 * SECOND);
    const heir = claimRun("there", HOUR, false)!;
    expect(heir).toBeGreaterThan(id);
    finishRun(heir, { bytes: 7 });
    expect(nextRun("there", HOUR)).toBe(NOW + 36 * SECOND + HOUR - 3 * SECOND);
    // A month later only the last whole one is remembered.
    setClock(() => NOW + 40 * DAY);
    const failing = claimRun("there", HOUR, false)!;
    finishRun(failing, { error: `away\n${"x".repeat(999)}` });
    dropRun(claimRun("new", HOUR, false)!);
    const rows = db().select({ id: backupRuns.id, error: backupRuns.error }).from(backupRuns).all();
    expect(rows).toEqual([
      { id: heir, error: null },
      { id: failing, error: "away" },
    ]);
  });
});

test("who has the turn does not wait for one that died, but as long as after a failure", () => {
  setClock(() => NOW);
  const turn = takeTurn()!;
  const died = claimRun("turn", HOUR, true)!;
  expect([takeTurn(), claimRun("turn", HOUR, false)]).toEqual([null, null]);
  turn();
  const heir = takeTurn()!;
  setClock(() => NOW + 4 * SECOND);
  expect(claimRun("turn", HOUR, true)).toBeNull();
  setClock(() => NOW + 5 * SECOND);
  expect(claimRun("turn", HOUR, true)).toBeGreaterThan(died);
  heir();
  const rows = db().select({ error: backupRuns.error }).from(backupRuns).where(eq(backupRuns.id, died)).all();
  expect(rows).toEqual([{ error: "It did not finish: the process that took it has ended." }]);
});

describe("lists", () => {
  test("a line says all of a photo; lines come in pieces", async () => {
    const image = { prefix: "photos/ab/abc-", files: [{ suffix: "400.jpg", bytes: 12, md5: "0".repeat(32) }] };
    expect(parseLine(formatLine(image).trimEnd())).toEqual(image);
    expect(() => parseLine("photos/ab/abc-\t400.jpg x")).toThrow("cannot be read");
    const pieces = async function* () {
      for (const text of ["ab", "c\nd", "é\n", "\ne"]) yield Buffer.from(text);
    };
    expect(await all(linesOf(pieces()))).toEqual(["abc", "dé", "", "e"]);
  });

  test("two sorted rows are read side by side, each once", async () => {
    const name = (text: string) => text;
    const pairs = (left: string, right: string) => all(besides([...left], [...right], { left: name, right: name }));
    expect(await pairs("bdf", "abcdg")).toEqual([
      ["b", "b"],
      ["d", "d"],
      ["f", undefined],
    ]);
    expect(await pairs("ab", "")).toEqual([
      ["a", undefined],
      ["b", undefined],
    ]);
    expect(await pairs("", "ab")).toEqual([]);
  });

  test("what is large is cut into parts of 16 MB, and a damaged part is told", async () => {
    const store = new FolderStore(path.join(folder, "parts"));
    mkdirSync(store.root);
    // Bytes that do not get smaller.
    let seed = 1;
    const block = Buffer.from(Array.from({ length: 1 << 20 }, () => (seed = (seed * 48271) % 2147483647) & 255));
    const source = async function* () {
      for (let at = 0; at < 20; at += 1) yield Buffer.concat([Buffer.from([at]), block.subarray(at * 1000)]);
    };
    const stored = await storeInParts(source(), "data", { store, base: "x/", folder });
    expect(stored.parts.map(({ key }) => key)).toEqual(["data-0000.gz", "data-0001.gz"]);
    expect(stored.parts[0]!.bytes).toBe(16 * 1024 * 1024);
    const read = Buffer.concat(await all(readParts(store, "x/", stored)));
    expect([read.length, read[1 + block.length]]).toEqual([stored.bytes, 1]);
    writeFileSync(path.join(store.root, "x/data-0001.gz"), "short");
    await expect(all(readParts(store, "x/", stored))).rejects.toThrow(
      /damaged: x\/data-0001.gz is not what was stored/,
    );
    rmSync(path.join(store.root, "x/data-0001.gz"));
    await expect(all(readParts(store, "x/", stored))).rejects.toThrow(/damaged: x\/data-0001.gz is missing/);
    rmSync(store.root, { recursive: true });
  });
});

describe("a place", () => {
  let place: FolderStore;
  let start: number;

  beforeEach(() => {
    place = new FolderStore(path.join(mkdtempSync(path.join(folder, "place-"))));
    // Files are always older than these moments, which are in the middle of a month.
    start = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 10);
  });

  /** A portrait with its files. */
  function portrait(letters: string): string {
    const name = `${letters.repeat(12)}_96x96_aabbcc.jpg`;
    for (const file of neededFiles("users", name)) {
      const target = path.join(env().UPLOADS_DIR, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, `${letters} ${file}`);
    }
    return name;
  }

  const wear = (id: number, avatar: string) => db().update(users).set({ avatar }).where(eq(users.id, id)).run();
  const takeAt = (time: number) => {
    setClock(() => time);
    return takeBackupInto(place);
  };
  const carried = () => readdirSync(path.join(place.root, "files/users")).sort();
  const beside = () => readdirSync(path.dirname(env().databaseFile)).filter((name) => name.startsWith(".backup"));
  const namesIn = async () => (await findBackups(place)).map(({ name }) => name);

  test("carries each photo once, and looks only for those that the last list does not know", async () => {
    const [one, other] = [makeUser(), makeUser()];
    wear(one.id, portrait("ab"));
    wear(other.id, "https://res.cloudinary.com/x.jpg");
    // What a dead run has left goes; a folder of somebody else does not.
    for (const name of [".backup-000000000000", ".backup-0123456789ab"]) {
      mkdirSync(path.join(path.dirname(env().databaseFile), name));
    }
    writeFileSync(path.join(path.dirname(env().databaseFile), ".backup-0123456789ab/at-work"), "");
    const first = await takeAt(start);
    expect(first.manifest.list).toMatchObject({ photos: "carried", images: 1, count: 1, missing: { count: 0 } });
    expect(first.manifest.rows.users).toBe(2);
    // What is known is not read again: it may even have gone from the site.
    rmSync(path.join(env().UPLOADS_DIR, "users/ab"), { recursive: true });
    wear(other.id, portrait("cd"));
    const second = await takeAt(start + HOUR);
    const lines = await all(readList(place, `${second.name}/`, second.manifest.list));
    expect(lines.map(({ prefix }) => prefix)).toEqual([
      `users/ab/${"ab".repeat(12)}_96x96_aabbcc-`,
      `users/cd/${"cd".repeat(12)}_96x96_aabbcc-`,
    ]);
    expect(carried()).toEqual(["ab", "cd"]);
    expect(beside()).toEqual([".backup-000000000000"]);
    rmSync(path.join(path.dirname(env().databaseFile), ".backup-000000000000"), { recursive: true });
    // A photo that the site has lost is named, and the backup is kept.
    wear(one.id, portrait("ef"));
    rmSync(path.join(env().UPLOADS_DIR, "users/ef"), { recursive: true });
    const third = await takeAt(start + 2 * HOUR);
    expect(third.manifest.list.missing.first).toEqual([`users/ef/${"ef".repeat(12)}_96x96_aabbcc-96.jpg`]);
  });

  test("loses by age what nobody needs, never what a backup names", async () => {
    const me = makeUser();
    wear(me.id, portrait("ab"));
    const morning = await takeAt(start + HOUR);
    wear(me.id, portrait("cd"));
    const noon = await takeAt(start + 12 * HOUR);
    // After a restore of the morning the first portrait is back.
    wear(me.id, portrait("ab"));
    const back = await takeAt(start + 40 * HOUR);
    // What a run has left that broke off goes once nobody can be at it any more.
    for (const name of ["2020-01-01T00-00-00-000Z", "2020-01-02T00-00-00-000Z"]) {
      mkdirSync(path.join(place.root, name));
      writeFileSync(path.join(place.root, name, "database-0000.gz"), "broken off");
    }
    utimesSync(path.join(place.root, "2020-01-02T00-00-00-000Z/database-0000.gz"), now() / 1000, now() / 1000);
    expect(await pruneBackups(place)).toEqual([morning.name]);
    expect(await namesIn()).toEqual([back.name, noon.name, "2020-01-02T00-00-00-000Z"]);
    expect(carried()).toEqual(["ab", "cd"]);
    wear(me.id, portrait("ef"));
    const last = await takeAt(start + 80 * DAY);
    expect(await pruneBackups(place)).toEqual([noon.name]);
    const late = await takeAt(start + 500 * DAY);
    expect(await namesIn()).toEqual([late.name, last.name, back.name]);
    await pruneBackups(place);
    expect(await namesIn()).toEqual([late.name]);
    // What may be superfluous is looked at a day later, against every list that there is then.
    setClock(() => start + 502 * DAY);
    await pruneBackups(place);
    expect(
      carried().filter((letters) => readdirSync(path.join(place.root, "files/users", letters)).length > 0),
    ).toEqual(["ef"]);
    expect((await withManifests(place, await findBackups(place))).map(({ manifest }) => manifest !== null)).toEqual([
      true,
    ]);
  });
});
