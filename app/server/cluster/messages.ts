import type { Worker } from "node:cluster";
import type { Socket } from "node:net";
import type { Registry } from "prom-client";

/**
 * What the processes of one site say to each other. After a SIGHUP workers of a newer build talk to the primary of an
 * older one: a change here needs a whole restart, so change by adding.
 */
export interface PrimaryRequests {
  /** May I prepare files and database? One worker at a time does, so that one migrates and the others find it done. */
  turn: { question: Record<string, never>; answer: null };
  /** Waits for an upload's slot; `slot` is the worker's own number for it. */
  slot: { question: { slot: number; personId: number; bytes: number; piece?: boolean }; answer: SlotRefusal | null };
  /** How much of it has arrived; the answer is what `Slot.arrived` returns. */
  arrived: { question: { slot: number; bytes: number }; answer: SlotRefusal | { room: number } };
  /** What all workers measure, those included that are no more, as Prometheus reads it. */
  figures: { question: Record<string, never>; answer: string };
}

/** What one process measures. */
export type Measured = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

export interface SlotRefusal {
  code: "invalid" | "rate_limited" | "too_slow";
  message: string;
  retryAfter?: number | undefined;
}

export type PrimaryRequestName = keyof PrimaryRequests;

export type FromWorker =
  | { type: "ready" }
  /** A connection has arrived; not accepted where the worker has as many as it may. */
  | { type: "took"; connection: number; accepted: boolean }
  | { type: "background-over" }
  | { type: "wake-mail" }
  | { type: "leave-slot"; slot: number }
  /** What this worker measures. */
  | { type: "figures"; figures: Measured }
  | { type: "ask"; id: number; about: PrimaryRequestName; question: PrimaryRequests[PrimaryRequestName]["question"] };

type ToWorker =
  /** Comes with a socket. */
  | { type: "connection"; connection: number }
  | { type: "answer"; id: number; answer: PrimaryRequests[PrimaryRequestName]["answer"] }
  /** Do the background jobs from here on. */
  | { type: "background" }
  | { type: "wake-mail" }
  /** A process has died: remove what it left. */
  | { type: "sweep" }
  /** Tell what you measure. */
  | { type: "measure" }
  /** Queue requests from here on: the site is about to stop. */
  | { type: "hold" }
  /** Answer what has come, then end. `linger` and `grace` as in `Shutdown.finish`, ms. */
  | { type: "stop"; linger?: number; grace?: number };

/** Sends a message; to a worker that has gone it does nothing. @param socket stays open in this process too */
export function sendToWorker(worker: Worker, message: ToWorker, socket?: Socket): void {
  // With a callback a channel that closes meanwhile is no uncaught error.
  if (worker.isConnected()) worker.send(message, socket, { keepOpen: true }, () => undefined);
}

/** How long an answer may take, ms: only a primary that hangs takes as long. */
const REPLY_TIMEOUT_MS = 5_000;

/** A worker's way to the primary process. Where the primary ends, Node ends the worker. */
export interface PrimaryChannel {
  tell(message: FromWorker): void;
  /** @throws Error where no reply comes within `timeoutMs` */
  ask<Name extends PrimaryRequestName>(
    about: Name,
    question: PrimaryRequests[Name]["question"],
    timeoutMs?: number,
  ): Promise<PrimaryRequests[Name]["answer"]>;
  /** Calls `listener` with each message that is no answer. */
  listen(listener: (message: ToWorker, socket: Socket | undefined) => void): void;
}

/** Connects this worker to its primary process; once a process. */
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
    listen: (listener) => void listeners.push(listener),
  };
}
