import * as fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesIn, rowsOf } from "../support/dump";
import { eventually } from "../support/eventually";
import { png } from "../support/images";
import { serverEnv } from "../support/launch";
import { runNode, startNode } from "../support/run-node";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const folder = fs.mkdtempSync(path.join(tmpdir(), "paddock-backup-"));
const { browser } = await server.signUpWithGarage("Wim Writer");
const photos = [{ name: "a.png", bytes: await png() }];
const saab = { make: "Saab", model: "96", year: 1968 };
const { location } = await browser.submit("/vehicles/new", saab, { photos });
expect((await browser.api("POST", `${location}/comments`, { text: "Two strokes." })).status).toBe(201);

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const at = (...parts: string[]) => path.join(folder, ...parts);
const live = () => ({ DATABASE_URL: `file:${server.database.name}`, UPLOADS_DIR: server.uploadsDir });
const backup = (...args: string[]) => runNode(["app/cli/run.mjs", "backup", ...args], serverEnv(folder, live()));
const restore = (place: string, ...args: string[]) =>
  runNode(["app/cli/run.mjs", "restore", ...args], serverEnv(at(place)));

function siteIdOf(file: string): unknown {
  const raw = new Database(file, { readonly: true });
  const id = raw.prepare("SELECT site_id FROM site").pluck().get();
  raw.close();
  return id;
}

describe("a backup", () => {
  test("lists its content, in a folder that only the user can read", async () => {
    const result = await backup(at("said"));
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(result.stdout).toContain(`Backup in ${at("said")}\n`);
    expect(result.stdout).toContain("integrity_check ok, foreign_key_check ok, every file that a row needs is there");
    const manifest = JSON.parse(fs.readFileSync(at("said", "manifest.json"), "utf8"));
    const users = server.value("SELECT count(*) FROM users");
    expect(manifest).toMatchObject({ format: 1, rows: { users }, missing: [] });
    expect(manifest.files.count).toBe(filesIn(at("said", "uploads")).size);
    expect(fs.statSync(at("said")).mode & 0o077).toBe(0);
  });

  test("needs a new or empty folder", async () => {
    fs.mkdirSync(at("taken"));
    fs.writeFileSync(at("taken", "mine.txt"), "mine");
    const { code, stdout, stderr } = await backup(at("taken"));
    expect([code, stdout, stderr]).toEqual([1, "", `${at("taken")} is not empty: choose a new folder.\n`]);
    expect(fs.readdirSync(at("taken"))).toEqual(["mine.txt"]);
    const inside = path.join(server.uploadsDir, "photos", "x");
    expect((await backup(inside)).stderr).toBe(`${inside} is inside UPLOADS_DIR: choose another folder.\n`);
  });

  test("needs a database, and makes none", async () => {
    fs.mkdirSync(at("bare"));
    const { code, stderr } = await runNode(["app/cli/run.mjs", "backup", at("none")], serverEnv(at("bare")));
    expect([code, stderr]).toEqual([1, `DATABASE_URL: there is no database at ${at("bare", "app.db")}.\n`]);
    expect([fs.readdirSync(at("bare")), fs.existsSync(at("none"))]).toEqual([[], false]);
  });

  test("that cannot be written is one clear line and leaves nothing behind", async () => {
    fs.writeFileSync(at("a-file"), "");
    const { code, stdout, stderr } = await backup(at("a-file", "below"));
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^ENOTDIR: .+\n$/);
  });

  test("that was killed is removed by the next one", async () => {
    const photos = path.join(server.uploadsDir, "photos", "zz");
    fs.mkdirSync(photos, { recursive: true });
    for (let file = 0; file < 3000; file += 1) fs.writeFileSync(path.join(photos, `zz${file}.jpg`), "");
    const { child, closed } = startNode(["build/cli/backup.js", at("killed")], serverEnv(folder, live()));
    expect(await eventually(() => fs.existsSync(at("killed", "uploads", "photos", "zz")))).toBe(true);
    child.kill("SIGKILL");
    expect(await closed).toBeNull();
    fs.rmSync(photos, { recursive: true });
    expect(fs.readdirSync(at("killed"))).not.toContain("manifest.json");
    expect(await backup(at("killed"))).toMatchObject({ code: 0, stderr: "" });
    expect(fs.readdirSync(at("killed")).sort()).toEqual(["app.db", "manifest.json", "uploads"]);
    expect(fs.existsSync(at("killed", "uploads", "photos", "zz"))).toBe(false);
  });

  test("lists the files that the site itself has lost, and is stored all the same", async () => {
    const name = "lost0lost0lost0lost0lost_60x40_aabbcc.jpg";
    const user = server.value("SELECT max(id) FROM users");
    server.run("UPDATE users SET avatar = ? WHERE id = ?", name, user);
    const { code, stdout, stderr } = await backup(at("lossy"));
    server.run("UPDATE users SET avatar = 'default.jpg' WHERE id = ?", user);
    expect(code).toBe(1);
    expect(stdout).toContain("1 file missing\n  missing   users/lo/lost0lost0lost0lost0lost_60x40_aabbcc-96.jpg");
    expect(stderr).toBe("The backup is complete, but the site itself has lost files that its rows need.\n");
    fs.mkdirSync(at("lossy-place"));
    expect((await restore("lossy-place", at("lossy"))).code).toBe(0);
  });

  test.each([[], ["list"], ["--force"], ["a", "b"], ["s3://b"], ["file:b"]])(
    "a wrong call (%s) shows the usage",
    async (...args) => {
      expect(await backup(...args)).toEqual({
        code: 1,
        stdout: "",
        stderr: "usage: npm run backup -- DIR; with RESTIC_REPOSITORY also: npm run backup [-- list]\n",
      });
    },
  );
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
    fs.mkdirSync(at("home", "uploads", "photos", "zz"), { recursive: true });
    fs.writeFileSync(at("home", "uploads", "photos", "zz", "old.jpg"), "old");
    expect(await refusal("home", at("good"))).toBe(
      `There are already photos in ${at("home", "uploads")}; --force replaces them.`,
    );
    expect(fs.existsSync(at("home", "app.db"))).toBe(false);
    const ownDatabase = new Database(at("home", "app.db"));
    ownDatabase.exec("CREATE TABLE mine (a)");
    ownDatabase.close();
    expect(await refusal("home", at("good"))).toBe(
      `There is already a database at ${at("home", "app.db")}; --force replaces it.`,
    );
    expect(Object.keys(rowsOf(at("home", "app.db")))).toEqual(["mine"]);
    expect([...filesIn(at("home", "uploads")).keys()]).toEqual(["photos/zz/old.jpg"]);

    const restored = await restore("home", at("good"), "--force");
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(restored.stdout).toContain(`Restored ${at("good")} to ${at("home", "app.db")}`);
    expect(rowsOf(at("home", "app.db"))).toEqual(rowsOf(at("good", "app.db")));
    expect(siteIdOf(at("home", "app.db"))).not.toBe(siteIdOf(at("good", "app.db")));
    expect(filesIn(at("home", "uploads"))).toEqual(filesIn(at("good", "uploads")));
  });

  test("leaves a running site alone, forced or not", async () => {
    const before = server.value("SELECT count(*) FROM users");
    const { code, stderr } = await runNode(
      ["app/cli/run.mjs", "restore", at("good"), "--force"],
      serverEnv(folder, live()),
    );
    expect([code, stderr]).toEqual([1, `${server.database.name} is in use: stop the site first.\n`]);
    expect(server.value("SELECT count(*) FROM users")).toBe(before);
    expect((await server.visitor().get("/")).status).toBe(200);
  });

  test("refuses an incomplete and a damaged backup before it changes anything", async () => {
    fs.mkdirSync(at("empty"), { recursive: true });
    fs.mkdirSync(at("fresh"), { recursive: true });
    expect(await refusal("fresh", at("empty"))).toBe(
      `${at("empty")} is not a complete backup: manifest.json is missing.`,
    );
    expect(await refusal("fresh", at("nowhere"))).toContain("is not a complete backup");

    const spoilt = async (name: string, spoil: (dir: string) => void) => {
      expect((await backup(at(name))).code).toBe(0);
      spoil(at(name));
      return refusal("fresh", at(name));
    };
    expect(
      await spoilt("no-photo", (dir) =>
        fs.rmSync(path.join(dir, "uploads", [...filesIn(path.join(dir, "uploads")).keys()][0]!)),
      ),
    ).toMatch(/^The backup in .+ is damaged: .+/);
    expect(await spoilt("no-rows", (dir) => fs.writeFileSync(path.join(dir, "app.db"), "no database"))).toMatch(
      /is damaged: app\.db cannot be read/,
    );
    expect(
      await spoilt("fewer-rows", (dir) => {
        const raw = new Database(path.join(dir, "app.db"));
        raw.exec("DELETE FROM comments WHERE id = (SELECT max(id) FROM comments)");
        raw.close();
      }),
    ).toMatch(/is damaged: \d+ of \d+ rows of comments are there/);
    expect(await spoilt("odd", (dir) => fs.writeFileSync(path.join(dir, "manifest.json"), '{"format":99}'))).toContain(
      "is in a format that this version does not know",
    );
    expect(await spoilt("torn", (dir) => fs.writeFileSync(path.join(dir, "manifest.json"), "{"))).toMatch(
      /^\S+manifest\.json cannot be read\.$/,
    );
    expect(fs.readdirSync(at("fresh"))).toEqual([]);
  }, 60_000);

  test.each([[], ["a", "b"], ["--wrong"], ["a", "--at", "2026-11-22"], ["a", "--site", "b"]])(
    "a wrong call (%s) shows the usage",
    async (...args) => {
      fs.mkdirSync(at("usage"), { recursive: true });
      expect(await refusal("usage", ...args)).toBe(
        "usage: npm run restore -- DIR [--force]; with RESTIC_REPOSITORY also: npm run restore -- [--at TIME] [--site ID] [--force]",
      );
    },
  );
});
