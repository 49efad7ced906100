import { LRUCache } from "lru-cache";
import { type CachedAnswer, sizeOf } from "./cached-answer";

/** How long an answer counts as new without any write, ms: Featured Garages are random, and dates pass. */
const MAX_AGE = 5_000;
/** How old it may become while another one is made new, ms: made all at once they would hold everybody up. */
const MAX_AGE_IN_TURN = 2 * MAX_AGE;
/** Size limit of the cache, bytes. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The making of an answer, by the one request that does it for all. */
export interface Refill {
  /**
   * Keeps the answer, unless something public has changed since the making began: then a part of it may be old.
   * @returns what to send: the same bytes, but compressed already where they were before
   */
  store(answer: CachedAnswer): CachedAnswer;
  /** The making is over, whatever came of it. May be repeated. */
  end(): void;
}

/** What a request finds: an answer, one that somebody is just making, or that it has to make it. */
export type Found = { answer: CachedAnswer } | { making: Promise<void> } | { refill: Refill };

export interface AnswerCache {
  /** Asks whether anything public has changed, and forgets everything if so. Before each look, but see `answerFirst`. */
  refresh(): void;
  /** What there is for a request without credentials. */
  find(key: string): Found;
  /** An answer that is still new; nobody waits for one, or makes one. */
  peek(key: string): CachedAnswer | undefined;
  /** For a request whose answer may turn out to be for others too, afterwards. */
  beside(key: string): Refill;
}

interface Making {
  version: number;
  over: Promise<void>;
}

/**
 * Answers that visitors get, until something public changes, in this process or another. One that only time has made old
 * is given out while one request makes it new, one answer after the other; one that a write has made wrong is gone at once, and whoever asks
 * meanwhile waits for the one request that makes it.
 * @param publicVersion stays the same for as long as nothing public changes
 */
export function answerCache(publicVersion: () => number): AnswerCache {
  const answers = new LRUCache<string, CachedAnswer>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });
  const makings = new Map<string, Making>();
  /** The one that replaces an answer which only time has made old. */
  let renewal: Making | undefined;
  let version = publicVersion();

  const refresh = () => {
    const current = publicVersion();
    if (current !== version) answers.clear();
    version = current;
  };
  const keep = (key: string, from: number) => (made: CachedAnswer) => {
    refresh();
    if (version !== from) return made;
    const answer = asBefore(made, answers.peek(key));
    answers.set(key, answer);
    return answer;
  };
  const begin = (key: string, renews: boolean): Refill => {
    let end = () => {};
    const making: Making = { version, over: new Promise((resolve) => (end = resolve)) };
    makings.set(key, making);
    if (renews) renewal = making;
    return {
      store: keep(key, version),
      end: () => {
        if (makings.get(key) === making) makings.delete(key);
        if (renewal === making) renewal = undefined;
        end();
      },
    };
  };

  return {
    refresh,
    find(key) {
      const answer = answers.get(key);
      const making = makings.get(key);
      const underWay = making?.version === version;
      if (answer && (underWay || isNew(answer, renewal ? MAX_AGE_IN_TURN : MAX_AGE))) return { answer };
      if (making && underWay) return { making: making.over };
      return { refill: begin(key, answer !== undefined) };
    },
    peek(key) {
      const answer = answers.get(key);
      return answer && isNew(answer) ? answer : undefined;
    },
    beside: (key) => ({ store: keep(key, version), end() {} }),
  };
}

const isNew = ({ madeAt }: CachedAnswer, age = MAX_AGE) => performance.now() - madeAt < age;

/** An answer that has been made again: with the old one's bytes and their compressed forms, where nothing is different. */
function asBefore(made: CachedAnswer, before: CachedAnswer | undefined): CachedAnswer {
  if (before?.hash !== made.hash || before.sameForAll !== made.sameForAll) return made;
  return { ...made, body: before.body, forms: before.forms };
}
