import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import { MINUTE, SECOND } from "~/lib/time";
import { log } from "~/services/log/log.server";
import { type FromWorker, sendToWorker } from "./messages";

/** Pause before a worker takes the place of one that has died, ms: none of them may be able to live. */
const RESTART_DELAY_MS = SECOND / 2;
/** How long a worker may take to stop before it is killed, ms: a little longer than it gives its own requests. */
const STOP_TIMEOUT_MS = 9.8 * SECOND;
/**
 * How long a replaced worker waits for a last request on a keep-alive connection, and how long its requests may take:
 * uploads over a slow line take minutes, and nobody is in a hurry here. ms.
 */
const REPLACED_TIMEOUTS_MS = { linger: 2 * SECOND, grace: 10 * MINUTE };
/** How long the replacement of the next worker waits for the end of the last, ms. */
const REPLACEMENT_TIMEOUT_MS = 10 * SECOND;

type State = "starting" | "ready" | "leaving";

/** A worker process. */
interface PoolWorker {
  readonly worker: Worker;
  state: State;
  /** Whether it came up. */
  ready: Promise<boolean>;
  /** Resolves with its exit code once it is no more; null where it was killed. */
  gone: Promise<number | null>;
}

/** What is done about the workers' lives. */
interface PoolEvents {
  message(worker: Worker, message: FromWorker): void;
  /** It answers from here on. */
  ready(worker: Worker): void;
  /** It is about to be told to stop; resolves once nothing new reaches it. */
  leaving(worker: Worker): Promise<void>;
  /** Its process is no more, and all that it said has been heard. */
  gone(worker: Worker, clean: boolean): void;
}

/** Keeps `count` workers alive. */
export class WorkerPool {
  readonly #members = new Set<PoolWorker>();
  #state: "starting" | "running" | "stopping" = "starting";
  #pausing = false;
  #reloading = false;
  #reloadAgain = false;

  /** @param settings environment variables of theirs */
  constructor(
    private readonly count: number,
    private readonly settings: object,
    private readonly events: PoolEvents,
  ) {}

  /** Starts all of them. @returns false where one did not come up: the others are killed then */
  async start(): Promise<boolean> {
    const members = Array.from({ length: this.count }, () => this.#fork());
    const up = (await Promise.all(members.map(({ ready }) => ready))).every(Boolean);
    if (up) this.#state = "running";
    return up;
  }

  /**
   * Replaces the workers one by one with those of the build as it is now; where a new one does not come up, the old ones
   * stay. Called during another replacement, it makes that start again when it is through.
   */
  async reload(): Promise<void> {
    this.#reloadAgain = this.#reloading;
    if (this.#reloading || this.#state !== "running") return;
    this.#reloading = true;
    do {
      this.#reloadAgain = false;
      await this.#replaceAll();
    } while (this.#reloadAgain && this.#state === "running");
    this.#reloading = false;
  }

  /** From here on none is started, those that are starting are killed, and requests wait for `stop`. */
  hold(): void {
    this.#state = "stopping";
    for (const { worker, state } of this.#members) {
      if (state === "starting") worker.process.kill("SIGKILL");
      else sendToWorker(worker, { type: "hold" });
    }
  }

  /** Tells all to stop. @returns whether each ended by itself, and well */
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
      // A message to one that has just died, which `close` tells.
      if (error.code === "EPIPE" || error.code === "ERR_IPC_CHANNEL_CLOSED") return;
      log.error({ err: error, worker: worker.process.pid }, "worker fault");
    });
    // Not `exit`, before which not all may have been heard, nor `disconnect`, which never comes where a connection is on
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
      // One that ends by itself has said why.
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

  /** Starts what is missing. */
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
    // Where an old one died meanwhile, there is one too many.
    for (const surplus of this.#present().slice(this.count)) await this.#retire(surplus);
    log.info({ processes: this.count }, "all workers are new");
  }

  async #retire(member: PoolWorker): Promise<void> {
    if (this.#state !== "running") return;
    member.state = "leaving";
    await this.events.leaving(member.worker);
    sendToWorker(member.worker, { type: "stop", ...REPLACED_TIMEOUTS_MS });
    await Promise.race([member.gone, pause(REPLACEMENT_TIMEOUT_MS, undefined, { ref: false })]);
  }
}

/** @returns its exit code; 0 for one that had not begun to answer, which is killed */
async function stopMember({ worker, gone, state }: PoolWorker): Promise<number | null> {
  if (state === "starting") worker.process.kill("SIGKILL");
  else sendToWorker(worker, { type: "stop" });
  const cut = setTimeout(() => worker.process.kill("SIGKILL"), STOP_TIMEOUT_MS);
  const code = await gone;
  clearTimeout(cut);
  return state === "starting" ? 0 : code;
}
