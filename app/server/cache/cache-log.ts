import type { IncomingMessage } from "node:http";
import { maskTokens } from "~/lib/mask-tokens";
import { log } from "~/services/log/log.server";

/** One request in this many. */
const LOGGED_SAMPLE = 100;
const LOG_INTERVAL_MS = 10_000;

const counts = { whole: 0, unchanged: 0 };
let serial = 0;
let timer: NodeJS.Timeout | undefined;

/** A log line per cached response would cost more than the response. */
export function countServed({ method, url = "" }: IncomingMessage, status: 200 | 304, requestId: string): void {
  if (status === 200) counts.whole += 1;
  else counts.unchanged += 1;
  countCacheUse(status === 200 ? "whole" : "unchanged");
  timer ??= setTimeout(logCounts, LOG_INTERVAL_MS).unref();
  if (serial++ % LOGGED_SAMPLE !== 0) return;
  const path = maskTokens(url.split("?", 1)[0] ?? "");
  log.info({ requestId, method, path, status, oneOf: LOGGED_SAMPLE }, "response served from cache");
}

/** A cached response sent whole or as 304, or one rendered for the cache. */
export let countCacheUse: (outcome: "whole" | "unchanged" | "made") => void = () => {};

export function onCacheUse(listener: typeof countCacheUse): void {
  countCacheUse = listener;
}

function logCounts(): void {
  clearTimeout(timer);
  timer = undefined;
  if (counts.whole + counts.unchanged === 0) return;
  log.info({ ...counts }, "responses served from cache");
  counts.whole = 0;
  counts.unchanged = 0;
}

process.once("exit", logCounts);
