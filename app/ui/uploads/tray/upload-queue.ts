import type { TrayItem } from "./item";
import { isReadable, UNREADABLE } from "./prepare";
import { type RunningUpload, startUpload, type UploadResult } from "./sender";

const MAX_CONCURRENT = 2;
/** The last one repeats. */
const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

interface QueueOptions {
  photos(): readonly TrayItem[];
  bytes(photo: TrayItem): Blob;
  change(id: string, change: Partial<TrayItem>): void;
  arrived(photo: TrayItem): void;
  refused(photo: TrayItem): void;
  sessionEnded(): void;
}

/** Two at once, in order. Retries with growing delays, and once the browser is online again. */
export class UploadQueue {
  readonly #options: QueueOptions;
  readonly #running = new Map<string, RunningUpload>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Consecutive failures without progress. */
  readonly #losses = new Map<string, number>();
  readonly #retry = () => this.retry();
  #closed = false;

  constructor(options: QueueOptions) {
    this.#options = options;
    addEventListener("online", this.#retry);
  }

  go(): void {
    for (const photo of this.#options.photos()) {
      if (this.#closed || this.#running.size >= MAX_CONCURRENT) return;
      if (photo.stage === "queued" && !this.#running.has(photo.id)) void this.#send(photo);
    }
  }

  retry(): void {
    for (const { id, stage } of this.#options.photos()) if (stage === "retrying") this.#wake(id);
    this.go();
  }

  stop(id: string): void {
    this.#running.get(id)?.stop();
    this.#running.delete(id);
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#losses.delete(id);
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#retry);
    for (const id of [...this.#running.keys(), ...this.#timers.keys()]) this.stop(id);
  }

  async #send(photo: TrayItem): Promise<void> {
    const { id, name, url } = photo;
    const { change } = this.#options;
    const sending = startUpload({
      blob: this.#options.bytes(photo),
      name,
      url,
      onUrl: (address) => change(id, { url: address }),
      onProgress: (sentShare) => {
        this.#losses.delete(id);
        change(id, { sent: sentShare });
      },
    });
    this.#running.set(id, sending);
    change(id, { stage: "sending" });
    let outcome = await sending.outcome;
    // An unreadable file would be retried for ever.
    if (outcome.kind === "lost" && !(await isReadable(this.#options.bytes(photo))))
      outcome = { kind: "refused", message: UNREADABLE };
    if (this.#closed || this.#running.get(id) !== sending) return;
    this.#running.delete(id);
    this.#settle(photo, outcome);
    this.go();
  }

  #settle(photo: TrayItem, outcome: UploadResult): void {
    const { change, arrived, refused, sessionEnded } = this.#options;
    const { id } = photo;
    switch (outcome.kind) {
      case "done":
        change(id, { stage: "ready", sent: 1 });
        arrived(photo);
        return;
      case "refused":
        change(id, { stage: "refused", message: outcome.message, url: undefined });
        refused(photo);
        return;
      case "gone":
        change(id, { stage: "retrying", url: undefined, sent: 0 });
        this.#rest(id, this.#losses.has(id) ? undefined : 0);
        return;
      case "session-ended":
        change(id, { stage: "retrying" });
        sessionEnded();
        return;
      case "lost":
        change(id, { stage: "retrying" });
        this.#rest(id, outcome.wait);
    }
  }

  #rest(id: string, wait: number | undefined): void {
    const losses = this.#losses.get(id) ?? 0;
    this.#losses.set(id, losses + 1);
    const pause = wait ?? RETRY_DELAYS_MS[Math.min(losses, RETRY_DELAYS_MS.length - 1)] ?? 0;
    // With jitter, so that many browsers do not retry at once.
    const timer = setTimeout(
      () => {
        this.#wake(id);
        this.go();
      },
      pause * (1 + Math.random() / 4),
    );
    this.#timers.set(id, timer);
  }

  #wake(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#options.change(id, { stage: "queued" });
  }
}
