import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { site } from "~/db/schema";
import { env } from "~/env.server";
import { MINUTE } from "~/lib/time";
import { log } from "~/services/log/log.server";
import type { FileStore } from "./file-store";
import { photoStore } from "./photo-store.server";

export const OWNER_FILE = "owner";

/** A restored site may claim the store while the old one still runs. */
const RECHECK_INTERVAL_MS = MINUTE;

let lastCheck: { store: FileStore; ours: boolean; at: number } | undefined;

/**
 * A bucket belongs to its first site: a copy of the database, such as a backup under test, lacks newer photos and must
 * not delete them as unused.
 * @throws StoreUnavailableError
 */
export async function canRemoveFiles(): Promise<boolean> {
  if (env().photoStore.kind === "folder") return true;
  const store = await photoStore();
  const before = lastCheck?.store === store ? lastCheck : undefined;
  if (before && performance.now() - before.at < RECHECK_INTERVAL_MS) return before.ours;
  let owner = await readOwner(store);
  if (owner === null) {
    await claimStore(store);
    // Another site may have claimed it meanwhile.
    owner = await readOwner(store);
  }
  const isOwned = owner === siteId();
  lastCheck = { store, ours: isOwned, at: performance.now() };
  if (!isOwned && before?.ours !== false)
    log.warn({ store: store.label }, "photo store belongs to another site: no files deleted");
  return isOwned;
}

export async function claimStore(store: FileStore): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "paddock-owner-"));
  try {
    const file = path.join(folder, OWNER_FILE);
    await writeFile(file, siteId());
    await store.put([{ key: OWNER_FILE, path: file }]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readOwner(store: FileStore): Promise<string | null> {
  const file = await store.open(OWNER_FILE);
  return file && (await text(file.stream)).trim();
}

function siteId(): string {
  const row = db().select({ siteId: site.siteId }).from(site).where(eq(site.id, 1)).get();
  if (!row) throw new Error("the database does not say which site it is");
  return row.siteId;
}
