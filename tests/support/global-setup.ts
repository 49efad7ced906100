import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { ensureMapData } from "../../app/cli/build/map-data.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** Migrated and empty; tests copy it. */
    templateDatabase: string;
  }
}

export default async function setup(project: TestProject) {
  await ensureMapData();
  const folder = mkdtempSync(path.join(tmpdir(), "paddock-template-"));
  const file = path.join(folder, "template.db");
  process.env.DATABASE_URL = `file:${file}`;
  process.env.LOG_LEVEL = "silent";
  const { closeDatabase } = await import("~/db/client.server");
  const { migrateDatabase } = await import("~/db/migrations.server");
  migrateDatabase();
  closeDatabase();
  project.provide("templateDatabase", file);
  return () => rmSync(folder, { recursive: true, force: true });
}
