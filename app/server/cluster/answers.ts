import type { Worker } from "node:cluster";
import { DomainError } from "~/lib/errors";
import { log } from "~/services/log/log.server";
import { brokenUpload, makeUploadSlots, SITE_SLOTS, type Slot, type SlotState } from "~/services/uploads/slots.server";
import {
  type FromWorker,
  type PrimaryRequestName,
  type PrimaryRequests,
  type SlotRefusal,
  sendToWorker,
} from "./messages";

/** An upload that waits for its slot, or has it. */
interface Upload {
  gone: AbortController;
  slot?: Slot;
}

type Answering = {
  [Name in PrimaryRequestName]: (
    question: PrimaryRequests[Name]["question"],
  ) => Promise<PrimaryRequests[Name]["answer"]>;
};

/** Replies to the workers' requests about shared state: upload slots, and the metrics of all workers. */
export class Answers {
  readonly #slots = makeUploadSlots(SITE_SLOTS);
  readonly #uploads = new Map<Worker, Map<number, Upload>>();

  #lastTurn: Promise<unknown> = Promise.resolve();

  /** @param figures metrics of all workers, as text */
  constructor(private readonly figures: () => Promise<string>) {}

  /** Replies to a worker's request, now or later. */
  answer(worker: Worker, { id, about, question }: Extract<FromWorker, { type: "ask" }>): void {
    const answering: Answering = {
      turn: () => this.#turn(worker),
      slot: (asked) => this.#takeSlot(worker, asked),
      arrived: (asked) => this.#arrived(worker, asked),
      figures: () => this.figures(),
    };
    (answering[about] as (asked: typeof question) => Promise<PrimaryRequests[PrimaryRequestName]["answer"]>)(
      question,
    ).then(
      (answer) => sendToWorker(worker, { type: "answer", id, answer }),
      (error) => log.error({ err: error, about }, "a worker's question was not answered"),
    );
  }

  /** Number of uploads, of all workers, that are waiting and running. */
  slotState(): SlotState | undefined {
    return this.#slots.state?.();
  }

  /** Frees the slot of a worker's upload that has ended, or stops waiting for it. */
  leaveSlot(worker: Worker, slot: number): void {
    const upload = this.#uploads.get(worker)?.get(slot);
    this.#uploads.get(worker)?.delete(slot);
    upload?.gone.abort();
    upload?.slot?.release();
  }

  /** Frees the slots of a worker that has died. Call it when all its messages have been handled. */
  lose(worker: Worker): void {
    for (const slot of [...(this.#uploads.get(worker)?.keys() ?? [])]) this.leaveSlot(worker, slot);
    this.#uploads.delete(worker);
  }

  /** Lets workers prepare one at a time: each until it is ready, or dead. */
  #turn(worker: Worker): Promise<null> {
    const over = new Promise<void>((resolve) => {
      worker.on("message", ({ type }: FromWorker) => type === "ready" && resolve());
      worker.process.once("close", () => resolve());
    });
    const turn = this.#lastTurn.then(() => null);
    this.#lastTurn = turn.then(() => over);
    return turn;
  }

  async #takeSlot(
    worker: Worker,
    { slot, personId: userId, bytes, piece: isPiece = false }: PrimaryRequests["slot"]["question"],
  ) {
    const upload: Upload = { gone: new AbortController() };
    const ofWorker = this.#uploads.get(worker) ?? new Map<number, Upload>();
    this.#uploads.set(worker, ofWorker.set(slot, upload));
    try {
      upload.slot = await this.#slots.take({ userId, bytes, isPiece, signal: upload.gone.signal });
      // The upload ended between the grant and here.
      if (upload.gone.signal.aborted) upload.slot.release();
      return null;
    } catch (error) {
      ofWorker.delete(slot);
      return toRefusal(error);
    }
  }

  async #arrived(worker: Worker, { slot: id, bytes }: PrimaryRequests["arrived"]["question"]) {
    try {
      const { slot } = this.#uploads.get(worker)?.get(id) ?? {};
      if (!slot) throw brokenUpload();
      return { room: await slot.arrived(bytes) };
    } catch (error) {
      return toRefusal(error);
    }
  }
}

function toRefusal(error: unknown): SlotRefusal {
  if (!(error instanceof DomainError)) throw error;
  const { code, message, retryAfter } = error;
  return { code: code === "rate_limited" || code === "too_slow" ? code : "invalid", message, retryAfter };
}
