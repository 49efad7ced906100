import cluster, { type Worker } from "node:cluster";
import type { Registry } from "prom-client";

export type ProcessMetrics = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/**
 * After a SIGHUP, newer workers talk to an older primary: only add to these types; other changes need a full restart.
 */
export type FromWorker =
  | { type: "background-over" }
  | { type: "metrics"; metrics: ProcessMetrics }
  /** Of all workers, including ended ones. */
  | { type: "ask"; id: number; about: "metrics" };

type ToWorker =
  /** `answer`: metrics in Prometheus text format. */
  | { type: "answer"; id: number; answer: string }
  /** `siteStartedAt`: start of the primary, ms since 1970. */
  | { type: "background"; siteStartedAt: number }
  | { type: "measure" }
  /** Another worker takes over: finish pending requests, then exit. */
  | { type: "retire" };

/** Does nothing if the worker has ended. */
export function sendToWorker(worker: Worker, message: ToWorker): void {
  // Without a callback, a channel closing meanwhile would throw an uncaught error.
  if (worker.isConnected()) worker.send(message, () => undefined);
}

/** If the primary ends, Node ends the worker. */
export interface PrimaryChannel {
  send(message: FromWorker): void;
  /**
   * In Prometheus text format.
   * @throws Error without a reply within `timeoutMs`
   */
  metrics(timeoutMs: number): Promise<string>;
  /** Receives every message except replies. */
  subscribe(listener: (message: ToWorker) => void): void;
}

export function connectToPrimary(): PrimaryChannel {
  const pending = new Map<number, (answer: string) => void>();
  let serial = 0;
  // Writing to a dead primary fails; Node ends this process next.
  cluster.worker?.on("error", () => {});
  process.on("message", (message: ToWorker) => {
    if (message.type !== "answer") return;
    pending.get(message.id)?.(message.answer);
    pending.delete(message.id);
  });
  const send = (message: FromWorker) => void process.send?.(message);
  return {
    send,
    metrics: (timeoutMs) =>
      new Promise((resolve, reject) => {
        serial += 1;
        const id = serial;
        const timer = setTimeout(() => {
          pending.delete(id);
          reject(new Error("no reply from the primary process"));
        }, timeoutMs);
        pending.set(id, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
        send({ type: "ask", id, about: "metrics" });
      }),
    subscribe: (listener) => void process.on("message", listener),
  };
}
