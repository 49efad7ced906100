import type { Socket } from "node:net";
import type { FromWorker, QuestionName, Questions, ToWorker } from "./messages";

/** How long an answer may take, ms: only a primary that hangs takes as long. */
const PATIENCE = 5_000;

/** A worker's way to the primary process. Where the primary ends, Node ends the worker. */
export interface Primary {
  tell(message: FromWorker): void;
  /**
   * @param patience ms
   * @throws Error where no answer comes in time
   */
  ask<Name extends QuestionName>(
    about: Name,
    question: Questions[Name]["question"],
    patience?: number,
  ): Promise<Questions[Name]["answer"]>;
  /** Calls `listener` with each message that is no answer. */
  listen(listener: (message: ToWorker, socket: Socket | undefined) => void): void;
}

/** Connects this worker to its primary process; once a process. */
export function connectPrimary(): Primary {
  const pending = new Map<number, (answer: unknown) => void>();
  const listeners: ((message: ToWorker, socket: Socket | undefined) => void)[] = [];
  let serial = 0;
  const tell = (message: FromWorker) => {
    // With a callback a closed channel is no uncaught error.
    process.send?.(message, undefined, undefined, () => undefined);
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
    ask: (about, question, patience = PATIENCE) =>
      new Promise((resolve, reject) => {
        serial += 1;
        const id = serial;
        const giveUp = () => {
          pending.delete(id);
          reject(new Error(`the primary process did not answer: ${about}`));
        };
        const timer = patience === Number.POSITIVE_INFINITY ? undefined : setTimeout(giveUp, patience);
        pending.set(id, (answer) => {
          clearTimeout(timer);
          resolve(answer as never);
        });
        tell({ type: "ask", id, about, question });
      }),
    listen: (listener) => void listeners.push(listener),
  };
}
