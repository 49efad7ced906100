import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { png } from "../support/images";
import { serverEnv } from "../support/launch";
import { addVehicle } from "../support/members";
import { startObjectStore } from "../support/object-store";
import { runNode } from "../support/run-node";
import { sharedServer } from "../support/server";

const server = await sharedServer();

const folder = mkdtempSync(path.join(tmpdir(), "paddock-uploads-command-"));
const service = await startObjectStore();

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const at = (...parts: string[]) => path.join(folder, ...parts);

const settings = (photos = `file:${server.uploadsDir}`) =>
  serverEnv(folder, { DATABASE_URL: `file:${server.database.name}`, UPLOADS_URL: photos, ...service.env });
const COMMAND = ["app/cli/run.mjs", "uploads"];
const uploads = (args: string[], photos?: string) => runNode([...COMMAND, ...args], settings(photos));

test("rows and files are compared in the site's own store, and in another that has copies of them", async () => {
  const owner = await server.signUpWithGarage("Ada Adder");
  const vehicleId = await addVehicle(owner);
  const files = { photos: [{ name: "a.png", bytes: await png() }] };
  expect((await owner.browser.api("POST", "/photos/upload", { vehicleId }, { files })).status).toBe(201);
  const checked = await uploads(["check"]);
  expect(checked).toMatchObject({ code: 0, stderr: "" });
  expect(checked.stdout).toMatch(
    /^\d+ files \(.+\) in .+\nmissing 0\nunused 0\nforeign 0\nempty 0\nRows and files agree\.\n$/,
  );
  cpSync(path.join(server.uploadsDir, "photos"), at("copy", "photos"), { recursive: true });
  expect((await uploads(["check", `file:${at("copy")}`])).stdout).toContain("Rows and files agree.");
  const names = readdirSync(at("copy", "photos"), { recursive: true, encoding: "utf8" });
  const lostFile = names.filter((name) => name.endsWith(".jpg")).sort()[0]!;
  rmSync(at("copy", "photos", lostFile));
  writeFileSync(at("copy", "photos", "notes.txt"), "mine");
  const copyCheck = await uploads(["check", `file:${at("copy")}`]);
  expect(copyCheck).toMatchObject({ code: 1, stderr: "" });
  expect(copyCheck.stdout).toContain(
    `missing 1\n  missing photos/${lostFile}\nunused 0\nforeign 1\n  foreign photos/notes.txt\nempty 0\n`,
  );
}, 60_000);

test("what cannot be is one clear line", async () => {
  const refusal = async (args: string[], photos?: string) => {
    const { code, stdout, stderr } = await uploads(args, photos);
    expect([code, stdout, stderr.split("\n").length]).toEqual([1, "", 2]);
    return stderr.trim();
  };
  const usage = "usage: npm run uploads -- check [file:PATH|s3://…] | claim";
  for (const args of [[], ["move", "file:a"], ["check", "file:a", "b"], ["claim", "file:a"], ["check", "--all"]]) {
    expect(await refusal(args)).toBe(usage);
  }
  expect(await refusal(["check", "/mnt/photos"])).toMatch(
    /^The place to check is wrong: it must look like file:PATH or s3:/,
  );
  expect(await refusal(["check", service.url("x", "nobody")])).toBe("s3://nobody/x: NoSuchBucket");
  expect(await refusal(["check", `file:${at("nowhere")}`])).toBe(`There is no folder ${at("nowhere")}.`);
  mkdirSync(at("bare"));
  const bare = await runNode([...COMMAND, "check"], serverEnv(at("bare")));
  expect([bare.code, bare.stderr]).toEqual([1, `DATABASE_URL: there is no database at ${at("bare", "app.db")}.\n`]);
  expect(readdirSync(at("bare"))).toEqual([]);
  await service.kill();
  expect(await refusal(["check", service.url("y")])).toMatch(/^s3:\/\/paddock\/y: .*ECONNREFUSED/);
  await service.restart();
}, 60_000);
