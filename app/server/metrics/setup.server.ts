import type { RequestListener, ServerResponse } from "node:http";
import type { Registry } from "prom-client";
import { observeDatabase } from "~/db/client.server";
import type { StatementKind } from "~/db/observer.server";
import { readOperationsState } from "~/features/operations/queries.server";
import { readDatabaseSize, readDisks, readStoreStatus } from "~/features/operations/storage-status.server";
import { ATTEMPT_LIMITS, LIMITS, onLimitExceeded } from "~/http/limits/limits.server";
import { now, SECOND } from "~/lib/time";
import { currentVersion } from "~/lib/version.server";
import { onPhotoStoreFailure, STORE_OPERATIONS } from "~/services/images/store/photo-store.server";
import { diskFailures, faultCounts } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import { countUploadsInProgress } from "~/services/uploads/budget.server";
import type { PrimaryChannel } from "../cluster/messages";
import { UNKNOWN_ROUTE } from "../request/routes";
import { createMetrics, type Figures, type Prometheus } from "./figures";

/** Twice its own timeout for workers. */
const PRIMARY_TIMEOUT_MS = 2 * SECOND;

/**
 * Call it before the database is opened.
 * @param primary set in a worker
 */
export async function startMetrics(token: string, primary?: PrimaryChannel) {
  const prometheus = await import("prom-client");
  const registry = new prometheus.Registry();
  const figures = createMetrics(prometheus, registry);
  measureRuntime(prometheus, registry);
  measureDatabase(figures);
  const { counterBy, gauge } = figures;
  const limits = [...Object.keys(LIMITS), ...Object.keys(ATTEMPT_LIMITS)];
  onLimitExceeded(counterBy("limit", limits, "paddock_limit_refusals_total", "Requests refused by a limit"));
  const failures = "paddock_photo_store_failures_total";
  onPhotoStoreFailure(counterBy("operation", STORE_OPERATIONS, failures, "Failed operations of the photo store"));
  countFaults(prometheus, registry);
  gauge("paddock_processes", "Processes serving requests", () => 1);
  gauge("paddock_uploads_under_way", "Uploads in progress", countUploadsInProgress);
  const cacheHelp = "Responses to visitors by cache use: sent from cache, not modified, rendered";
  const send = async () => primary?.send({ type: "metrics", metrics: await registry.getMetricsAsJSON() });
  primary?.subscribe(({ type }) => {
    if (type === "measure") void send();
  });
  const ofProcesses = async () => {
    const all = await primary?.metrics(PRIMARY_TIMEOUT_MS).catch((error) => {
      log.error({ err: error }, "metrics of other processes unavailable");
    });
    return all ?? (await registry.metrics());
  };
  return {
    token,
    text: async () => ({
      body: (await Promise.all([ofProcesses(), siteFigures(prometheus)])).join("\n"),
      type: registry.contentType,
    }),
    requests: (nameOf: (target: string) => string, handler: RequestListener) =>
      measureRequests(prometheus, registry, { nameOf, handler }),
    countCacheUse: counterBy("how", ["whole", "unchanged", "made"], "paddock_kept_answers_total", cacheHelp),
    /** Sends the final counters to the primary before exit. */
    sendLast: send,
  };
}

export type Metrics = Awaited<ReturnType<typeof startMetrics>>;

/** Aggregated as the maximum over all processes. */
const AT_WORST = /^nodejs_eventloop_lag_(p\d+_|mean_|stddev_)?seconds$/;

function measureRuntime({ collectDefaultMetrics }: Prometheus, register: Registry): void {
  collectDefaultMetrics({ register });
  for (const figure of register.getMetricsAsArray() as { name: string; aggregator: string }[]) {
    if (AT_WORST.test(figure.name)) figure.aggregator = "max";
    // Missing in the library: the oldest process gives the site's start.
    if (figure.name === "process_start_time_seconds") figure.aggregator = "min";
  }
}

/** ms; less is no lock wait: SQLite retries after 1 ms, and taking the lock takes 0.05 ms. */
const UNCONTENDED_MS = 1;
const STATEMENTS = ["select", "insert", "update", "delete", "other"] as const satisfies StatementKind[];

function measureDatabase({ counter, counterBy }: Figures): void {
  const kinds = [...STATEMENTS, "transaction"];
  const took = counterBy("kind", kinds, "paddock_sqlite_seconds_total", "Time in SQLite by kind of statement");
  const count = counterBy("kind", kinds, "paddock_sqlite_statements_total", "Statements by kind");
  const outcomes = ["committed", "rolled_back"];
  const ended = counterBy("outcome", outcomes, "paddock_sqlite_transactions_total", "Transactions by outcome");
  const waits = counter("paddock_sqlite_busy_waits_total", "Transactions that waited for the write lock");
  const waited = counter("paddock_sqlite_busy_wait_seconds_total", "Time waited for the write lock");
  observeDatabase({
    statement(kind, ms) {
      took(kind, ms / 1000);
      count(kind);
    },
    transaction(outcome, ms, wait) {
      took("transaction", ms / 1000);
      count("transaction");
      ended(outcome);
      if (wait < UNCONTENDED_MS) return;
      waits();
      waited(wait / 1000);
    },
  });
}

function countFaults({ Counter }: Prometheus, registry: Registry): void {
  new Counter({
    name: "paddock_faults_total",
    help: "Faults by place",
    labelNames: ["where"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [faultPlace, count] of Object.entries(faultCounts)) this.inc({ where: faultPlace }, count);
    },
  });
  new Counter({
    name: "paddock_disk_write_failures_total",
    help: "Faults caused by a disk that is full, read-only or broken",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(diskFailures.count);
    },
  });
}

async function siteFigures(prometheus: Prometheus): Promise<string> {
  const { mails, photosWaiting, backups } = readOperationsState();
  const [disks, store, database] = await Promise.all([readDisks(), readStoreStatus(), readDatabaseSize()]);
  const registry = new prometheus.Registry();
  const gauge = (name: string, help: string, value: number) =>
    createMetrics(prometheus, registry).gauge(name, help, () => value);
  const age = mails.oldestAt === null ? 0 : Math.max(0, now() - mails.oldestAt) / 1000;
  gauge("paddock_mails_waiting", "Mails in the outbox not yet sent", mails.waiting);
  gauge("paddock_mails_oldest_seconds", "Age of the oldest mail not yet sent; 0: none", age);
  gauge("paddock_mails_failing", "Mails not yet sent after at least one failed attempt", mails.failing);
  gauge("paddock_mails_given_up", "Mails given up in the last 7 days", mails.givenUp);
  gauge("paddock_mails_refused", "Mails refused permanently in the last 7 days", mails.refused);
  gauge("paddock_photos_waiting", "Uploaded photos whose form has not been submitted", photosWaiting);
  const { every, lastWhole, lastTried, overdue } = backups;
  const at = (run: typeof lastWhole) => (run?.startedAt ?? 0) / 1000;
  const took = lastWhole?.finishedAt ? (lastWhole.finishedAt - lastWhole.startedAt) / 1000 : 0;
  const whole = lastTried?.error === null ? 1 : 0;
  const addedHelp = "Bytes added by the last complete backup";
  gauge("paddock_backup_interval_seconds", "BACKUP_EVERY; 0: off", (every ?? 0) / 1000);
  gauge(
    "paddock_backup_overdue",
    "1 if the last complete backup is older than two intervals, or dated in the future",
    overdue ? 1 : 0,
  );
  gauge("paddock_backup_last_success_timestamp_seconds", "Start of the last complete backup; 0: none", at(lastWhole));
  gauge("paddock_backup_last_try_timestamp_seconds", "Start of the last finished backup; 0: none", at(lastTried));
  gauge("paddock_backup_last_try_success", "1 if the last finished backup is complete", whole);
  gauge("paddock_backup_last_bytes", addedHelp, lastWhole?.bytes ?? 0);
  gauge("paddock_backup_last_duration_seconds", "Duration of the last complete backup", took);
  gauge("paddock_photo_store_up", "1 if the photo store responds", store.reachable ? 1 : 0);
  gauge("paddock_database_bytes", "Size of the database file", database.file);
  gauge("paddock_database_wal_bytes", "Size of the write-ahead log", database.wal);
  const labels = currentVersion();
  const build = {
    name: "paddock_build_info",
    help: "Running version; the value is always 1",
    labelNames: Object.keys(labels),
  };
  new prometheus.Gauge({ ...build, registers: [registry] }).set({ ...labels }, 1);
  const ofDisks = (name: string, help: string, value: "free" | "size") => {
    const diskGauge = new prometheus.Gauge({ name, help, labelNames: ["holds"], registers: [registry] });
    for (const disk of disks) diskGauge.set({ holds: disk.holds }, disk[value]);
  };
  ofDisks("paddock_disk_free_bytes", "Free space of a disk; one series if database and photos share it", "free");
  ofDisks("paddock_disk_size_bytes", "Size of a disk", "size");
  return registry.metrics();
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const OTHER = "other";
/** The client disconnected before the response. */
const CLIENT_CLOSED_STATUS = 499;
/** Seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Refusals with their own histogram. A scanner causes thousands of combinations of fifteen lines each, and a scrape
 * would block the process. All refusals are counted.
 */
const MAX_REFUSAL_KINDS = 300;

/**
 * Until the response is sent or the client disconnects.
 * @param nameOf finds the pattern of a request's route
 */
export function measureRequests(
  { Counter, Histogram }: Prometheus,
  registry: Registry,
  { nameOf, handler }: { nameOf: (target: string) => string; handler: RequestListener },
): RequestListener {
  const common = { labelNames: ["route", "method", "status"], registers: [registry] };
  const help = "Requests by route, method and status; 499: client disconnected";
  const requests = new Counter({ name: "paddock_http_requests_total", help, ...common });
  const name = "paddock_http_request_duration_seconds";
  const durations = new Histogram({ name, help: "Time until the response was sent", buckets: BUCKETS, ...common });
  const refusals = new Set<string>();
  const timedAs = (labels: { route: string; method: string; status: number }) => {
    const { route, method, status } = labels;
    if (status < 400 || status >= 500) return labels;
    const kind = `${route} ${method} ${status}`;
    if (refusals.size >= MAX_REFUSAL_KINDS && !refusals.has(kind))
      return { route: UNKNOWN_ROUTE, method: OTHER, status };
    refusals.add(kind);
    return labels;
  };
  const note = (target: string, method: string, res: ServerResponse, startedAt: number) => {
    const status = res.writableEnded ? res.statusCode : CLIENT_CLOSED_STATUS;
    const labels = { route: nameOf(target), method: METHODS.includes(method) ? method : OTHER, status };
    requests.inc(labels);
    durations.observe(timedAs(labels), (performance.now() - startedAt) / 1000);
  };
  return (req, res) => {
    const startedAt = performance.now();
    // Express changes the address later.
    const { url = "", method = "" } = req;
    handler(req, res);
    // A cached response has ended synchronously.
    if (res.writableEnded) note(url, method, res, startedAt);
    else res.once("close", () => note(url, method, res, startedAt));
  };
}
