import type { Worker } from "node:cluster";
import { DomainError } from "~/lib/errors";
import { SECOND } from "~/lib/time";
import { log } from "~/services/log/log.server";
import {
  brokenUpload,
  makeUploadSlots,
  SITE_SLOTS,
  type Slot,
  tooManyUploads,
  type UploadSlots,
} from "~/services/uploads/slots.server";
import type { PrimaryChannel, PrimaryRequests, SlotRefusal } from "./messages";

/** An upload that waits for its slot, or has it. */
interface Upload {
  gone: AbortController;
  slot?: Slot;
}

/** The upload slots of all workers, in the primary. */
export class PrimaryUploadSlots {
  readonly #slots = makeUploadSlots(SITE_SLOTS);
  readonly #uploads = new Map<Worker, Map<number, Upload>>();

  /** Number of uploads that are waiting and running. */
  readonly state = () => this.#slots.state?.();

  async take(worker: Worker, { slot, personId: userId, bytes, piece: isPiece }: PrimaryRequests["slot"]["question"]) {
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

  async arrived(worker: Worker, { slot: id, bytes }: PrimaryRequests["arrived"]["question"]) {
    try {
      const { slot } = this.#uploads.get(worker)?.get(id) ?? {};
      if (!slot) throw brokenUpload();
      return { room: await slot.arrived(bytes) };
    } catch (error) {
      return toRefusal(error);
    }
  }

  /** Frees the slot of a worker's upload that has ended, or stops waiting for it. */
  leave(worker: Worker, slot: number): void {
    const upload = this.#uploads.get(worker)?.get(slot);
    this.#uploads.get(worker)?.delete(slot);
    upload?.gone.abort();
    upload?.slot?.release();
  }

  /** Frees the slots of a worker that has ended. Call it when all its messages have been handled. */
  leaveAll(worker: Worker): void {
    for (const slot of [...(this.#uploads.get(worker)?.keys() ?? [])]) this.leave(worker, slot);
    this.#uploads.delete(worker);
  }
}

function toRefusal(error: unknown): SlotRefusal {
  if (!(error instanceof DomainError)) throw error;
  const { code, message, retryAfter } = error;
  return { code: code === "rate_limited" || code === "too_slow" ? code : "invalid", message, retryAfter };
}

/** A worker's access to the primary's upload slots; if the primary does not reply, the upload is refused. */
export function sharedUploadSlots(primary: PrimaryChannel): UploadSlots {
  let serial = 0;
  return {
    async take({ userId, bytes, signal, isPiece = false }) {
      if (signal?.aborted) throw brokenUpload();
      serial += 1;
      const slot = serial;
      let over = false;
      const release = () => {
        if (over) return;
        over = true;
        primary.tell({ type: "leave-slot", slot });
      };
      signal?.addEventListener("abort", release);
      try {
        const refusal = await primary.ask(
          "slot",
          { slot, personId: userId, bytes, piece: isPiece },
          SITE_SLOTS.timeoutMs + 5 * SECOND,
        );
        if (refusal) throw errorOf(refusal);
        if (over) throw brokenUpload();
        return { release, arrived: (bytes) => roomFor(primary, { slot, bytes }) };
      } catch (error) {
        release();
        if (error instanceof DomainError) throw error;
        log.error({ err: error }, "upload slots cannot be had");
        throw tooManyUploads();
      } finally {
        signal?.removeEventListener("abort", release);
      }
    },
  };
}

/** Has no timeout: it may be a while until the slot has room for more bytes. */
async function roomFor(primary: PrimaryChannel, question: PrimaryRequests["arrived"]["question"]): Promise<number> {
  const answer = await primary.ask("arrived", question, Number.POSITIVE_INFINITY);
  if ("room" in answer) return answer.room;
  throw errorOf(answer);
}

const errorOf = ({ code, message, retryAfter }: SlotRefusal) => new DomainError(code, message, {}, retryAfter);
