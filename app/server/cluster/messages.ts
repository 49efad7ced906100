import cluster, { type Worker } from "node:cluster";
import type { Registry } from "prom-client";

/** Metrics of one process. */
export type ProcessMetrics = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/**
 * Messages between the processes of one site. After a SIGHUP, workers of a newer build talk to the primary of an older
 * one: only add to these types, since any other change needs a full restart.
 */
export type FromWorker =
  /** The background jobs have ended here. */
  | { type: "background-over" }
  | { type: "metrics"; metrics: ProcessMetrics }
  /** Requests the metrics of all workers, dead ones included. */
  | { type: "ask"; id: number; about: "metrics" };

type ToWorker =
  /** `answer`: metrics in Prometheus text format. */
  | { type: "answer"; id: number; answer: string }
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

/** A worker's channel to the primary process. Where the primary ends, Node ends the worker. */
export interface PrimaryChannel {
  tell(message: FromWorker): void;
  /**
   * @returns the metrics of all workers, in Prometheus text format
   * @throws Error where no reply comes within `timeoutMs`
   */
  metrics(timeoutMs: number): Promise<string>;
  /** Calls `listener` with each message that is not a reply. */
  listen(listener: (message: ToWorker) => void): void;
}

/** Connects this worker to its primary process; call it once per process. */
export function connectToPrimary(): PrimaryChannel {
  const pending = new Map<number, (answer: string) => void>();
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
    metrics: (timeoutMs) =>
      new Promise((resolve, reject) => {
        serial += 1;
        const id = serial;
        const timer = setTimeout(() => {
          pending.delete(id);
          reject(new Error("the primary process did not answer"));
        }, timeoutMs);
        pending.set(id, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
        tell({ type: "ask", id, about: "metrics" });
      }),
    listen: (listener) => void process.on("message", listener),
  };
}
