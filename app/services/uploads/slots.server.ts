import { DomainError } from "~/lib/errors";
import { MAX_FILE_BYTES, MAX_FILES } from "~/lib/images";
import { MINUTE, now, SECOND } from "~/lib/time";

/** The room that a body holds beyond what has arrived of it, bytes. */
const WINDOW_BYTES = 5 * 1024 * 1024;
/** While others wait for room, a body has to arrive as fast as it takes to be whole in this time, ms … */
const MAX_DURATION_MS = 15 * MINUTE;
/** … and is not looked at before it has had this time, ms. */
const GRACE_MS = 10 * SECOND;

interface SlotSettings {
  /** Bytes of all concurrent uploads: what has arrived of each, and its window. */
  budget: number;
  /** Maximum time in the queue, ms. */
  timeoutMs: number;
}

export interface SlotRequest {
  userId: number;
  /** Size of the upload, bytes. */
  bytes: number;
  /** Aborted where the client disconnects; then the request leaves the queue. */
  signal?: AbortSignal;
  /** A piece of a resumable upload: it may be under way together with other pieces of the same person. */
  isPiece?: boolean;
}

/** An upload's slot: quota for the bytes that have arrived and a window beyond. */
export interface Slot {
  /**
   * Says how much of the body has arrived. Waits where there is no room for more.
   * @returns how much may have arrived before this is to be said again
   * @throws DomainError too_slow while others wait for room
   */
  arrived(bytes: number): Promise<number>;
  /** May be repeated. */
  release(): void;
}

export interface UploadSlots {
  /**
   * Waits for a slot: one upload at a time per person, limited bytes for all; pieces of one person count as one upload.
   * First come, first served; requests that wait for the person's own other upload do not block the queue.
   * @throws DomainError rate_limited after `timeoutMs`
   */
  take(request: SlotRequest): Promise<Slot>;
  /** How many wait and are under way; undefined where another process counts them. */
  state?(): SlotState | undefined;
}

export interface SlotState {
  waiting: number;
  underWay: number;
}

const ANOTHER_OF_YOURS = "Another upload of yours is still under way. Please try again when it is done.";
const TOO_MANY = "Too many photos are being uploaded right now. Please try again in a moment.";
/** The message for any body that takes too long. */
export const TOO_SLOW = "The request took too long to arrive.";
const RETRY_AFTER_SECONDS = 10;

/** The refusal where there is no room. */
export const tooManyUploads = () => new DomainError("rate_limited", TOO_MANY, {}, RETRY_AFTER_SECONDS);

/** The refusal of a client that has gone. */
export const brokenUpload = () => new DomainError("invalid", "The upload was interrupted.");

/**
 * Pieces of one person at once. Browsers send two; as many again may still hang on a connection that was lost without
 * a word.
 */
const MAX_PIECES = 4;

/** A body that has its slot. */
interface SlotBody extends SlotRequest {
  arrived: number;
  /** The room that it holds, bytes. */
  room: number;
  /** When it began, ms; the time in which it had to wait for room is not its own. */
  since: number;
  /** Where it waits for room: when that began, and what ends it. */
  paused?: { at: number; goOn(): void } | undefined;
}

/** It has used up its room. */
const isFull = ({ arrived, room, bytes }: SlotBody) => arrived >= room && room < bytes;

function isSlow({ arrived, bytes, since }: SlotBody): boolean {
  const time = now() - since;
  return time > GRACE_MS && arrived < bytes && arrived * MAX_DURATION_MS < bytes * time;
}

/** Independent upload slots; the site shares `uploadSlots`. */
export function makeUploadSlots({ budget, timeoutMs }: SlotSettings): UploadSlots {
  const queue: (SlotRequest & { enter(): void })[] = [];
  /** In the order in which they came. */
  const entered = new Set<SlotBody>();

  const listOwn = (person: number) => [...entered].filter(({ userId }) => userId === person);
  const mayBegin = ({ userId, isPiece = false }: SlotRequest) => {
    const own = listOwn(userId);
    return own.length === 0 || (isPiece && own.length < MAX_PIECES && own.every((body) => body.isPiece));
  };
  const fits = (bytes: number) => {
    const held = [...entered].reduce((sum, { room }) => sum + room, 0);
    // A window larger than the whole budget is held alone.
    return held === 0 || held + bytes <= budget;
  };
  /** The oldest one always goes on, or all could wait for each other. */
  const widen = (body: SlotBody) => {
    const wanted = Math.min(body.bytes, body.arrived + WINDOW_BYTES);
    const [oldest] = entered;
    if (wanted > body.room && (body === oldest || fits(wanted - body.room))) body.room = wanted;
  };
  const goOn = (body: SlotBody) => {
    if (!body.paused) return;
    body.since += now() - body.paused.at;
    body.paused.goOn();
    body.paused = undefined;
  };
  const othersWait = (person: number) =>
    [...entered].some(({ paused, userId }) => paused && userId !== person) ||
    // Whoever may begin, and has not begun, has no room.
    queue.some((queued) => queued.userId !== person && mayBegin(queued));

  const enter = (request: SlotRequest): Slot => {
    const body: SlotBody = { ...request, arrived: 0, room: Math.min(request.bytes, WINDOW_BYTES), since: now() };
    entered.add(body);
    return {
      async arrived(bytes) {
        body.arrived = bytes;
        widen(body);
        if (isSlow(body) && othersWait(body.userId)) throw new DomainError("too_slow", TOO_SLOW);
        if (isFull(body) && entered.has(body)) {
          await new Promise<void>((resolve) => {
            body.paused = { at: now(), goOn: resolve };
          });
        }
        return body.room;
      },
      release() {
        if (!entered.delete(body)) return;
        goOn(body);
        admit();
      },
    };
  };
  const admit = () => {
    // Those that are under way first: what they hold is free the sooner.
    for (const body of entered) {
      if (!body.paused) continue;
      widen(body);
      if (isFull(body)) return;
      goOn(body);
    }
    const waiting = new Set<number>();
    for (const queued of [...queue]) {
      // A person's uploads keep their order: pieces would overtake a whole upload for ever.
      if (waiting.has(queued.userId) || !mayBegin(queued)) waiting.add(queued.userId);
      // Later ones wait too, or a large upload would starve.
      else if (!fits(Math.min(queued.bytes, WINDOW_BYTES))) return;
      else queued.enter();
    }
  };

  return {
    state: () => ({ waiting: queue.length, underWay: entered.size }),
    take: (request) =>
      new Promise((resolve, reject) => {
        const leave = () => {
          clearTimeout(timer);
          request.signal?.removeEventListener("abort", abort);
          queue.splice(queue.indexOf(queued), 1);
        };
        const refuse = (error: DomainError) => {
          leave();
          reject(error);
          admit();
        };
        const abort = () => refuse(brokenUpload());
        const enterNow = () => {
          leave();
          resolve(enter(request));
        };
        const queued = { ...request, enter: enterNow };
        const timer = setTimeout(() => {
          const own = listOwn(request.userId).length > 0;
          refuse(own ? new DomainError("rate_limited", ANOTHER_OF_YOURS, {}, RETRY_AFTER_SECONDS) : tooManyUploads());
        }, timeoutMs);
        request.signal?.addEventListener("abort", abort);
        queue.push(queued);
        if (request.signal?.aborted) abort();
        else admit();
      }),
  };
}

/**
 * The site's settings. Uploads are streamed to disk and take little memory: the budget limits the disk space taken by
 * files that are not inspected yet, to that of six full ones and the oldest.
 */
export const SITE_SLOTS: SlotSettings = {
  budget: 6 * (MAX_FILES * MAX_FILE_BYTES + 1024 * 1024),
  timeoutMs: 10 * SECOND,
};

let slots = makeUploadSlots(SITE_SLOTS);

/** Takes slots from `shared` from here on: where several processes serve one site, all of them share its slots. */
export function shareUploadSlots(shared: UploadSlots): void {
  slots = shared;
}

/** The site's slots. */
export const uploadSlots: UploadSlots = { take: (request) => slots.take(request), state: () => slots.state?.() };
