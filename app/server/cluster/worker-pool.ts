import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import { MINUTE, SECOND } from "~/lib/time";
import { log } from "~/services/log/log.server";
import { type FromWorker, sendToWorker } from "./messages";

/** Delay before a dead worker is replaced, ms, so that workers that all fail do not restart in a tight loop. */
const RESTART_DELAY_MS = SECOND / 2;
/** Timeout before a stopping worker is killed, ms: a little longer than the worker's own timeout of its requests. */
const STOP_TIMEOUT_MS = 9.8 * SECOND;
/**
 * Timeouts of a replaced worker, ms: for a last request on a keep-alive connection, and for its running requests. Long,
 * because uploads on a slow line take minutes and a replacement is not urgent.
 */
const REPLACED_TIMEOUTS_MS = { linger: 2 * SECOND, grace: 10 * MINUTE };
/** Timeout for the end of a replaced worker before the next one is replaced, ms. */
const REPLACEMENT_TIMEOUT_MS = 10 * SECOND;

type State = "starting" | "ready" | "leaving";

/** A worker process. */
interface PoolWorker {
  readonly worker: Worker;
  state: State;
  /** Whether it started. */
  ready: Promise<boolean>;
  /** Resolves with the exit code when the process has ended; null where it was killed. */
  gone: Promise<number | null>;
}

/** Callbacks for the workers' lifecycle. */
interface PoolEvents {
  message(worker: Worker, message: FromWorker): void;
  /** It is ready for connections. */
  ready(worker: Worker): void;
  /** It is about to be stopped; resolves once no new connection reaches it. */
  leaving(worker: Worker): Promise<void>;
  /** Its process has ended, and all its messages have been handled. */
  gone(worker: Worker, clean: boolean): void;
}

/** Keeps `count` workers alive. */
export class WorkerPool {
  readonly #members = new Set<PoolWorker>();
  #state: "starting" | "running" | "stopping" = "starting";
  #pausing = false;
  #reloading = false;
  #reloadAgain = false;

  /** @param settings environment variables of the workers */
  constructor(
    private readonly count: number,
    private readonly settings: object,
    private readonly events: PoolEvents,
  ) {}

  /** Starts all workers. @returns false where one did not start: the others are killed then */
  async start(): Promise<boolean> {
    const members = Array.from({ length: this.count }, () => this.#fork());
    const up = (await Promise.all(members.map(({ ready }) => ready))).every(Boolean);
    if (up) this.#state = "running";
    return up;
  }

  /**
   * Replaces the workers one by one with those of the current build; where a new one does not start, the old ones stay.
   * A call during a replacement starts another one after it.
   */
  async reload(): Promise<void> {
    this.#reloadAgain = this.#reloading;
    if (this.#reloading || this.#state !== "running") return;
    this.#reloading = true;
    do {
      this.#reloadAgain = false;
      log.info({ processes: this.count }, "reload started");
      await this.#replaceAll();
    } while (this.#reloadAgain && this.#state === "running");
    this.#reloading = false;
  }

  /** Starts no more workers, kills those that are starting, and makes the others queue requests until `stop`. */
  hold(): void {
    this.#state = "stopping";
    for (const { worker, state } of this.#members) {
      if (state === "starting") worker.process.kill("SIGKILL");
      else sendToWorker(worker, { type: "hold" });
    }
  }

  /** Stops all workers. @returns whether each exited by itself with code 0 */
  async stop(): Promise<boolean> {
    const codes = await Promise.all([...this.#members].map((member) => stopMember(member)));
    return codes.every((code) => code === 0);
  }

  #fork(): PoolWorker {
    const worker = cluster.fork(this.settings);
    const member: PoolWorker = {
      worker,
      state: "starting",
      ready: new Promise((resolve) => {
        worker.on("message", ({ type }: FromWorker) => type === "ready" && resolve(true));
        worker.process.once("close", () => resolve(false));
      }),
      gone: new Promise((resolve) => worker.process.once("close", (code) => resolve(code))),
    };
    this.#members.add(member);
    worker.on("message", (message: FromWorker) => {
      if (message.type === "ready") this.#onReady(member);
      else this.events.message(worker, message);
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      // A message to a worker that has just died, which `close` reports.
      if (error.code === "EPIPE" || error.code === "ERR_IPC_CHANNEL_CLOSED") return;
      log.error({ err: error, worker: worker.process.pid }, "worker fault");
    });
    // Not `exit`, which may come before the last messages, nor `disconnect`, which never comes where a connection is on
    // its way to a process that is killed.
    worker.process.once("close", (code, signal) => this.#onEnd(member, code, signal));
    return member;
  }

  #onReady(member: PoolWorker): void {
    if (this.#state === "stopping") return;
    member.state = "ready";
    log.info({ pid: member.worker.process.pid }, "a worker answers");
    this.events.ready(member.worker);
  }

  #onEnd(member: PoolWorker, code: number | null, signal: NodeJS.Signals | null): void {
    this.#members.delete(member);
    if (this.#state === "starting") {
      // A worker that ends by itself has logged why.
      if (signal) log.error({ pid: member.worker.process.pid, signal }, "a worker has died");
      this.#state = "stopping";
      for (const { worker } of this.#members) worker.process.kill("SIGKILL");
      return;
    }
    this.events.gone(member.worker, code === 0);
    if (this.#state === "stopping" || member.state === "leaving") return;
    log.error({ pid: member.worker.process.pid, code, signal }, "a worker has died");
    this.#fill();
  }

  #present(): PoolWorker[] {
    return [...this.#members].filter(({ state }) => state !== "leaving");
  }

  /** Starts the missing workers after a delay. */
  #fill(): void {
    if (this.#pausing) return;
    this.#pausing = true;
    setTimeout(() => {
      this.#pausing = false;
      for (let missing = this.count - this.#present().length; missing > 0; missing -= 1) {
        if (this.#state === "running") this.#fork();
      }
    }, RESTART_DELAY_MS);
  }

  async #replaceAll(): Promise<void> {
    for (const old of this.#present()) {
      if (!this.#members.has(old) || this.#state !== "running") continue;
      const next = this.#fork();
      if (!(await next.ready)) {
        log.error({}, "the new worker did not start: the others stay as they are");
        return;
      }
      await this.#retire(old);
    }
    // Where an old worker died meanwhile, there is one too many.
    for (const surplus of this.#present().slice(this.count)) await this.#retire(surplus);
    log.info({ processes: this.count }, "reload finished");
  }

  async #retire(member: PoolWorker): Promise<void> {
    if (this.#state !== "running") return;
    member.state = "leaving";
    await this.events.leaving(member.worker);
    sendToWorker(member.worker, { type: "stop", ...REPLACED_TIMEOUTS_MS });
    await Promise.race([member.gone, pause(REPLACEMENT_TIMEOUT_MS, undefined, { ref: false })]);
  }
}

/** @returns the exit code; 0 for a worker that was not ready yet, which is killed */
async function stopMember({ worker, gone, state }: PoolWorker): Promise<number | null> {
  if (state === "starting") worker.process.kill("SIGKILL");
  else sendToWorker(worker, { type: "stop" });
  const cut = setTimeout(() => worker.process.kill("SIGKILL"), STOP_TIMEOUT_MS);
  const code = await gone;
  clearTimeout(cut);
  return state === "starting" ? 0 : code;
}
