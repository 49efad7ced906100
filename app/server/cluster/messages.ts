import type { Worker } from "node:cluster";
import type { Socket } from "node:net";
import type { Registry } from "prom-client";

/**
 * Messages between the processes of one site. After a SIGHUP, workers of a newer build talk to the primary of an older
 * one: only add to these types, since any other change needs a full restart.
 */
export interface PrimaryAnswers {
  /**
   * Permission to prepare files and database: one worker at a time, so that one migrates and the others find it done.
   */
  turn: null;
  /** Metrics of all workers, dead ones included, in Prometheus text format. */
  figures: string;
}

/** Metrics of one process. */
export type Measured = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

export type FromWorker =
  | { type: "ready" }
  /** A connection has arrived; not accepted where the worker is full. */
  | { type: "took"; connection: number; accepted: boolean }
  | { type: "background-over" }
  | { type: "wake-mail" }
  /** This worker's metrics. */
  | { type: "figures"; figures: Measured }
  | { type: "ask"; id: number; about: keyof PrimaryAnswers };

type ToWorker =
  /** Comes with a socket. */
  | { type: "connection"; connection: number }
  | { type: "answer"; id: number; answer: PrimaryAnswers[keyof PrimaryAnswers] }
  /** Start the background jobs. `siteStartedAt`: when the primary started, ms since 1970; older ones do not send it. */
  | { type: "background"; siteStartedAt?: number }
  | { type: "wake-mail" }
  /** A process has died: delete its temporary folders. */
  | { type: "sweep" }
  /** Send your metrics. */
  | { type: "measure" }
  /** Queue new requests: the site is about to stop. */
  | { type: "hold" }
  /** Respond to pending requests, then end. `linger` and `grace` as in `Shutdown.finish`, ms. */
  | { type: "stop"; linger?: number; grace?: number };

/** Sends a message; ignored where the worker has ended. @param socket stays open in this process too */
export function sendToWorker(worker: Worker, message: ToWorker, socket?: Socket): void {
  // Without a callback, a channel that closes meanwhile would throw an uncaught error.
  if (worker.isConnected()) worker.send(message, socket, { keepOpen: true }, () => undefined);
}

/** A worker's channel to the primary process. Where the primary ends, Node ends the worker. */
export interface PrimaryChannel {
  tell(message: FromWorker): void;
  /** @throws Error where no reply comes within `timeoutMs` */
  ask<Name extends keyof PrimaryAnswers>(about: Name, timeoutMs: number): Promise<PrimaryAnswers[Name]>;
  /** Calls `listener` with each message that is not a reply. */
  listen(listener: (message: ToWorker, socket: Socket | undefined) => void): void;
}

/** Connects this worker to its primary process; call it once per process. */
export function connectToPrimary(): PrimaryChannel {
  const pending = new Map<number, (answer: unknown) => void>();
  const listeners: ((message: ToWorker, socket: Socket | undefined) => void)[] = [];
  let serial = 0;
  const tell = (message: FromWorker) => {
    process.send?.(message);
  };
  process.on("message", (message: ToWorker, socket: Socket | undefined) => {
    if (message.type !== "answer") {
      for (const listener of listeners) listener(message, socket);
      return;
    }
    pending.get(message.id)?.(message.answer);
    pending.delete(message.id);
  });
  return {
    tell,
    ask: (about, timeoutMs) =>
      new Promise((resolve, reject) => {
        serial += 1;
        const id = serial;
        const giveUp = () => {
          pending.delete(id);
          reject(new Error(`the primary process did not answer: ${about}`));
        };
        const timer = timeoutMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(giveUp, timeoutMs);
        pending.set(id, (answer) => {
          clearTimeout(timer);
          resolve(answer as never);
        });
        tell({ type: "ask", id, about });
      }),
    listen: (listener) => void listeners.push(listener),
  };
}
