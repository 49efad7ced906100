import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, inject, vi } from "vitest";
import { isFault, type TestServer } from "./launch";
import { judgedUpTo, type StandingServer, writtenBy } from "./standing-servers";

/** Claimed, so due later; not sent yet. */
const ON_THEIR_WAY = "SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL AND last_error IS NULL";

/** No rows, mails or pictures; ids begin at 1. The version of public rows continues, for the server's caches. */
async function empty({ folder }: StandingServer, database: Database.Database): Promise<void> {
  // Mails in transit may finish; others are not sent.
  database.prepare("DELETE FROM mail_outbox WHERE sent_at IS NULL AND attempts = 0").run();
  await vi.waitFor(() => expect(database.prepare(ON_THEIR_WAY).pluck().get()).toBe(0), {
    timeout: 60_000,
    interval: 20,
  });
  const before = database.prepare("SELECT version FROM public_changes").pluck().get() as number;
  const template = new Database(inject("templateDatabase"), { readonly: true });
  await template.backup(database.name);
  template.close();
  database.prepare("UPDATE public_changes SET version = ?").run(before + 1);
  for (const name of ["uploads", "mail"]) removeFiles(path.join(folder, name));
}

/**
 * Until logged faults are written, so that the next file's site has none. Browser faults are only logged; of too many
 * some are not written, as the log reports.
 */
async function faultsAreKept(database: Database.Database, written: () => string[]): Promise<void> {
  const own = written().filter((line) => isFault(line) && !line.includes('"fault in a browser"'));
  const ids = own.flatMap((line) => /"errorId":"([^"]+)"/.exec(line)?.[1] ?? []);
  const row = database.prepare("SELECT 1 FROM faults WHERE error_id = ?");
  const isKept = () => row.get(ids.at(-1)) !== undefined || written().some((line) => line.includes("too many faults"));
  if (ids.length > 0) await vi.waitFor(() => expect(isKept()).toBe(true), { timeout: 60_000, interval: 20 });
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
const holder = globalThis as { standingServerTaken?: boolean };

/** undefined if the file has it already. Log entries since the last file count. */
export async function takeStandingServer(): Promise<TestServer | undefined> {
  const standing = inject("standingServers")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!standing || holder.standingServerTaken) return undefined;
  const database = new Database(path.join(standing.folder, "app.db"));
  database.pragma("foreign_keys = ON");
  await empty(standing, database);
  holder.standingServerTaken = true;
  const from = judgedUpTo(standing);
  const allowed: RegExp[] = [];
  const written = () => writtenBy(standing, from);
  const faults = () => written().filter((line) => isFault(line) && !allowed.some((pattern) => pattern.test(line)));
  return {
    url: standing.url,
    pid: standing.pid,
    database,
    mailDir: path.join(standing.folder, "mail"),
    uploadsDir: path.join(standing.folder, "uploads"),
    log: () => written().join("\n"),
    faults,
    allowFault: (pattern) => void allowed.push(pattern),
    restart: () => Promise.reject(new Error("other files need this server: a test that kills one starts its own")),
    kill: () => {
      throw new Error("other files need this server");
    },
    stop: async () => {
      await faultsAreKept(database, written).finally(() => database.close());
      holder.standingServerTaken = false;
      const found = faults();
      writeFileSync(standing.judgedFile, String(from + written().join("\n").length));
      if (found.length > 0) throw new Error(`the server logged faults:\n${found.join("\n")}`);
    },
  };
}
