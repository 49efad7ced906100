import { desc, lt, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { faults } from "~/db/schema";
import { isDiskFailure } from "~/lib/disk-errors";
import { maskTokens, oneLine } from "~/lib/mask-tokens";
import { DAY, now, SECOND } from "~/lib/time";
import { newErrorId } from "~/lib/tokens.server";
import { log } from "./log.server";

const RETENTION_MS = 7 * DAY;
const MAX_STORED = 1_000;
/** Per write, and interval of one process, ms: many faults must not cause many writes. */
const MAX_PER_WRITE = 5;
const WRITE_INTERVAL_MS = SECOND;
const MAX_PATH_LENGTH = 300;

type StoredFault = Omit<typeof faults.$inferSelect, "id">;

export const faultCounts = { request: 0, job: 0, browser: 0 };

export const diskFailures = { count: 0 };

let isStoring = false;
let unsaved: StoredFault[] = [];
let missed = 0;
let timer: NodeJS.Timeout | undefined;

/**
 * Before, faults are in the log only.
 * @returns writes the remaining faults, and ends it
 */
export function startFaultStore(): () => void {
  isStoring = true;
  return () => {
    write();
    isStoring = false;
  };
}

/** With a short delay and if possible, after logging. Never throws. */
export function storeFault(error: unknown, { path, ...request }: Omit<StoredFault, "at" | "message">): void {
  faultCounts[request.method === JOB ? "job" : "request"] += 1;
  if (isDiskFailure(error)) diskFailures.count += 1;
  if (!isStoring) return;
  if (unsaved.length >= MAX_PER_WRITE) missed += 1;
  else
    unsaved.push({
      at: now(),
      ...request,
      path: maskTokens(path).slice(0, MAX_PATH_LENGTH),
      message: faultLine(error),
    });
  timer ??= setTimeout(write, WRITE_INTERVAL_MS).unref();
}

const JOB = "job";

/** Without statement values, addresses and tokens. */
export const faultLine = (error: unknown): string => oneLine(textOf(error));

/**
 * Also stores the fault.
 * @param error the error, or a line about it
 * @param context the log message
 * @returns the error's id
 */
export function logJobFault(error: unknown, context: string, facts: Record<string, string> = {}): string {
  const errorId = newErrorId();
  log.error({ ...(typeof error === "string" ? { problem: error } : { err: error }), errorId, ...facts }, context);
  storeFault(error, { errorId, requestId: "", method: JOB, path: context });
  return errorId;
}

export function sweepFaults(): void {
  db()
    .delete(faults)
    .where(lt(faults.at, now() - RETENTION_MS))
    .run();
  const oldestStored = sql`(SELECT id FROM ${faults} ORDER BY ${desc(faults.id)} LIMIT 1 OFFSET ${MAX_STORED - 1})`;
  db().delete(faults).where(lt(faults.id, oldestStored)).run();
}

function write(): void {
  clearTimeout(timer);
  timer = undefined;
  const rows = unsaved;
  unsaved = [];
  if (missed > 0) log.warn({ missed }, "too many faults: not stored, see the log");
  missed = 0;
  if (rows.length === 0) return;
  try {
    transaction(() => {
      db().insert(faults).values(rows).run();
      sweepFaults();
    });
  } catch (error) {
    // Such as a full disk. Must not be stored as a fault itself.
    log.warn({ err: error, faults: rows.length }, "faults not stored");
  }
}

function textOf(error: unknown): string {
  if (typeof error === "string") return error;
  // Other values may contain anything; they are in the log only.
  if (!(error instanceof Error)) return "Something was thrown that is no error.";
  // The outer message contains the SQL statement.
  if (error.cause instanceof Error) return textOf(error.cause);
  return `${error.name}: ${error.message}`;
}
