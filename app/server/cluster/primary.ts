import cluster, { type Worker } from "node:cluster";
import path from "node:path";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { env } from "~/env.server";
import { now } from "~/lib/time";
import { log, logSecurity } from "~/services/log/log.server";
import { logListening } from "../process/listen";
import { sendToWorker } from "./messages";
import { WorkerPool } from "./worker-pool";

/**
 * The parent of WEB_CONCURRENCY workers: keeps them alive, holds rate limits and metrics, assigns the background jobs.
 * It loads neither app nor database. SIGTERM and SIGINT stop the site, SIGHUP replaces the workers one by one.
 */
export async function runPrimary(): Promise<void> {
  const { WEB_CONCURRENCY, METRICS_TOKEN } = env();
  // The workers accept connections themselves: with Node's distribution, connections on their way to a killed worker
  // are lost, and their clients wait forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Not this file: `npm start` runs the server inside another script.
  cluster.setupPrimary({ exec: path.resolve("build/server.js"), args: [] });
  new RateLimiterClusterMaster();
  const metrics = METRICS_TOKEN ? new (await import("./cluster-metrics")).ClusterMetrics() : undefined;
  const answer = async (worker: Worker, id: number) =>
    sendToWorker(worker, { type: "answer", id, answer: (await metrics?.text()) ?? "" });

  const siteStartedAt = now();
  let jobWorker: Worker | undefined;
  const assignJobs = () => {
    jobWorker ??= workers.oldest();
    if (!jobWorker) return;
    log.info({ pid: jobWorker.process.pid }, "background jobs");
    sendToWorker(jobWorker, { type: "background", siteStartedAt });
  };
  const reassignJobs = (worker: Worker) => {
    if (worker !== jobWorker) return;
    jobWorker = undefined;
    assignJobs();
  };

  const workers = new WorkerPool(WEB_CONCURRENCY, {
    message(worker, message) {
      if (message.type === "ask")
        answer(worker, message.id).catch((error) => log.error({ err: error }, "cluster metrics failed"));
      else if (message.type === "metrics") metrics?.update(worker, message.metrics);
      else if (message.type === "background-over") reassignJobs(worker);
    },
    listening(worker) {
      metrics?.update(worker);
      if (!jobWorker) assignJobs();
    },
    ended(worker, isClean) {
      metrics?.remove(worker, isClean);
      reassignJobs(worker);
    },
  });

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    logSecurity("stop", { pid: process.pid });
    process.exit((await workers.stop()) ? 0 : 1);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("SIGHUP", () => workers.reload());

  const port = await workers.start();
  if (isStopping) return;
  if (port === undefined) process.exit(1);
  logListening(port, { processes: WEB_CONCURRENCY });
}
