import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { format } from "node:util";
import { afterAll, afterEach, beforeEach, inject, vi } from "vitest";
import { checkFetchedResponses } from "./api-contract";

/** Per process, removed after the run. The app reads its settings once per process. */
const folder = path.join(path.dirname(inject("templateDatabase")), String(process.pid));
const databaseFile = path.join(folder, "app.db");

// Before any import of the app.
mkdirSync(folder, { recursive: true });
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
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "MAP_TILE_URL",
  "MAP_ATTRIBUTION",
]) {
  delete process.env[name];
}

checkFetchedResponses();

const { closeDatabase } = await import("~/db/client.server");
const { setClock } = await import("~/lib/time");
const { setRandomness } = await import("~/lib/tokens.server");

const originalConsole = { error: console.error, warn: console.warn };
/** Fails the test. */
const consoleLines: string[] = [];

beforeEach(() => {
  closeDatabase();
  for (const name of ["uploads", "mail"]) {
    rmSync(path.join(folder, name), { recursive: true, force: true });
    mkdirSync(path.join(folder, name));
  }
  for (const suffix of ["", "-wal", "-shm"]) rmSync(databaseFile + suffix, { force: true });
  copyFileSync(inject("templateDatabase"), databaseFile);
  consoleLines.length = 0;
  for (const level of ["error", "warn"] as const)
    console[level] = (...parts) => void consoleLines.push(format(...parts));
});

afterEach(() => {
  setClock();
  setRandomness();
  Object.assign(console, originalConsole);
  if (consoleLines.length > 0) throw new Error(`unexpected on the console:\n${consoleLines.join("\n")}`);
});

afterAll(() => {
  vi.useRealTimers();
  closeDatabase();
});
