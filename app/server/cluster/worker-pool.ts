import cluster, { type Worker } from "node:cluster";
import { SECOND } from "~/lib/time";
import { log } from "~/services/log/log.server";
import { type FromWorker, sendToWorker } from "./messages";

/** Before a dead worker is replaced; doubles with each early death in a row. */
const RESTART_DELAY_MS = { first: SECOND / 2, max: 30 * SECOND };
/** An earlier death is an early one. */
const YOUNG_MS = 10 * SECOND;
/** Then a hanging worker is killed; working ones abort their requests after nine seconds. */
const STOP_TIMEOUT_MS = 12 * SECOND;
/** Of a retired worker, before the next one is replaced. */
const RETIRE_TIMEOUT_MS = 10 * SECOND;

interface PoolWorker {
  readonly worker: Worker;
  state: "starting" | "listening" | "retired";
  /** undefined if the worker ends first. */
  listening: Promise<number | undefined>;
  ended: Promise<number | null>;
}

interface PoolEvents {
  message(worker: Worker, message: FromWorker): void;
  listening(worker: Worker): void;
  ended(worker: Worker, isClean: boolean): void;
}

/** Replacements and reloads run one after the other. */
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

  /** @returns the port; undefined if a worker did not start */
  async start(): Promise<number | undefined> {
    // The first one migrates the database.
    const port = await this.#fork().listening;
    if (port === undefined) return undefined;
    const others = Array.from({ length: this.count - 1 }, () => this.#fork().listening);
    return (await Promise.all(others)).includes(undefined) ? undefined : port;
  }

  /** One by one; if a new worker does not start, the old ones stay. */
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
        if (port === undefined) return log.error({}, "reload aborted: new worker did not start");
        await this.#retire(old);
      }
      log.info({ processes: this.count }, "reload finished");
    });
  }

  /** @returns whether every worker exited with 0 */
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
    // Not `exit`, which may precede the last messages.
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
      log.info({ pid: worker.process.pid }, "worker started");
      this.events.listening(worker);
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      // A message to a worker that has just died; its `close` event handles that.
      if (error.code === "EPIPE" || error.code === "ERR_IPC_CHANNEL_CLOSED") return;
      log.error({ err: error, worker: worker.process.pid }, "worker fault");
    });
    void ended.then(([code, signal]) => {
      this.#workers.delete(member);
      this.events.ended(worker, code === 0);
      if (this.#isStopping || member.state === "retired") return;
      // A worker that does not start has logged why, unless it was killed.
      const isLogged = member.state === "starting" && signal === null;
      if (!isLogged) log.error({ pid: worker.process.pid, code, signal }, "worker died");
      this.#youngDeaths = performance.now() - forkedAt < YOUNG_MS ? this.#youngDeaths + 1 : 0;
      this.#queue(() => this.#fill());
    });
    return member;
  }

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
