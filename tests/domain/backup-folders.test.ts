import * as fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { lockFile } from "~/db/database-files.server";
import { env } from "~/env.server";
import { takeIntoFolder } from "~/services/backups/folder.server";

function makeUnfinishedBackup() {
  const parent = fs.mkdtempSync(path.join(path.dirname(env().databaseFile), "copies-"));
  const folder = path.join(parent, "monday");
  fs.mkdirSync(path.join(folder, "uploads", "photos"), { recursive: true });
  fs.writeFileSync(path.join(folder, "uploads", "photos", "old.jpg"), "old");
  fs.writeFileSync(path.join(folder, "app.db.part"), "half");
  fs.writeFileSync(path.join(folder, ".unfinished"), "");
  return { parent, folder, tuesday: path.join(parent, "tuesday") };
}

test("the next backup removes what a killed one left, in the same folder or next to it", async () => {
  const first = makeUnfinishedBackup();
  await takeIntoFolder(first.folder);
  expect(fs.readdirSync(first.folder).sort()).toEqual(["app.db", "manifest.json"]);
  const second = makeUnfinishedBackup();
  await takeIntoFolder(second.tuesday);
  expect(fs.readdirSync(second.parent)).toEqual(["tuesday"]);
});

test("files of others stay, and so does what is whole or under way", async () => {
  const { parent, folder, tuesday } = makeUnfinishedBackup();
  fs.writeFileSync(path.join(folder, "mine.txt"), "mine");
  const whole = path.join(parent, "sunday");
  fs.cpSync(folder, whole, { recursive: true });
  fs.writeFileSync(path.join(whole, "manifest.json"), "{}");
  const busy = path.join(parent, "saturday");
  fs.cpSync(folder, busy, { recursive: true });
  const release = lockFile(path.join(busy, ".unfinished"));
  await takeIntoFolder(tuesday);
  expect(fs.readdirSync(folder)).toEqual(["mine.txt"]);
  for (const folder of [whole, busy]) expect(fs.readdirSync(folder)).toContain("app.db.part");
  await expect(takeIntoFolder(busy)).rejects.toThrow(`${busy} is not empty: choose a new folder.`);
  release?.();
  await expect(takeIntoFolder(whole)).rejects.toThrow("is not empty");
});
