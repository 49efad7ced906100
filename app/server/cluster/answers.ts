import type { Worker } from "node:cluster";
import { log } from "~/services/log/log.server";
import { type FromWorker, type PrimaryAnswers, sendToWorker } from "./messages";

/** Replies to the workers' requests: whose turn it is to prepare, and the metrics of all workers. */
export class Answers {
  #lastTurn: Promise<unknown> = Promise.resolve();

  /** @param figures metrics of all workers, as text */
  constructor(private readonly figures: () => Promise<string>) {}

  /** Replies to a worker's request, now or later. */
  answer(worker: Worker, { id, about }: Extract<FromWorker, { type: "ask" }>): void {
    const answering: Promise<PrimaryAnswers[typeof about]> = about === "turn" ? this.#turn(worker) : this.figures();
    answering.then(
      (answer) => sendToWorker(worker, { type: "answer", id, answer }),
      (error) => log.error({ err: error, about }, "a worker's question was not answered"),
    );
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
}
