import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, inject, vi } from "vitest";
import { isFault, type TestServer } from "./launch";
import { checkedLength, logLinesOf, type StandingServer } from "./standing-servers";

/** Claimed, so due later; not sent yet. */
const MAILS_IN_TRANSIT = "SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL AND last_error IS NULL";

/** No rows, mails or pictures; ids begin at 1. The version of public rows continues, for the server's caches. */
async function reset({ folder }: StandingServer, database: Database.Database): Promise<void> {
  // Mails in transit may finish; others are not sent.
  database.prepare("DELETE FROM mail_outbox WHERE sent_at IS NULL AND attempts = 0").run();
  await vi.waitFor(() => expect(database.prepare(MAILS_IN_TRANSIT).pluck().get()).toBe(0), {
    timeout: 60_000,
    interval: 20,
  });
  const version = database.prepare("SELECT version FROM public_changes").pluck().get() as number;
  const template = new Database(inject("templateDatabase"), { readonly: true });
  await template.backup(database.name);
  template.close();
  database.prepare("UPDATE public_changes SET version = ?").run(version + 1);
  for (const name of ["uploads", "mail"]) removeFiles(path.join(folder, name));
}

/**
 * Until logged faults are written, so that the next file's site has none. Browser faults are only logged; of too many
 * some are not written, as the log reports.
 */
async function waitForStoredFaults(database: Database.Database, logLines: () => string[]): Promise<void> {
  const ownFaults = logLines().filter((line) => isFault(line) && !line.includes('"fault in a browser"'));
  const ids = ownFaults.flatMap((line) => /"errorId":"([^"]+)"/.exec(line)?.[1] ?? []);
  const row = database.prepare("SELECT 1 FROM faults WHERE error_id = ?");
  const areStored = () =>
    row.get(ids.at(-1)) !== undefined || logLines().some((line) => line.includes("too many faults"));
  if (ids.length > 0) await vi.waitFor(() => expect(areStored()).toBe(true), { timeout: 60_000, interval: 20 });
}

/** Folders stay: the server makes them at its start. */
function removeFiles(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    const file = path.join(folder, name);
    if (statSync(file).isFile()) rmSync(file);
  }
}

// The process is shared, perhaps not this module.
const state = globalThis as { isStandingServerTaken?: boolean };

/** undefined if the file has it already. Log entries since the last file count. */
export async function takeStandingServer(): Promise<TestServer | undefined> {
  const standingServer = inject("standingServers")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!standingServer || state.isStandingServerTaken) return undefined;
  const database = new Database(path.join(standingServer.folder, "app.db"));
  database.pragma("foreign_keys = ON");
  await reset(standingServer, database);
  state.isStandingServerTaken = true;
  const startOffset = checkedLength(standingServer);
  const allowedFaults: RegExp[] = [];
  const logLines = () => logLinesOf(standingServer, startOffset);
  const faults = () =>
    logLines().filter((line) => isFault(line) && !allowedFaults.some((pattern) => pattern.test(line)));
  return {
    url: standingServer.url,
    pid: standingServer.pid,
    database,
    mailDir: path.join(standingServer.folder, "mail"),
    uploadsDir: path.join(standingServer.folder, "uploads"),
    log: () => logLines().join("\n"),
    faults,
    allowFault: (pattern) => void allowedFaults.push(pattern),
    restart: () => Promise.reject(new Error("other files need this server: a test that kills one starts its own")),
    kill: () => {
      throw new Error("other files need this server");
    },
    stop: async () => {
      await waitForStoredFaults(database, logLines).finally(() => database.close());
      state.isStandingServerTaken = false;
      const unexpectedFaults = faults();
      writeFileSync(standingServer.checkedFile, String(startOffset + logLines().join("\n").length));
      if (unexpectedFaults.length > 0) throw new Error(`the server logged faults:\n${unexpectedFaults.join("\n")}`);
    },
  };
}
