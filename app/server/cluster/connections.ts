import type { Worker } from "node:cluster";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sendToWorker } from "./messages";

interface Waiting {
  socket: Socket;
  /** Workers that had no room for it. */
  refusedBy: Set<number>;
}

/**
 * Hands the connections that the primary accepts to its workers in turn. A worker gets the next one when it has taken
 * the last, so that a busy one is passed over; what a dead one had not taken goes to another.
 *
 * Not the cluster module's own distribution: that closes the port with the last worker, loses what a killed worker had
 * not confirmed, and has no limit of connections.
 */
export class Connections {
  /** Workers in rotation, and those of them that can take one now. */
  readonly #rotation = new Set<Worker>();
  readonly #free = new Set<Worker>();
  readonly #handing = new Map<Worker, { id: number; waiting: Waiting }>();
  readonly #waiting: Waiting[] = [];
  readonly #onChange = new Set<() => void>();
  #serial = 0;

  /** @param most how many may wait */
  constructor(private readonly most: number) {}

  /** Puts a worker into the rotation. */
  add(worker: Worker): void {
    this.#rotation.add(worker);
    this.#free.add(worker);
    this.#handOver();
  }

  /** Takes a worker out of the rotation; resolves once nothing is on its way to it. */
  async remove(worker: Worker): Promise<void> {
    this.#rotation.delete(worker);
    this.#free.delete(worker);
    this.#handOver();
    while (this.#handing.has(worker)) await this.#change();
  }

  /** A worker has died, and all that it said has been heard. */
  lose(worker: Worker): void {
    const handing = this.#handing.get(worker);
    this.#handing.delete(worker);
    if (handing) this.#waiting.unshift(handing.waiting);
    void this.remove(worker);
  }

  /** A new connection, nothing of which has been read. */
  give(socket: Socket): void {
    socket.on("error", () => socket.destroy());
    if (this.#waiting.length >= this.most) socket.destroy();
    else this.#waiting.push({ socket, refusedBy: new Set() });
    this.#handOver();
  }

  /** A worker's answer to a connection. */
  took(worker: Worker, id: number, accepted: boolean): void {
    const handing = this.#handing.get(worker);
    if (handing?.id !== id) return;
    this.#handing.delete(worker);
    if (this.#rotation.has(worker)) this.#free.add(worker);
    const { waiting } = handing;
    // The worker has a handle of its own; this one only kept the connection until then.
    if (accepted) waiting.socket.destroy();
    else this.#waiting.unshift({ ...waiting, refusedBy: waiting.refusedBy.add(worker.id) });
    this.#handOver();
  }

  /** Resolves once every connection has been handed over; after `ms` the rest is closed. */
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

  /** The one that has been free for longest. */
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
