import cluster, { type Worker } from "node:cluster";
import { createServer } from "node:net";
import path from "node:path";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { env } from "~/env.server";
import { now, SECOND } from "~/lib/time";
import { log, logSecurity } from "~/services/log/log.server";
import { bindPort, logListening } from "../process/listen";
import { acceptPending } from "../process/stop";
import { Answers } from "./answers";
import { Connections } from "./connections";
import { sendToWorker } from "./messages";
import { WorkerPool } from "./worker-pool";

/** Timeout for passing on the last connections, ms. */
const HANDOVER_TIMEOUT_MS = 2 * SECOND;

/**
 * Process above WEB_CONCURRENCY workers. It handles no requests: it accepts connections and passes them on, holds the
 * rate limits of all workers, assigns the background jobs to a worker, and keeps the workers alive. It
 * loads neither app nor database. SIGTERM and SIGINT stop the site, SIGHUP replaces the workers one by one.
 * @throws EnvError where the port or the host cannot be bound
 */
export async function runPrimary(): Promise<void> {
  const { WEB_CONCURRENCY, MAX_CONNECTIONS } = env();
  const connections = new Connections(MAX_CONNECTIONS);
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => connections.give(socket));
  const port = await bindPort(server);
  // Not this process's own file: `npm start` runs the server inside another script.
  cluster.setupPrimary({ exec: path.resolve("build/server.js"), args: [] });
  new RateLimiterClusterMaster();
  const workers = await watchedWorkers(WEB_CONCURRENCY, { PORT: port }, connections);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    logSecurity("stop", { pid: process.pid });
    // While workers queue their requests, they take the last connections quickly.
    workers.hold();
    await acceptPending(server);
    server.close();
    await connections.drained(HANDOVER_TIMEOUT_MS);
    process.exit((await workers.stop()) ? 0 : 1);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("SIGHUP", () => void workers.reload());

  const up = await workers.start();
  if (stopping) return;
  if (!up) process.exit(1);
  logListening(port, { processes: WEB_CONCURRENCY });
}

async function watchedWorkers(count: number, settings: object, connections: Connections): Promise<WorkerPool> {
  const jobs = new JobAssignment();
  // Loads the library only for sites with metrics.
  const measures = env().METRICS_TOKEN ? new (await import("./measures")).Measures() : undefined;
  const answers = new Answers(async () => (await measures?.text()) ?? "");
  return new WorkerPool(count, settings, {
    message(worker, message) {
      if (message.type === "ask") answers.answer(worker, message);
      else if (message.type === "took") connections.took(worker, message.connection, message.accepted);
      else if (message.type === "figures") measures?.hear(worker, message.figures);
      else if (message.type === "wake-mail") jobs.wakeMail();
      else if (message.type === "background-over") jobs.over(worker);
    },
    ready(worker) {
      connections.add(worker);
      jobs.add(worker);
      measures?.add(worker);
    },
    leaving(worker) {
      jobs.remove(worker);
      return connections.remove(worker);
    },
    gone(worker, clean) {
      connections.lose(worker);
      measures?.lose(worker, clean);
      jobs.over(worker);
      if (!clean) jobs.sweep();
    },
  });
}

/** Assigns the background jobs to one worker at a time, and to another only when that one has ended them or is dead. */
class JobAssignment {
  readonly #ready: Worker[] = [];
  readonly #siteStartedAt = now();
  #holder: Worker | undefined;

  /** Adds a worker that may get the jobs. */
  add(worker: Worker): void {
    this.#ready.push(worker);
    this.#assign();
  }

  /** Removes a worker from the candidates; it may still be running the jobs. */
  remove(worker: Worker): void {
    const at = this.#ready.indexOf(worker);
    if (at >= 0) this.#ready.splice(at, 1);
  }

  /** Handles a worker that has ended the jobs, or whose process has ended. */
  over(worker: Worker): void {
    this.remove(worker);
    if (this.#holder !== worker) return;
    this.#holder = undefined;
    this.#assign();
  }

  wakeMail(): void {
    if (this.#holder) sendToWorker(this.#holder, { type: "wake-mail" });
  }

  /** Has the job worker delete the temporary folders of a process that has died. */
  sweep(): void {
    if (this.#holder) sendToWorker(this.#holder, { type: "sweep" });
  }

  /** Assigns the jobs to the longest-running worker, which has them until it leaves. */
  #assign(): void {
    if (this.#holder) return;
    this.#holder = this.#ready[0];
    if (!this.#holder) return;
    log.info({ pid: this.#holder.process.pid }, "background jobs");
    sendToWorker(this.#holder, { type: "background", siteStartedAt: this.#siteStartedAt });
  }
}
