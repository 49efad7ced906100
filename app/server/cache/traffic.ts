import type { IncomingMessage } from "node:http";
import { maskTokens } from "~/lib/mask-tokens";
import { log } from "~/services/log/log.server";
import { counter, type Figure, type Labels } from "~/services/metrics/figures";

/** One request in so many has a line of its own in the log … */
const SAMPLE = 100;
/** … and all are counted in one line every so many ms. */
const PERIOD = 10_000;

const counts = { whole: 0, unchanged: 0 };
/** Since this process began: answers that were kept, sent whole or as unchanged, and that were made to be kept. */
const totals = { whole: 0, unchanged: 0, made: 0 };
let serial = 0;
let timer: NodeJS.Timeout | undefined;

/**
 * Counts a request that was answered before the app saw it. A line for each would cost more than the answer.
 * @param status 200 or 304
 */
export function countAnswer({ method, url = "" }: IncomingMessage, status: 200 | 304, requestId: string): void {
  if (status === 200) counts.whole += 1;
  else counts.unchanged += 1;
  countKept(status === 200 ? "whole" : "unchanged");
  timer ??= setTimeout(logCounts, PERIOD).unref();
  if (serial++ % SAMPLE !== 0) return;
  const path = maskTokens(url.split("?", 1)[0] ?? "");
  log.info({ requestId, method, path, status, oneOf: SAMPLE }, "request answered from the cache");
}

/** Counts an answer that is, or could be, of the cache, for whoever watches the site. */
export function countKept(how: keyof typeof totals): void {
  totals[how] += 1;
}

export function keptFigures(): Figure[] {
  const answers = Object.entries(totals).map(([how, count]): [Labels, number] => [{ how }, count]);
  return [
    counter("paddock_kept_answers_total", "Answers for visitors: kept ones sent, kept ones unchanged, made", answers),
  ];
}

function logCounts(): void {
  clearTimeout(timer);
  timer = undefined;
  if (counts.whole + counts.unchanged === 0) return;
  log.info({ ...counts }, "requests answered from the cache");
  counts.whole = 0;
  counts.unchanged = 0;
}

process.once("exit", logCounts);
