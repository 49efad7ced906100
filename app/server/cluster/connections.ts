import type { Worker } from "node:cluster";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sendToWorker } from "./messages";

interface Waiting {
  socket: Socket;
  /** Workers that were full. */
  refusedBy: Set<number>;
}

/**
 * Passes the connections that the primary accepts to its workers in turn. A worker gets the next one when it has
 * confirmed the last, so that busy ones are skipped; those a dead worker had not confirmed go to another. The cluster
 * module's own distribution would not do: it closes the port with the last worker, loses what a killed worker had not
 * confirmed, and has no limit of connections.
 */
export class Connections {
  /** Workers in rotation; `#free` are those of them that can take a connection now. */
  readonly #rotation = new Set<Worker>();
  readonly #free = new Set<Worker>();
  readonly #handing = new Map<Worker, { id: number; waiting: Waiting }>();
  readonly #waiting: Waiting[] = [];
  readonly #onChange = new Set<() => void>();
  #serial = 0;

  /** @param most maximum number of waiting connections */
  constructor(private readonly most: number) {}

  /** Adds a worker to the rotation. */
  add(worker: Worker): void {
    this.#rotation.add(worker);
    this.#free.add(worker);
    this.#handOver();
  }

  /** Removes a worker from the rotation; resolves once no connection is on its way to it. */
  async remove(worker: Worker): Promise<void> {
    this.#rotation.delete(worker);
    this.#free.delete(worker);
    this.#handOver();
    while (this.#handing.has(worker)) await this.#change();
  }

  /**
   * Passes on the unconfirmed connection of a worker that has died. Call it when all its messages have been handled.
   */
  lose(worker: Worker): void {
    const handing = this.#handing.get(worker);
    this.#handing.delete(worker);
    if (handing) this.#waiting.unshift(handing.waiting);
    void this.remove(worker);
  }

  /** Adds a new connection, of which no byte has been read. */
  give(socket: Socket): void {
    socket.on("error", () => socket.destroy());
    if (this.#waiting.length >= this.most) socket.destroy();
    else this.#waiting.push({ socket, refusedBy: new Set() });
    this.#handOver();
  }

  /** Handles a worker's reply about a connection. */
  took(worker: Worker, id: number, accepted: boolean): void {
    const handing = this.#handing.get(worker);
    if (handing?.id !== id) return;
    this.#handing.delete(worker);
    if (this.#rotation.has(worker)) this.#free.add(worker);
    const { waiting } = handing;
    // The worker has its own handle; the primary's kept the connection open until the reply.
    if (accepted) waiting.socket.destroy();
    else this.#waiting.unshift({ ...waiting, refusedBy: waiting.refusedBy.add(worker.id) });
    this.#handOver();
  }

  /** Resolves once every connection has been passed on; after `ms` the remaining ones are closed. */
  async drained(ms: number): Promise<void> {
    const late = pause(ms, true, { ref: false });
    while (this.#waiting.length > 0 || this.#handing.size > 0) {
      if (await Promise.race([late, this.#change().then(() => false)])) break;
    }
    for (const { socket } of this.#waiting.splice(0)) socket.destroy();
  }

  #handOver(): void {
    for (let at = 0; at < this.#waiting.length && this.#rotation.size > 0; ) {
      const waiting = this.#waiting[at]!;
      const worker = this.#nextFor(waiting);
      if (worker) {
        this.#waiting.splice(at, 1);
        this.#hand(worker, waiting);
      } else if ([...this.#rotation].every(({ id }) => waiting.refusedBy.has(id))) {
        this.#waiting.splice(at, 1);
        waiting.socket.destroy();
      } else if (this.#free.size === 0) break;
      else at += 1;
    }
    for (const tell of this.#onChange) tell();
    this.#onChange.clear();
  }

  /** The worker that has been free for longest. */
  #nextFor({ refusedBy }: Waiting): Worker | undefined {
    for (const worker of this.#free) if (!refusedBy.has(worker.id)) return worker;
    return undefined;
  }

  #hand(worker: Worker, waiting: Waiting): void {
    this.#serial += 1;
    const id = this.#serial;
    this.#free.delete(worker);
    this.#handing.set(worker, { id, waiting });
    sendToWorker(worker, { type: "connection", connection: id }, waiting.socket);
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#onChange.add(resolve));
  }
}
