import cluster from "node:cluster";
import type { RequestListener, Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { MINUTE, SECOND } from "~/lib/time";
import { logSecurity } from "~/services/log/log.server";

/** A connection counts as in use this long after its last response. */
const QUIET_MS = 300;
/** For running requests and keep-alive connections, ms. The whole shutdown takes less than ten seconds. */
const AT_SIGNAL = { grace: 9 * SECOND, linger: QUIET_MS };
/** Of a replaced worker: slow uploads take minutes, and the exit is not urgent. */
const RETIRED = { grace: 10 * MINUTE, linger: 2 * SECOND };
/** For connections pending at the signal. */
const ACCEPT_TIMEOUT_MS = 2_000;

export interface StopHooks {
  /** Background jobs start nothing new. */
  begin(): void;
  /** After the last request. */
  end(): Promise<void>;
}

/**
 * At SIGTERM, SIGINT or SIGHUP: earlier requests still get a response, with `Connection: close`, and the process exits
 * with 0. A worker stops when its primary requests it.
 */
export function stopOnSignal(server: Server, hooks: StopHooks): void {
  const gate = gateBefore(server);
  let cutTimer: NodeJS.Timeout | undefined;
  let cutAt = Number.POSITIVE_INFINITY;
  const stop = ({ grace, linger }: typeof AT_SIGNAL) => {
    const isFirst = cutTimer === undefined;
    // A later signal can only shorten the time, as for a retired worker.
    if (performance.now() + grace >= cutAt) return;
    cutAt = performance.now() + grace;
    clearTimeout(cutTimer);
    cutTimer = setTimeout(() => server.closeAllConnections(), grace);
    if (!isFirst) return;
    hooks.begin();
    gate.hold();
    closeServer(server, gate, linger)
      .then(() => clearTimeout(cutTimer))
      .then(hooks.end)
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  if (cluster.isWorker) {
    process.on("SIGTERM", () => stop(AT_SIGNAL));
    process.on("message", (message: { type?: string }) => message.type === "retire" && stop(RETIRED));
    return;
  }
  const handle = () => {
    if (cutTimer === undefined) logSecurity("stop", { pid: process.pid });
    stop(AT_SIGNAL);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, handle);
}

function gateBefore(server: Server) {
  const handlers = server.listeners("request") as RequestListener[];
  const openResponses = new Set<ServerResponse>();
  let callbacks: (() => void)[] | undefined;
  let last = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  const handleRequest: RequestListener = (req, res) => {
    if (last) res.setHeader("Connection", "close");
    openResponses.add(res);
    res.once("close", () => {
      openResponses.delete(res);
      endedAt = performance.now();
    });
    for (const handle of handlers) handle(req, res);
  };
  server.removeAllListeners("request");
  server.on("request", (req, res) => {
    if (callbacks) callbacks.push(() => handleRequest(req, res));
    else handleRequest(req, res);
  });
  return {
    hold: () => {
      callbacks = [];
    },
    /** Every connection closes after its response. */
    release: () => {
      last = true;
      for (const res of openResponses) if (!res.headersSent) res.setHeader("Connection", "close");
      const queued = callbacks ?? [];
      callbacks = undefined;
      for (const run of queued) run();
    },
    /** Since the last response, ms. */
    quietFor: () => performance.now() - endedAt,
  };
}

async function closeServer(server: Server, gate: ReturnType<typeof gateBefore>, linger: number): Promise<void> {
  await acceptPending(server);
  // Not `server.close` of `node:http`: it closes idle connections at once, even with an unread request.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  gate.release();
  const isClosed = closed.then(() => true);
  let wait = linger;
  while (!(await Promise.race([isClosed, pause(wait, false)]))) {
    // Timers run before I/O: first read the requests that have already arrived.
    await turn();
    await turn();
    // Responses begun before the signal lack `Connection: close`: their clients may send another request.
    if (gate.quietFor() >= QUIET_MS) server.closeIdleConnections();
    wait = QUIET_MS;
  }
}

/**
 * Accepts the connections pending in the kernel, one per tick of the event loop, until a tick accepts none. Ticks are
 * fast: requests are queued, and no client reconnects.
 */
async function acceptPending(server: Server): Promise<void> {
  const until = performance.now() + ACCEPT_TIMEOUT_MS;
  let acceptedCount = 0;
  const count = () => void (acceptedCount += 1);
  server.on("connection", count);
  for (let before = -1; before < acceptedCount && performance.now() < until; ) {
    before = acceptedCount;
    await turn();
    await turn();
  }
  server.off("connection", count);
}
