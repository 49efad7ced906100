import cluster, { type Worker } from "node:cluster";
import { SECOND } from "~/lib/time";
import { log } from "~/services/log/log.server";
import { type FromWorker, sendToWorker } from "./messages";

/** Delay before a dead worker is replaced, ms. It doubles with each worker in a row that dies young. */
const RESTART_DELAY_MS = { first: SECOND / 2, max: 30 * SECOND };
/** A worker that dies before this age, ms, died young. */
const YOUNG_MS = 10 * SECOND;
/** Timeout before a worker that hangs is killed at a stop, ms: others cut their requests after nine seconds. */
const STOP_TIMEOUT_MS = 12 * SECOND;
/** Timeout for the end of a retired worker before the next one is replaced, ms. */
const RETIRE_TIMEOUT_MS = 10 * SECOND;

/** A worker process. */
interface PoolWorker {
  readonly worker: Worker;
  /** Whether it handles requests. */
  state: "starting" | "listening" | "retired";
  /** Resolves with its port when it listens, undefined where it ends before. */
  listening: Promise<number | undefined>;
  /** Resolves with the exit code when the process has ended; null where it was killed. */
  ended: Promise<number | null>;
}

/** Callbacks for the workers' lifecycle. */
interface PoolEvents {
  message(worker: Worker, message: FromWorker): void;
  listening(worker: Worker): void;
  /** Its process has ended, and all its messages have been handled. */
  ended(worker: Worker, isClean: boolean): void;
}

/** Keeps `count` workers alive. Replacements and reloads come one after the other. */
export class WorkerPool {
  readonly #workers = new Set<PoolWorker>();
  #isStopping = false;
  #youngDeaths = 0;
  #lastTask: Promise<void> = Promise.resolve();
  #isReloadQueued = false;

  constructor(
    private readonly count: number,
    private readonly events: PoolEvents,
  ) {}

  /** Starts all workers. @returns their port; undefined where one did not start */
  async start(): Promise<number | undefined> {
    // The first one migrates the database, so that the others find it done.
    const port = await this.#fork().listening;
    if (port === undefined) return undefined;
    const others = Array.from({ length: this.count - 1 }, () => this.#fork().listening);
    return (await Promise.all(others)).includes(undefined) ? undefined : port;
  }

  /** Replaces the workers one by one with those of the current build; where a new one does not start, the old ones stay. */
  reload(): void {
    if (this.#isReloadQueued) return;
    this.#isReloadQueued = true;
    this.#queue(async () => {
      this.#isReloadQueued = false;
      log.info({ processes: this.count }, "reload started");
      for (const old of this.#present()) {
        if (!this.#workers.has(old)) continue;
        const port = await this.#fork().listening;
        if (this.#isStopping) return;
        if (port === undefined) return log.error({}, "the new worker did not start: the others stay as they are");
        await this.#retire(old);
      }
      log.info({ processes: this.count }, "reload finished");
    });
  }

  /** Stops all workers. @returns whether each exited by itself with code 0 */
  async stop(): Promise<boolean> {
    this.#isStopping = true;
    const codes = [...this.#workers].map(async ({ worker, ended, state }) => {
      worker.process.kill(state === "starting" ? "SIGKILL" : "SIGTERM");
      const kill = setTimeout(() => worker.process.kill("SIGKILL"), STOP_TIMEOUT_MS);
      const code = await ended;
      clearTimeout(kill);
      return state === "starting" ? 0 : code;
    });
    return (await Promise.all(codes)).every((code) => code === 0);
  }

  /** The worker that has been listening for longest. */
  oldest(): Worker | undefined {
    return this.#present().find(({ state }) => state === "listening")?.worker;
  }

  #present(): PoolWorker[] {
    return [...this.#workers].filter(({ state }) => state !== "retired");
  }

  #queue(task: () => Promise<void>): void {
    this.#lastTask = this.#lastTask.then(task);
  }

  #fork(): PoolWorker {
    const worker = cluster.fork();
    // Not `exit`, which may come before the last messages.
    const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
      worker.process.once("close", (code, signal) => resolve([code, signal])),
    );
    const member: PoolWorker = {
      worker,
      state: "starting",
      listening: Promise.race([
        new Promise<number>((resolve) => worker.once("listening", ({ port }) => resolve(port))),
        ended.then(() => undefined),
      ]),
      ended: ended.then(([code]) => code),
    };
    this.#workers.add(member);
    const forkedAt = performance.now();
    worker.on("message", (message: FromWorker) => this.events.message(worker, message));
    worker.once("listening", () => {
      member.state = "listening";
      log.info({ pid: worker.process.pid }, "a worker answers");
      this.events.listening(worker);
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      // A message to a worker that has just died.
      if (error.code === "EPIPE" || error.code === "ERR_IPC_CHANNEL_CLOSED") return;
      log.error({ err: error, worker: worker.process.pid }, "worker fault");
    });
    void ended.then(([code, signal]) => {
      this.#workers.delete(member);
      this.events.ended(worker, code === 0);
      if (this.#isStopping || member.state === "retired") return;
      // A worker that does not start has logged why, unless it was killed.
      const isLogged = member.state === "starting" && signal === null;
      if (!isLogged) log.error({ pid: worker.process.pid, code, signal }, "a worker has died");
      this.#youngDeaths = performance.now() - forkedAt < YOUNG_MS ? this.#youngDeaths + 1 : 0;
      this.#queue(() => this.#fill());
    });
    return member;
  }

  /** Starts a missing worker, after a delay. */
  async #fill(): Promise<void> {
    if (this.#isStopping || this.#present().length >= this.count) return;
    await pause(Math.min(RESTART_DELAY_MS.first * 2 ** this.#youngDeaths, RESTART_DELAY_MS.max));
    if (!this.#isStopping) await this.#fork().listening;
  }

  async #retire(member: PoolWorker): Promise<void> {
    member.state = "retired";
    sendToWorker(member.worker, { type: "retire" });
    await Promise.race([member.ended, pause(RETIRE_TIMEOUT_MS)]);
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
