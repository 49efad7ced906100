import cluster from "node:cluster";
import type { RequestListener, Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { MINUTE, SECOND } from "~/lib/time";
import { logSecurity } from "~/services/log/log.server";

/** How long a connection counts as in use after its last response, ms. */
const QUIET_MS = 300;
/**
 * How long running requests may take, and how long a keep-alive connection may still send one, ms. The whole shutdown stays
 * below ten seconds.
 */
const AT_SIGNAL = { grace: 9 * SECOND, linger: QUIET_MS };
/** The same for a worker that another one has replaced: uploads on a slow line take minutes, and its end is not urgent. */
const RETIRED = { grace: 10 * MINUTE, linger: 2 * SECOND };
/** How long pending connections are accepted after the signal, ms. */
const ACCEPT_TIMEOUT_MS = 2_000;

/** What else stops with the server. */
export interface StopHooks {
  /** Background jobs start nothing new; called at the signal. */
  begin(): void;
  /** Called after the last request. */
  end(): Promise<void>;
}

/**
 * Stops `server` at SIGTERM, SIGINT or SIGHUP: requests sent before the signal are answered, with `Connection: close`, and
 * the process exits with 0. A worker stops when its primary says so.
 */
export function stopOnSignal(server: Server, stopping: StopHooks): void {
  const gate = gateBefore(server);
  let cut: NodeJS.Timeout | undefined;
  let cutAt = Number.POSITIVE_INFINITY;
  const stop = ({ grace, linger }: typeof AT_SIGNAL) => {
    const isFirst = cut === undefined;
    // A later signal only shortens the time, as of a retired worker when the site stops.
    if (performance.now() + grace >= cutAt) return;
    cutAt = performance.now() + grace;
    clearTimeout(cut);
    cut = setTimeout(() => server.closeAllConnections(), grace);
    if (!isFirst) return;
    stopping.begin();
    gate.hold();
    closeServer(server, gate, linger)
      .then(() => clearTimeout(cut))
      .then(stopping.end)
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
    if (cut === undefined) logSecurity("stop", { pid: process.pid });
    stop(AT_SIGNAL);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, handle);
}

/** Holds requests back while the server stops. */
function gateBefore(server: Server) {
  const handlers = server.listeners("request") as RequestListener[];
  const running = new Set<ServerResponse>();
  let waiting: (() => void)[] | undefined;
  let last = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  const handleRequest: RequestListener = (req, res) => {
    if (last) res.setHeader("Connection", "close");
    running.add(res);
    res.once("close", () => {
      running.delete(res);
      endedAt = performance.now();
    });
    for (const handle of handlers) handle(req, res);
  };
  server.removeAllListeners("request");
  server.on("request", (req, res) => {
    if (waiting) waiting.push(() => handleRequest(req, res));
    else handleRequest(req, res);
  });
  return {
    /** From here on requests are queued. */
    hold: () => {
      waiting = [];
    },
    /** Handles the queued requests; every connection closes after its response. */
    release: () => {
      last = true;
      for (const res of running) if (!res.headersSent) res.setHeader("Connection", "close");
      const queued = waiting ?? [];
      waiting = undefined;
      for (const run of queued) run();
    },
    /** How long ago the last response ended, ms: only then may its connection count as one that nobody uses. */
    quietFor: () => performance.now() - endedAt,
  };
}

async function closeServer(server: Server, gate: ReturnType<typeof gateBefore>, linger: number): Promise<void> {
  await acceptPending(server);
  // Not `server.close` of `node:http`: it closes idle connections at once, including those whose request has not been read
  // yet.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  gate.release();
  const isClosed = closed.then(() => true);
  let wait = linger;
  while (!(await Promise.race([isClosed, pause(wait, false)]))) {
    // Timers come before what has arrived: a busy process reads first what was sent while it did something else.
    await turn();
    await turn();
    // Responses that had begun before the signal were sent without `Connection: close`: who got one may be about to ask
    // again.
    if (gate.quietFor() >= QUIET_MS) server.closeIdleConnections();
    wait = QUIET_MS;
  }
}

/**
 * Accepts the connections that are pending in the kernel. Each turn of the event loop accepts only one, so a busy
 * server may have many; as requests are queued, turns are fast and no client connects again. Done when a turn accepts
 * none.
 */
async function acceptPending(server: Server): Promise<void> {
  const until = performance.now() + ACCEPT_TIMEOUT_MS;
  let accepted = 0;
  const count = () => void (accepted += 1);
  server.on("connection", count);
  for (let before = -1; before < accepted && performance.now() < until; ) {
    before = accepted;
    await turn();
    await turn();
  }
  server.off("connection", count);
}
