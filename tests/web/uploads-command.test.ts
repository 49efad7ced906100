import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { png } from "../support/images";
import { serverEnv } from "../support/launch";
import { signUpWithGarage } from "../support/members";
import { type ObjectStore, startObjectStore } from "../support/object-store";
import { runNode, startNode } from "../support/run-node";
import { sharedServer } from "../support/server";

const server = sharedServer();
let folder: string;
let service: ObjectStore;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "paddock-uploads-command-"));
  service = await startObjectStore();
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const at = (...parts: string[]) => path.join(folder, ...parts);

/** The site's settings, and where its photos are said to be. */
const settings = (photos = `file:${server().uploadsDir}`) =>
  serverEnv(folder, { DATABASE_URL: `file:${server().database.name}`, UPLOADS_URL: photos, ...service.env });
const COMMAND = ["app/cli/run.mjs", "uploads"];
const uploads = (args: string[], photos?: string) => runNode([...COMMAND, ...args], settings(photos));

/** Files of photos and avatars below a folder, with their bytes. */
function filesIn(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (name) => /^(photos|users)\//.test(name) && statSync(path.join(root, name)).isFile(),
  );
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(path.join(root, name)).toString("base64")]));
}

/** Somebody who adds photos, and deletes as many, until told to stop. */
async function startAdding() {
  const owner = await signUpWithGarage(server(), "Ada Adder");
  const added = await owner.browser.api("POST", "/vehicles", { make: "Lotus", model: "Elan", year: 1967 });
  const vehicleId: string = added.json.data.doc._id;
  const bytes = await png();
  let going = true;
  const add = async (deletes = true) => {
    const files = { photos: [{ name: "a.png", bytes }] };
    expect((await owner.browser.api("POST", "/photos/upload", { vehicleId }, { files })).status).toBe(201);
    if (!deletes) return;
    const id = server().database.prepare("SELECT min(id) FROM photos WHERE vehicle_id = ?").pluck().get(vehicleId);
    expect((await owner.browser.api("DELETE", `/photos/${id}`)).status).toBe(204);
  };
  for (let turn = 1; turn <= 8; turn += 1) await add(false);
  const work = (async () => {
    for (let turn = 1; going && turn <= 500; turn += 1) await add();
  })();
  return async () => {
    going = false;
    await work;
  };
}

test("photos move beside a site that takes uploads, also after a kill -9, and back", async () => {
  const stop = await startAdding();
  const target = service.url("site");
  service.hold(30);
  const begun = service.begun(15);
  const first = startNode([...COMMAND, "move", target], settings());
  await Promise.race([begun, first.closed]);
  first.child.kill("SIGKILL");
  await first.closed;
  service.hold(0);
  const some = service.keys("site/").length;
  expect(some).toBeGreaterThan(0);

  const second = await uploads(["move", target]);
  expect(second).toMatchObject({ code: 0, stderr: "" });
  expect(second.stdout).toContain(`Moving photos from ${server().uploadsDir} to s3://paddock/site\n`);
  expect(second.stdout).toContain(`1. Set UPLOADS_URL='${target}' and restart the site.`);
  expect(second.stdout).toContain(`UPLOADS_URL='file:${server().uploadsDir}' npm run uploads -- move '${target}'`);
  await stop();
  const third = await uploads(["move", target]);
  expect(third.code).toBe(0);
  const last = await uploads(["move", target]);
  expect(last.stdout).toMatch(/Compared \d+ files in 1 round, copied 0 /);

  const files = filesIn(server().uploadsDir);
  const checked = await uploads(["check"]);
  expect(checked).toMatchObject({ code: 0, stderr: "" });
  expect(checked.stdout).toMatch(
    /^\d+ files \(.+\) in .+\nmissing 0\nunused 0\nforeign 0\nempty 0\nRows and files agree\.\n$/,
  );

  const back = await uploads(["move", `file:${at("back")}`], target);
  expect(back).toMatchObject({ code: 0, stderr: "" });
  expect(filesIn(at("back"))).toEqual(files);
  expect(readdirSync(at("back")).sort()).toEqual(["photos"]);

  const broken = Object.keys(files)[0]!;
  rmSync(at("back", broken));
  writeFileSync(at("back", "photos", "notes.txt"), "mine");
  const other = await uploads(["check", `file:${at("back")}`]);
  expect(other).toMatchObject({ code: 1, stderr: "" });
  expect(other.stdout).toContain(
    `missing 1\n  missing ${broken}\nunused 0\nforeign 1\n  foreign photos/notes.txt\nempty 0\n`,
  );
}, 60_000);

test("what cannot be is one clear line", async () => {
  const refusal = async (args: string[], photos?: string) => {
    const { code, stdout, stderr } = await uploads(args, photos);
    expect([code, stdout, stderr.split("\n").length]).toEqual([1, "", 2]);
    return stderr.trim();
  };
  const usage = "usage: npm run uploads -- move file:PATH|s3://… | check [file:PATH|s3://…] | claim";
  for (const args of [[], ["move"], ["check", "file:a", "b"], ["copy", "file:a"], ["move", "--all"]]) {
    expect(await refusal(args)).toBe(usage);
  }
  expect(await refusal(["move", "/mnt/photos"])).toMatch(/^TARGET is wrong: it must look like file:PATH or s3:/);
  symlinkSync(server().uploadsDir, at("link"));
  for (const place of [
    server().uploadsDir,
    path.join(server().uploadsDir, "photos"),
    path.dirname(server().uploadsDir),
    at("link", "new"),
  ]) {
    expect(await refusal(["move", `file:${place}`])).toMatch(/is where the photos are, or inside it, or around it\.$/);
  }
  const bucket = service.url("inside");
  expect(await refusal(["move", service.url("inside/deeper")], bucket)).toMatch(/or inside it/);
  expect(await refusal(["move", service.url("x", "nobody")])).toBe("s3://nobody/x: NoSuchBucket");
  expect(await refusal(["check", `file:${at("nowhere")}`])).toBe(`There is no folder ${at("nowhere")}.`);
  writeFileSync(at("a-file"), "");
  expect(await refusal(["move", `file:${at("a-file", "below")}`])).toMatch(/^ENOTDIR: /);
  expect(existsSync(path.join(server().uploadsDir, "photos", "photos"))).toBe(false);
  mkdirSync(at("bare"));
  const bare = await runNode([...COMMAND, "check"], serverEnv(at("bare")));
  expect([bare.code, bare.stderr]).toEqual([1, `DATABASE_URL: there is no database at ${at("bare", "app.db")}.\n`]);
  expect(readdirSync(at("bare"))).toEqual([]);
  await service.kill();
  expect(await refusal(["move", service.url("y")])).toMatch(/^s3:\/\/paddock\/y: .*ECONNREFUSED/);
  await service.revive();
}, 60_000);
