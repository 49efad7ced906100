import type { Worker } from "node:cluster";
import { log } from "~/services/log/log.server";
import { tellWorker } from "./tell-worker";

/** Which worker does the background jobs: one at a time, and another only when that one has ended them or is dead. */
export class Jobs {
  readonly #ready: Worker[] = [];
  #holder: Worker | undefined;

  /** A worker that may get the jobs. */
  add(worker: Worker): void {
    this.#ready.push(worker);
    this.#assign();
  }

  /** A worker that may not get them any more; it may still have them. */
  remove(worker: Worker): void {
    const at = this.#ready.indexOf(worker);
    if (at >= 0) this.#ready.splice(at, 1);
  }

  /** A worker has ended the jobs, or its process is no more. */
  over(worker: Worker): void {
    this.remove(worker);
    if (this.#holder !== worker) return;
    this.#holder = undefined;
    this.#assign();
  }

  wakeMail(): void {
    if (this.#holder) tellWorker(this.#holder, { type: "wake-mail" });
  }

  /** A process has died: what it was uploading is to be removed. */
  sweep(): void {
    if (this.#holder) tellWorker(this.#holder, { type: "sweep" });
  }

  /** The longest-lived: it has the jobs until it goes. */
  #assign(): void {
    if (this.#holder) return;
    this.#holder = this.#ready[0];
    if (!this.#holder) return;
    log.info({ pid: this.#holder.process.pid }, "background jobs");
    tellWorker(this.#holder, { type: "background" });
  }
}
