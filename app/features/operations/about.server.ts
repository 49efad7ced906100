import { sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { newestMigration } from "~/db/migrations.server";
import { changedSettings } from "~/env.server";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { now, SECOND, toIso } from "~/lib/time";
import { currentVersion } from "~/lib/version.server";

export const installationShape = z
  .strictObject({
    version: z.string(),
    commit: z.string().meta({ description: "Of the source; empty if the build did not know it" }),
    node: z.string(),
    sqlite: z.string(),
    startedAt: z.iso.datetime().meta({ description: "Of the process that responds" }),
    migration: z.string().nullable().meta({ description: "The newest" }),
    settings: z
      .array(z.strictObject({ name: z.string(), value: z.string() }))
      .meta({ description: "Those that differ from the defaults, secrets masked" }),
  })
  .meta({ id: "Installation" });

/** No request leaves the site for it. @throws DomainError forbidden for non-admins */
export function getInstallation(viewer: Viewer): z.infer<typeof installationShape> {
  requireAdmin(viewer);
  return {
    ...currentVersion(),
    node: process.versions.node,
    sqlite: db().get<{ version: string }>(sql`SELECT sqlite_version() AS version`).version,
    startedAt: toIso(now() - Math.round(process.uptime()) * SECOND),
    migration: newestMigration()?.tag ?? null,
    settings: changedSettings(),
  };
}
