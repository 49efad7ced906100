import type { Counter } from "~/http/counters.server";
import type { Figure } from "~/services/metrics/figures";

/**
 * What the processes of one site say to each other. After a SIGHUP workers of a newer build talk to the primary of an
 * older one: a change here needs a whole restart, so change by adding.
 */
export interface Questions {
  /** May I prepare files and database? One worker at a time does, so that one migrates and the others find it done. */
  turn: { question: Record<string, never>; answer: { port: number } };
  /** Counts a try; the answer is what `Counters.count` returns. */
  count: { question: CounterKey; answer: number };
  giveBack: { question: CounterKey; answer: null };
  isUsedUp: { question: CounterKey; answer: boolean };
  /** Waits for an upload's slot; `slot` is the worker's own number for it. */
  slot: { question: { slot: number; personId: number; bytes: number; piece?: boolean }; answer: SlotAnswer };
}

export interface CounterKey {
  counter: Counter;
  key: string;
}

/** null: the slot is taken. */
export type SlotAnswer = { code: "invalid" | "rate_limited"; message: string; retryAfter?: number | undefined } | null;

export type QuestionName = keyof Questions;

export type FromWorker =
  | { type: "ready" }
  | { type: "turn-over" }
  /** A connection has arrived; not accepted where the worker has as many as it may. */
  | { type: "took"; connection: number; accepted: boolean }
  | { type: "background-over" }
  | { type: "wake-mail" }
  | { type: "leave-slot"; slot: number }
  /** What do all workers measure? No question as those below are: a primary of an older build does not know it. */
  | { type: "look"; id: number }
  /** What this worker measures; without `look` it is about to end. */
  | { type: "figures"; look?: number; figures: Figure[] }
  | { type: "ask"; id: number; about: QuestionName; question: Questions[QuestionName]["question"] };

export type ToWorker =
  /** Comes with a socket. */
  | { type: "connection"; connection: number }
  | { type: "answer"; id: number; answer: Questions[QuestionName]["answer"] }
  /** Do the background jobs from here on. */
  | { type: "background" }
  | { type: "wake-mail" }
  /** A process has died: remove what it left. */
  | { type: "sweep" }
  /** Tell what you measure. */
  | { type: "measure"; look: number }
  /** What all workers measure, those included that are no more. */
  | { type: "all-figures"; id: number; parts: (readonly Figure[])[] }
  /** Queue requests from here on: the site is about to stop. */
  | { type: "hold" }
  /** Answer what has come, then end. `linger` and `grace` as in `Shutdown.finish`, ms. */
  | { type: "stop"; linger?: number; grace?: number };
