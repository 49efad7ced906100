import { setTimeout as pause } from "node:timers/promises";
import { SECOND } from "./time";

/** @throws if there is no result within `ms` */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = pause(ms, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ms / SECOND} seconds`);
  });
  return Promise.race([work, late]);
}
