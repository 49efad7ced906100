import type { Worker } from "node:cluster";
import { memoryCounters } from "~/http/counters.server";
import { DomainError } from "~/lib/errors";
import { log } from "~/services/log/log.server";
import { makeUploadSlots, type Release, SITE_SLOTS, type SlotState } from "~/services/uploads/slots.server";
import type { FromWorker, QuestionName, Questions, SlotAnswer } from "./messages";
import { tellWorker } from "./tell-worker";

type Question<Name extends QuestionName> = Questions[Name]["question"];

/** An upload that waits for its slot, or has it. */
interface Upload {
  gone: AbortController;
  release?: Release;
}

/** What is counted once for all workers: limits, upload slots, and whose turn it is to prepare the site. */
export class Answers {
  readonly #counters = memoryCounters();
  readonly #slots = makeUploadSlots(SITE_SLOTS);
  readonly #uploads = new Map<Worker, Map<number, Upload>>();
  readonly #turns: { worker: Worker; start(): void }[] = [];

  /** @param port the one that the site answers on */
  constructor(private readonly port: number) {}

  /** Answers a worker's question, now or later. */
  answer(worker: Worker, { id, about, question }: Extract<FromWorker, { type: "ask" }>): void {
    this.#answerTo(worker, about, question).then(
      (answer) => tellWorker(worker, { type: "answer", id, answer }),
      (error) => log.error({ err: error, about }, "a worker's question was not answered"),
    );
  }

  /** How many uploads of all workers wait and are under way. */
  slotState(): SlotState {
    return this.#slots.state?.() ?? { waiting: 0, underWay: 0 };
  }

  /** A worker's upload is over, or is not waited for any more. */
  leaveSlot(worker: Worker, slot: number): void {
    const upload = this.#uploads.get(worker)?.get(slot);
    this.#uploads.get(worker)?.delete(slot);
    upload?.gone.abort();
    upload?.release?.();
  }

  /** A worker has died, and all that it said has been heard: what it held is free. */
  lose(worker: Worker): void {
    this.endTurn(worker);
    for (const slot of [...(this.#uploads.get(worker)?.keys() ?? [])]) this.leaveSlot(worker, slot);
    this.#uploads.delete(worker);
  }

  /** A worker has prepared the site. */
  endTurn(worker: Worker): void {
    const first = this.#turns[0]?.worker === worker;
    const at = this.#turns.findIndex((turn) => turn.worker === worker);
    if (at >= 0) this.#turns.splice(at, 1);
    if (first) this.#turns[0]?.start();
  }

  #answerTo(worker: Worker, about: QuestionName, question: Question<QuestionName>) {
    switch (about) {
      case "turn":
        return this.#turn(worker);
      case "slot":
        return this.#takeSlot(worker, question as Question<"slot">);
      case "count":
      case "isUsedUp":
        return this.#counters[about](...counterKey(question));
      case "giveBack":
        return this.#counters.giveBack(...counterKey(question)).then(() => null);
    }
  }

  #turn(worker: Worker): Promise<{ port: number }> {
    return new Promise((resolve) => {
      this.#turns.push({ worker, start: () => resolve({ port: this.port }) });
      if (this.#turns.length === 1) this.#turns[0]!.start();
    });
  }

  async #takeSlot(worker: Worker, { slot, personId, bytes, piece = false }: Question<"slot">): Promise<SlotAnswer> {
    const upload: Upload = { gone: new AbortController() };
    const ofWorker = this.#uploads.get(worker) ?? new Map<number, Upload>();
    this.#uploads.set(worker, ofWorker.set(slot, upload));
    try {
      const release = await this.#slots.take({ personId, bytes, piece, signal: upload.gone.signal });
      upload.release = release;
      // It was left between the grant and here.
      if (upload.gone.signal.aborted) release();
      return null;
    } catch (error) {
      ofWorker.delete(slot);
      if (!(error instanceof DomainError)) throw error;
      const { code, message, retryAfter } = error;
      return { code: code === "rate_limited" ? code : "invalid", message, retryAfter };
    }
  }
}

function counterKey(question: Question<QuestionName>): [Question<"count">["counter"], string] {
  const { counter, key } = question as Question<"count">;
  return [counter, key];
}
