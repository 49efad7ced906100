import cluster, { type Worker } from "node:cluster";
import type { Registry } from "prom-client";

/**
 * Messages between the processes of one site. After a SIGHUP, workers of a newer build talk to the primary of an older
 * one: only add to these types, since any other change needs a full restart.
 */
export interface PrimaryRequests {
  /** Waits for an upload's slot; `slot` is the worker's own number for it. */
  slot: { question: { slot: number; personId: number; bytes: number; piece: boolean }; answer: SlotRefusal | null };
  /** Bytes of the upload received so far; the reply is the result of `Slot.arrived`. */
  arrived: { question: { slot: number; bytes: number }; answer: SlotRefusal | { room: number } };
  /** Metrics of all workers, dead ones included, in Prometheus text format. */
  metrics: { question: Record<string, never>; answer: string };
}

/** Metrics of one process. */
export type ProcessMetrics = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

export interface SlotRefusal {
  code: "invalid" | "rate_limited" | "too_slow";
  message: string;
  retryAfter?: number | undefined;
}

export type PrimaryRequestName = keyof PrimaryRequests;

export type FromWorker =
  /** The background jobs have ended here. */
  | { type: "background-over" }
  | { type: "leave-slot"; slot: number }
  | { type: "metrics"; metrics: ProcessMetrics }
  | { type: "ask"; id: number; about: PrimaryRequestName; question: PrimaryRequests[PrimaryRequestName]["question"] };

type ToWorker =
  | { type: "answer"; id: number; answer: PrimaryRequests[PrimaryRequestName]["answer"] }
  /** Start the background jobs. `siteStartedAt`: when the primary started, ms since 1970. */
  | { type: "background"; siteStartedAt: number }
  /** Send your metrics. */
  | { type: "measure" }
  /** Another worker takes over: respond to pending requests, then end. */
  | { type: "retire" };

/** Sends a message; ignored where the worker has ended. */
export function sendToWorker(worker: Worker, message: ToWorker): void {
  // Without a callback, a channel that closes meanwhile would throw an uncaught error.
  if (worker.isConnected()) worker.send(message, () => undefined);
}

/** Timeout of a reply, ms; only a primary that hangs exceeds it. */
const REPLY_TIMEOUT_MS = 5_000;

/** A worker's channel to the primary process. Where the primary ends, Node ends the worker. */
export interface PrimaryChannel {
  tell(message: FromWorker): void;
  /** @throws Error where no reply comes within `timeoutMs` */
  ask<Name extends PrimaryRequestName>(
    about: Name,
    question: PrimaryRequests[Name]["question"],
    timeoutMs?: number,
  ): Promise<PrimaryRequests[Name]["answer"]>;
  /** Calls `listener` with each message that is not a reply. */
  listen(listener: (message: ToWorker) => void): void;
}

/** Connects this worker to its primary process; call it once per process. */
export function connectToPrimary(): PrimaryChannel {
  const pending = new Map<number, (answer: unknown) => void>();
  let serial = 0;
  // A message to a primary that has just died; Node ends this process next.
  cluster.worker?.on("error", () => {});
  process.on("message", (message: ToWorker) => {
    if (message.type !== "answer") return;
    pending.get(message.id)?.(message.answer);
    pending.delete(message.id);
  });
  const tell = (message: FromWorker) => void process.send?.(message);
  return {
    tell,
    ask: (about, question, timeoutMs = REPLY_TIMEOUT_MS) =>
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
        tell({ type: "ask", id, about, question });
      }),
    listen: (listener) => void process.on("message", listener),
  };
}
