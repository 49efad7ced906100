import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { count, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, db, transaction } from "~/db/client.server";
import { forgetIntents } from "~/db/image-intents.server";
import { unreferencedImages } from "~/db/image-references.server";
import { backupRuns, imageIntents, users } from "~/db/schema";
import { env } from "~/env.server";
import { DAY, HOUR, MINUTE, now, SECOND, setClock } from "~/lib/time";
import { MANIFEST } from "~/services/backups/place.server";
import { pruneBackups } from "~/services/backups/prune.server";
import { restoreFrom } from "~/services/backups/restore.server";
import { claimRun, finishRun, nextRun } from "~/services/backups/runs.server";
import { takeBackupInto } from "~/services/backups/take.server";
import { putDatabase } from "~/services/backups/target.server";
import { noteUnused, readUnused } from "~/services/backups/unused.server";
import { neededFiles } from "~/services/images/files.server";
import { FolderStore } from "~/services/images/folder-store.server";
import { WatchedStore } from "~/services/images/watched-store.server";
import { makeUser } from "../support/people";

let folder: string;
let place: FolderStore;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "paddock-unproven-"));
});
beforeEach(() => {
  place = new FolderStore(mkdtempSync(path.join(folder, "place-")));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (...names: string[]) => path.join(place.root, ...names);

/** Backups at these moments, each with another portrait of one person. */
async function takeAt(...times: number[]): Promise<string[]> {
  const { id } = makeUser();
  const names: string[] = [];
  for (const [at, time] of times.entries()) {
    const avatar = `${"abcdef"[at]!.repeat(24)}_96x96_aabbcc.jpg`;
    for (const key of neededFiles("users", avatar)) {
      const target = path.join(env().UPLOADS_DIR, key);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, key);
    }
    db().update(users).set({ avatar }).where(eq(users.id, id)).run();
    setClock(() => time);
    names.push((await takeBackupInto(place)).name);
  }
  return names;
}

/** The middle of the next month: all files are older. */
const start = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 10);

describe("what cannot be proven unused stays", () => {
  test("beside a backup of a newer version, which may need it", async () => {
    const [morning, noon, night] = await takeAt(start + HOUR, start + 12 * HOUR, start + 60 * HOUR);
    const manifest = file(morning!, MANIFEST);
    const text = readFileSync(manifest, "utf8");
    writeFileSync(manifest, text.replace('"format": 2', '"format": 3'));
    expect(await pruneBackups(place)).toEqual([]);
    writeFileSync(manifest, text);
    expect(await pruneBackups(place)).toEqual([morning]);
    expect(readdirSync(place.root).filter((name) => name.startsWith("2"))).toEqual([noon, night]);
  });

  test("a list that is damaged keeps its backup, and holds up no other", async () => {
    const [first, second] = await takeAt(start + HOUR, start + 2 * HOUR, start + 12 * HOUR, start + 60 * HOUR);
    const part = file(second!, "photos-0000.gz");
    writeFileSync(part, readFileSync(part).fill(0, 20));
    await expect(pruneBackups(place)).rejects.toThrow(/damaged/);
    expect(readdirSync(place.root)).toContain(second);
    expect(readdirSync(place.root)).not.toContain(first);
  });

  test("what was noted just now waits, however old other notes are: a backup under way may name it", async () => {
    setClock(() => Date.now());
    const image = (prefix: string) => ({ prefix, files: [{ suffix: "96.jpg", bytes: 1, md5: "0".repeat(32) }] });
    await noteUnused(place, "old", [image("users/aa/old-")]);
    const before = readdirSync(file("unused"));
    await noteUnused(place, "new", [image("users/aa/new-")]);
    const noted = async () => [...(await readUnused(place, DAY)).images.keys()];
    expect(await noted()).toEqual([]);
    for (const name of before) utimesSync(file("unused", name), now() / 1000, (now() - DAY - HOUR) / 1000);
    expect(await noted()).toEqual(["users/aa/old-"]);
  });

  test("photos in a bucket, which may be those of the real site while its copy is tried", async () => {
    await takeAt(start);
    const [shared, before] = [globalThis as { paddockPhotoStore?: unknown }, env().photoStore];
    const root = mkdtempSync(path.join(folder, "bucket-"));
    mkdirSync(path.join(root, "users/ff"), { recursive: true });
    writeFileSync(path.join(root, "users/ff", `${"f".repeat(24)}_96x96_aabbcc-96.jpg`), "newer");
    const location = { kind: "bucket" as const, bucket: "box", prefix: "", pathStyle: true };
    Object.assign(env(), { photoStore: location });
    const store = new WatchedStore(new FolderStore(root), () => {});
    shared.paddockPhotoStore = { location, store: Promise.resolve(store) };
    try {
      closeDatabase();
      await restoreFrom(place, { force: true });
      expect(readdirSync(path.join(root, "users")).sort()).toEqual(["aa", "ff"]);
      expect(readdirSync(path.join(root, "users/ff"))).toHaveLength(1);
    } finally {
      Object.assign(env(), { photoStore: before });
      delete shared.paddockPhotoStore;
    }
  });

  test("a database that somebody has begun to use while photos were put back", async () => {
    const copy = path.join(folder, "restored.db");
    new Database(copy).exec("CREATE TABLE t (a)").close();
    makeUser();
    await expect(putDatabase(copy)).rejects.toThrow(/is in use: stop the site first/);
    expect(db().select().from(users).all()).toHaveLength(1);
  });
});

test("a carried photo that has come to harm keeps nothing else from coming back, and is named", async () => {
  await takeAt(start);
  const { name } = db().select({ name: users.name }).from(users).get()!;
  const [first, second] = neededFiles("users", `${"a".repeat(24)}_96x96_aabbcc.jpg`).map((key) => `files/${key}`);
  expect(second).toBeUndefined();
  // In the place alone: it may be another name of the site's own file.
  rmSync(file(first!));
  writeFileSync(file(first!), "harmed");
  db().delete(users).run();
  closeDatabase();
  const { lost } = await restoreFrom(place, { force: true });
  const key = first!.slice("files/".length);
  expect(lost).toEqual({ count: 1, first: [{ key, how: "is damaged" }] });
  expect(db().select({ name: users.name }).from(users).all()).toEqual([{ name }]);
  expect(readFileSync(path.join(env().UPLOADS_DIR, key), "utf8")).toBe(key);
});

test("a run that a wrong clock has put into the future does not keep the next one from beginning", () => {
  const time = Date.parse("2026-11-22T10:00:00Z");
  setClock(() => time + 3650 * DAY);
  finishRun(claimRun("there", HOUR, false)!, { bytes: 1 });
  setClock(() => time);
  finishRun(claimRun("there", HOUR, false)!, { bytes: 2 });
  expect(nextRun("there", HOUR)).toBe(time + HOUR - 3 * SECOND);
  expect(claimRun("there", HOUR, false)).toBeNull();
  setClock(() => time - MINUTE / 2);
  expect(claimRun("there", HOUR, false)).toBeNull();
  db().delete(backupRuns).run();
});

test("however many photos go at once, their names are noted and forgotten", () => {
  const names = Array.from({ length: 33_000 }, (_, at) => `${at.toString(16).padStart(24, "0")}_96x96_aabbcc.jpg`);
  expect(transaction(() => unreferencedImages("photos", names))).toHaveLength(names.length);
  const noted = () => db().select({ count: count() }).from(imageIntents).get()!.count;
  expect(noted()).toBe(names.length);
  forgetIntents("photos", names);
  expect(noted()).toBe(0);
});
