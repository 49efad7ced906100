import type { Worker } from "node:cluster";
import type { Socket } from "node:net";
import type { ToWorker } from "./messages";

/**
 * Sends a message; to a worker that has gone it does nothing.
 * @param socket stays open in this process too
 */
export function tellWorker(worker: Worker, message: ToWorker, socket?: Socket): void {
  // With a callback a channel that closes meanwhile is no uncaught error.
  if (worker.isConnected()) worker.send(message, socket, { keepOpen: true }, () => undefined);
}
