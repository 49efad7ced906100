import type { DomainError } from "~/lib/errors";
import { SECOND } from "~/lib/time";
import { brokenUpload, type Slot, type SlotRequest, uploadSlots } from "./slots.server";

/** Interval of progress reports, ms: while others wait, slow uploads are found in half the time of their timeout. */
const REPORT_INTERVAL_MS = 5 * SECOND;

/**
 * Waits for a slot, and lets a body in as the slot allows.
 * @throws DomainError rate_limited where there is none in time
 */
export async function letArrive(body: ReadableStream<Uint8Array>, request: SlotRequest): Promise<Arriving> {
  return new Arriving(body, await uploadSlots.take(request), request.signal);
}

/** An upload that has its slot. */
export class Arriving {
  /** Why its slot was taken away, if it was. */
  failure: DomainError | undefined;
  /** Read as far as the slot has room; breaks off where it is too slow or its client has gone. */
  readonly body: ReadableStream<Uint8Array>;
  #arrived = 0;
  #room = 0;
  #asking = false;
  readonly #timer: NodeJS.Timeout;

  constructor(
    source: ReadableStream<Uint8Array>,
    private readonly slot: Slot,
    private readonly signal: AbortSignal | undefined,
  ) {
    const reader: ReadableStreamDefaultReader<Uint8Array> = source.getReader();
    let end: ReadableStreamDefaultController<Uint8Array>;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          end = controller;
        },
        pull: async (controller) => {
          if (this.#arrived >= this.#room) await this.#say();
          const { done, value } = await reader.read();
          if (done) return controller.close();
          this.#arrived += value.byteLength;
          controller.enqueue(value);
        },
      },
      { highWaterMark: 0 },
    );
    this.#timer = setInterval(() => {
      if (!this.#asking) this.#say().catch((error) => end.error(error));
    }, REPORT_INTERVAL_MS);
  }

  /** To be called once nobody needs what has arrived any more; may be repeated. */
  release(): void {
    clearInterval(this.#timer);
    this.slot.release();
  }

  async #say(): Promise<void> {
    this.#asking = true;
    try {
      this.#room = await orGone(this.slot.arrived(this.#arrived), this.signal);
    } catch (error) {
      clearInterval(this.#timer);
      this.failure = error as DomainError;
      throw error;
    } finally {
      this.#asking = false;
    }
  }
}

/** The stream is not read meanwhile, so only this would notice that the client has disconnected. */
function orGone(room: Promise<number>, signal: AbortSignal | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(brokenUpload());
    if (signal?.aborted) gone();
    signal?.addEventListener("abort", gone);
    void room.then(resolve, reject).finally(() => signal?.removeEventListener("abort", gone));
  });
}
