import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { png } from "../support/images";
import { launchServer, serverEnv } from "../support/launch";
import { bearerOf, signUpWithGarage } from "../support/members";
import { wrongCounters } from "../support/population";
import { runNode } from "../support/run-node";
import { sharedServer } from "../support/server";

const server = sharedServer();
let folder: string;
let bytes: Uint8Array;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "paddock-backup-"));
  bytes = await png();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (...parts: string[]) => path.join(folder, ...parts);
const live = () => ({ DATABASE_URL: `file:${server().database.name}`, UPLOADS_DIR: server().uploadsDir });
const backup = (...args: string[]) => runNode(["app/cli/run.mjs", "backup", ...args], serverEnv(folder, live()));
const restore = (place: string, ...args: string[]) =>
  runNode(["app/cli/run.mjs", "restore", ...args], serverEnv(at(place)));

/** Files below a folder, relative to it, sorted. */
function filesIn(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => statSync(path.join(root, file)).isFile())
    .sort();
}

function dump(file: string): Record<string, unknown[]> {
  const raw = new Database(file, { readonly: true });
  const tables = raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  // A restored site is another one: its id differs.
  const same = tables.filter((name) => name !== "site");
  const rows = same.sort().map((name) => [name, raw.prepare(`SELECT * FROM "${name}"`).all()]);
  raw.close();
  return Object.fromEntries(rows);
}

function siteIdOf(file: string): unknown {
  const raw = new Database(file, { readonly: true });
  const id = raw.prepare("SELECT site_id FROM site").pluck().get();
  raw.close();
  return id;
}

/** Somebody who comments, adds photos and deletes some of them, without a pause, until told to stop. */
async function startWriting() {
  const owner = await signUpWithGarage(server(), "Wim Writer");
  const added = await owner.browser.api("POST", "/vehicles", { make: "Lotus", model: "Elan", year: 1967 });
  const vehicleId: string = added.json.data.doc._id;
  let going = true;
  let comments = 0;
  let wake = () => {};
  const work = async () => {
    for (let turn = 1; going && turn <= 500; turn += 1) {
      const text = `Comment ${turn}`;
      expect((await owner.browser.api("POST", `/vehicles/${vehicleId}/comments`, { text })).status).toBe(201);
      comments = turn;
      wake();
      const files = { photos: [{ name: "a.png", bytes }] };
      const sent = await owner.browser.api("POST", "/photos/upload", { vehicleId }, { files });
      expect(sent.status).toBe(201);
      if (turn % 2 === 0) {
        const id = server().database.prepare("SELECT max(id) FROM photos WHERE vehicle_id = ?").pluck().get(vehicleId);
        expect((await owner.browser.api("DELETE", `/photos/${id}`)).status).toBe(204);
      }
    }
  };
  const working = work();
  return {
    owner,
    vehicleId,
    comments: () => comments,
    until: async (enough: number) => {
      while (comments < enough) {
        const another = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([another, working]);
      }
    },
    stop: async () => {
      going = false;
      await working;
    },
  };
}

describe("the drill", () => {
  test("a backup while people write, restored elsewhere: every row, every file, a site that runs", async () => {
    const writer = await startWriting();
    await writer.until(4);
    const before = writer.comments();
    const taken = await backup(at("drill"));
    const after = writer.comments();
    await writer.stop();
    expect(taken).toMatchObject({ code: 0, stderr: "" });
    expect(taken.stdout).toContain(`Backup in ${at("drill")}\n`);
    expect(taken.stdout).toContain("integrity_check ok, foreign_key_check ok, every file that a row needs is there");
    expect(after).toBeGreaterThan(before);

    mkdirSync(at("elsewhere"));
    const restored = await restore("elsewhere", at("drill"));
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(restored.stdout).toContain(`Restored ${at("drill")} to ${at("elsewhere", "app.db")}`);
    expect(dump(at("elsewhere", "app.db"))).toEqual(dump(at("drill", "app.db")));
    expect(filesIn(at("elsewhere", "uploads"))).toEqual(filesIn(at("drill", "uploads")));

    const raw = new Database(at("elsewhere", "app.db"));
    try {
      expect(raw.pragma("integrity_check", { simple: true })).toBe("ok");
      expect(wrongCounters(raw)).toEqual([]);
      // One moment: what was acknowledged before is there, and no comment is without the one before it.
      const numbers = raw.prepare("SELECT CAST(substr(text, 9) AS INTEGER) FROM comments ORDER BY id").pluck().all();
      expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => i + 1));
      expect(numbers.length).toBeGreaterThanOrEqual(before);
      expect(numbers.length).toBeLessThanOrEqual(after + 1);
      const photos = raw.prepare("SELECT photo FROM photos").pluck().all() as string[];
      expect(photos.length).toBeGreaterThan(0);
    } finally {
      raw.close();
    }
    // What is on both sides is the same to the last byte.
    const common = filesIn(at("elsewhere", "uploads")).filter((file) =>
      existsSync(path.join(server().uploadsDir, file)),
    );
    expect(common.length).toBeGreaterThan(0);
    for (const file of common) {
      expect(
        readFileSync(at("elsewhere", "uploads", file)).equals(readFileSync(path.join(server().uploadsDir, file))),
      ).toBe(true);
    }

    const second = await launchServer({
      DATABASE_URL: `file:${at("elsewhere", "app.db")}`,
      UPLOADS_DIR: at("elsewhere", "uploads"),
    });
    try {
      const visitor = browserLike(second);
      const { json } = await visitor.api("GET", `/vehicles/${writer.vehicleId}`);
      expect(json.data.doc.photos.length).toBeGreaterThan(0);
      for (const { photo } of json.data.doc.photos) {
        const image = await visitor.fetch(`/img/photos/${photo}`);
        expect([photo, image.status]).toEqual([photo, 200]);
        await image.arrayBuffer();
      }
      expect(await bearerOf(second, writer.owner)).toBeTruthy();
    } finally {
      await second.stop();
    }
  }, 60_000);
});

describe("a backup", () => {
  test("says what it holds, in a folder that nobody else can read", async () => {
    expect((await backup(at("said"))).code).toBe(0);
    const manifest = JSON.parse(readFileSync(at("said", "manifest.json"), "utf8"));
    const users = server().database.prepare("SELECT count(*) FROM users").pluck().get();
    expect(manifest).toMatchObject({ format: 1, rows: { users }, missing: [] });
    expect(manifest.files.count).toBe(filesIn(at("said", "uploads")).length);
    expect(statSync(at("said")).mode & 0o077).toBe(0);
  });

  test("goes into a new or empty folder only", async () => {
    mkdirSync(at("taken"));
    writeFileSync(at("taken", "mine.txt"), "mine");
    const { code, stdout, stderr } = await backup(at("taken"));
    expect([code, stdout, stderr]).toEqual([1, "", `${at("taken")} is not empty: name a new folder.\n`]);
    expect(readdirSync(at("taken"))).toEqual(["mine.txt"]);
    const inside = path.join(server().uploadsDir, "photos", "x");
    expect((await backup(inside)).stderr).toBe(`${inside} is inside UPLOADS_DIR: name another folder.\n`);
  });

  test("needs a database, and makes none", async () => {
    mkdirSync(at("bare"));
    const { code, stderr } = await runNode(["app/cli/run.mjs", "backup", at("none")], serverEnv(at("bare")));
    expect([code, stderr]).toEqual([1, `DATABASE_URL: there is no database at ${at("bare", "app.db")}.\n`]);
    expect([readdirSync(at("bare")), existsSync(at("none"))]).toEqual([[], false]);
  });

  test("that cannot be written is one clear line and leaves nothing behind", async () => {
    writeFileSync(at("a-file"), "");
    const { code, stdout, stderr } = await backup(at("a-file", "below"));
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^ENOTDIR: .+\n$/);
  });

  test("names the files that the site itself has lost, and is kept all the same", async () => {
    const name = "lost0lost0lost0lost0lost_60x40_aabbcc.jpg";
    const user = server().database.prepare("SELECT max(id) FROM users").pluck().get();
    server().database.prepare("UPDATE users SET avatar = ? WHERE id = ?").run(name, user);
    const { code, stdout, stderr } = await backup(at("lossy"));
    server().database.prepare("UPDATE users SET avatar = 'default.jpg' WHERE id = ?").run(user);
    expect(code).toBe(1);
    expect(stdout).toContain("1 file missing\n  missing   users/lo/lost0lost0lost0lost0lost_60x40_aabbcc-96.jpg");
    expect(stderr).toBe("The backup is complete, but the site itself has lost files that its rows need.\n");
    mkdirSync(at("lossy-place"));
    expect((await restore("lossy-place", at("lossy"))).code).toBe(0);
  });

  test.each([[], ["--force"], ["a", "b"]])("called wrongly (%s) it says how", async (...args) => {
    expect(await backup(...args)).toEqual({
      code: 1,
      stdout: "",
      stderr: "usage: npm run backup -- DIR | URL | list [URL]\n",
    });
  });
});

describe("a restore", () => {
  const refusal = async (place: string, ...args: string[]) => {
    const { code, stdout, stderr } = await restore(place, ...args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.split("\n")).toHaveLength(2);
    return stderr.trim();
  };

  beforeAll(async () => {
    expect((await backup(at("good"))).code).toBe(0);
  });

  test("never overwrites a database or photos, unless forced", async () => {
    mkdirSync(at("home", "uploads", "photos", "zz"), { recursive: true });
    writeFileSync(at("home", "uploads", "photos", "zz", "old.jpg"), "old");
    expect(await refusal("home", at("good"))).toBe(
      `There are photos in ${at("home", "uploads")} already; --force replaces them.`,
    );
    expect(existsSync(at("home", "app.db"))).toBe(false);
    const own = new Database(at("home", "app.db"));
    own.exec("CREATE TABLE mine (a)");
    own.close();
    expect(await refusal("home", at("good"))).toBe(
      `There is a database at ${at("home", "app.db")} already; --force replaces it.`,
    );
    expect(Object.keys(dump(at("home", "app.db")))).toEqual(["mine"]);
    expect(filesIn(at("home", "uploads"))).toEqual(["photos/zz/old.jpg"]);

    expect((await restore("home", at("good"), "--force")).code).toBe(0);
    expect(dump(at("home", "app.db"))).toEqual(dump(at("good", "app.db")));
    expect(siteIdOf(at("home", "app.db"))).not.toBe(siteIdOf(at("good", "app.db")));
    expect(filesIn(at("home", "uploads"))).toEqual(filesIn(at("good", "uploads")));
  });

  test("leaves a running site alone, forced or not", async () => {
    const before = server().database.prepare("SELECT count(*) FROM users").pluck().get();
    const { code, stderr } = await runNode(
      ["app/cli/run.mjs", "restore", at("good"), "--force"],
      serverEnv(folder, live()),
    );
    expect([code, stderr]).toEqual([1, `${server().database.name} is in use: stop the site first.\n`]);
    expect(server().database.prepare("SELECT count(*) FROM users").pluck().get()).toBe(before);
    expect((await browserLike(server()).get("/")).status).toBe(200);
  });

  test("tells a folder that is no whole backup, and a damaged one, before it touches anything", async () => {
    mkdirSync(at("empty"), { recursive: true });
    mkdirSync(at("fresh"), { recursive: true });
    expect(await refusal("fresh", at("empty"))).toBe(`${at("empty")} is no whole backup: manifest.json is missing.`);
    expect(await refusal("fresh", at("nowhere"))).toContain("is no whole backup");

    const spoilt = async (name: string, spoil: (dir: string) => void) => {
      expect((await backup(at(name))).code).toBe(0);
      spoil(at(name));
      return refusal("fresh", at(name));
    };
    expect(
      await spoilt("no-photo", (dir) => rmSync(path.join(dir, "uploads", filesIn(path.join(dir, "uploads"))[0]!))),
    ).toMatch(/^The backup in .+ is damaged: .+/);
    expect(await spoilt("no-rows", (dir) => writeFileSync(path.join(dir, "app.db"), "no database"))).toMatch(
      /is damaged: app\.db cannot be read/,
    );
    expect(
      await spoilt("fewer-rows", (dir) => {
        const raw = new Database(path.join(dir, "app.db"));
        raw.exec("DELETE FROM comments WHERE id = (SELECT max(id) FROM comments)");
        raw.close();
      }),
    ).toMatch(/is damaged: \d+ of \d+ rows of comments are there/);
    expect(await spoilt("odd", (dir) => writeFileSync(path.join(dir, "manifest.json"), '{"format":99}'))).toContain(
      "is of a form that this version does not know",
    );
    expect(readdirSync(at("fresh"))).toEqual([]);
  });

  test.each([[], ["a", "b"], ["--wrong"]])("called wrongly (%s) it says how", async (...args) => {
    mkdirSync(at("usage"), { recursive: true });
    expect(await refusal("usage", ...args)).toBe("usage: npm run restore -- DIR | URL [--at TIME] [--force]");
  });
});
