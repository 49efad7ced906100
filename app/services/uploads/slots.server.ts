import { DomainError } from "~/lib/errors";
import { MAX_FILE_BYTES, MAX_FILES } from "~/lib/image-limits";

const SECOND = 1000;

interface Settings {
  /** Bytes of all concurrent uploads. */
  budget: number;
  /** Maximum time in the queue, ms. */
  patience: number;
}

export interface SlotRequest {
  personId: number;
  /** Size of the upload, bytes. */
  bytes: number;
  /** Aborted where the client disconnects; then the request leaves the queue. */
  signal?: AbortSignal;
  /** A piece of a resumable upload: it may be under way together with other pieces of the same person. */
  piece?: boolean;
}

/** Releases an upload's slot; may be repeated. */
export type Release = () => void;

export interface UploadSlots {
  /**
   * Waits for a slot: one upload at a time per person, limited bytes for all; pieces of one person count as one upload.
   * First come, first served; requests that wait for the person's own other upload do not block the queue.
   * @returns releases the slot
   * @throws DomainError rate_limited after `patience`
   */
  take(request: SlotRequest): Promise<Release>;
  /** How many wait and are under way; undefined where another process counts them. */
  state?(): SlotState | undefined;
}

export interface SlotState {
  waiting: number;
  underWay: number;
}

const ANOTHER_OF_YOURS = "Another upload of yours is still under way. Please try again when it is done.";
const TOO_MANY = "Too many photos are being uploaded right now. Please try again in a moment.";
const RETRY_AFTER = 10;

/** The refusal where there is no room. */
export const tooManyUploads = () => new DomainError("rate_limited", TOO_MANY, {}, RETRY_AFTER);

/** The refusal of a client that has gone. */
export const brokenUpload = () => new DomainError("invalid", "The upload broke off.");

interface QueuedRequest extends SlotRequest {
  enter(): void;
}

/**
 * Pieces of one person at once. Browsers send two; as many again may still hang on a connection that was lost without
 * a word.
 */
const MAX_PIECES = 4;

/** What one person has under way: one whole upload, or so many pieces. */
class UnderWay {
  readonly #pieces = new Map<number, number>();
  readonly #whole = new Set<number>();

  has(personId: number): boolean {
    return this.#whole.has(personId) || this.#pieces.has(personId);
  }

  mayBegin({ personId, piece = false }: SlotRequest): boolean {
    if (!piece) return !this.has(personId);
    return !this.#whole.has(personId) && (this.#pieces.get(personId) ?? 0) < MAX_PIECES;
  }

  begin({ personId, piece = false }: SlotRequest): void {
    if (piece) this.#pieces.set(personId, (this.#pieces.get(personId) ?? 0) + 1);
    else this.#whole.add(personId);
  }

  end({ personId, piece = false }: SlotRequest): void {
    const left = piece ? (this.#pieces.get(personId) ?? 0) - 1 : 0;
    if (!piece) this.#whole.delete(personId);
    else if (left > 0) this.#pieces.set(personId, left);
    else this.#pieces.delete(personId);
  }
}

/** Independent upload slots; the site shares `uploadSlots`. */
export function makeUploadSlots({ budget, patience }: Settings): UploadSlots {
  const busy = new UnderWay();
  const queue: QueuedRequest[] = [];
  let underWay = 0;
  let entered = 0;

  const enter = (request: SlotRequest): Release => {
    const { bytes } = request;
    busy.begin(request);
    underWay += bytes;
    entered += 1;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      busy.end(request);
      underWay -= bytes;
      entered -= 1;
      admitQueued();
    };
  };
  // An upload larger than the whole budget runs alone.
  const fits = (bytes: number) => underWay === 0 || underWay + bytes <= budget;
  const admitQueued = () => {
    const waiting = new Set<number>();
    for (const queued of [...queue]) {
      // A person's uploads keep their order: pieces would overtake a whole upload for ever.
      if (waiting.has(queued.personId) || !busy.mayBegin(queued)) {
        waiting.add(queued.personId);
        continue;
      }
      // Later ones wait too, or a large upload would starve.
      if (!fits(queued.bytes)) break;
      queue.splice(queue.indexOf(queued), 1);
      queued.enter();
    }
  };

  return {
    state: () => ({ waiting: queue.length, underWay: entered }),
    take(request) {
      return new Promise((resolve, reject) => {
        const leave = () => {
          clearTimeout(timer);
          request.signal?.removeEventListener("abort", abort);
          const at = queue.indexOf(queued);
          if (at >= 0) queue.splice(at, 1);
        };
        const refuse = (error: DomainError) => {
          leave();
          reject(error);
          admitQueued();
        };
        const abort = () => refuse(brokenUpload());
        const queued: QueuedRequest = {
          ...request,
          enter: () => {
            leave();
            resolve(enter(request));
          },
        };
        const timer = setTimeout(() => {
          const own = () => new DomainError("rate_limited", ANOTHER_OF_YOURS, {}, RETRY_AFTER);
          refuse(busy.has(request.personId) ? own() : tooManyUploads());
        }, patience);
        request.signal?.addEventListener("abort", abort);
        queue.push(queued);
        if (request.signal?.aborted) abort();
        else admitQueued();
      });
    },
  };
}

/**
 * The site's settings. Uploads are streamed to disk and take little memory: the budget allows six full ones at once,
 * and limits the disk space taken by files that are not inspected yet.
 */
export const SITE_SLOTS: Settings = {
  budget: 6 * (MAX_FILES * MAX_FILE_BYTES + 1024 * 1024),
  patience: 10 * SECOND,
};

let slots = makeUploadSlots(SITE_SLOTS);

/** Takes slots from `shared` from here on: where several processes serve one site, all of them share its slots. */
export function shareUploadSlots(shared: UploadSlots): void {
  slots = shared;
}

/** The site's slots. */
export const uploadSlots: UploadSlots = { take: (request) => slots.take(request), state: () => slots.state?.() };
