import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, inject } from "vitest";
import { checkFetchedAnswers } from "./api-answers";
import { complaints } from "./console";

// Before anything of the app is imported: its settings are read once.
const folder = mkdtempSync(path.join(tmpdir(), "paddock-test-"));
const databaseFile = path.join(folder, "app.db");
Object.assign(process.env, {
  DATABASE_URL: `file:${databaseFile}`,
  UPLOADS_DIR: path.join(folder, "uploads"),
  MAIL_DIR: path.join(folder, "mail"),
  LOG_LEVEL: "silent",
  RATE_LIMITS: "off",
});
for (const name of [
  "APP_URL",
  "SMTP_URL",
  "SESSION_SECRET",
  "TRUST_PROXY",
  "PORT",
  "HOST",
  "SOCIAL_LINKS",
  "MAP_TILE_URL",
  "MAP_ATTRIBUTION",
]) {
  delete process.env[name];
}

checkFetchedAnswers();

const { closeDatabase } = await import("~/db/client.server");
const { setClock } = await import("~/lib/time");
const { setRandomness } = await import("~/lib/tokens.server");

beforeEach(() => {
  closeDatabase();
  for (const name of ["uploads", "mail"]) {
    rmSync(path.join(folder, name), { recursive: true, force: true });
    mkdirSync(path.join(folder, name));
  }
  for (const suffix of ["", "-wal", "-shm"]) rmSync(databaseFile + suffix, { force: true });
  copyFileSync(inject("templateDatabase"), databaseFile);
  complaints.watch();
});

afterEach(() => {
  setClock();
  setRandomness();
  complaints.check();
});

afterAll(() => {
  closeDatabase();
  rmSync(folder, { recursive: true, force: true });
});
