import type { RequestListener, Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { logSecurity } from "~/services/log/log.server";

/** How long running requests may take after the signal, ms; the whole shutdown stays below ten seconds. */
const GRACE_MS = 9_000;
/** How long a keep-alive connection may still send a request after the signal, ms. */
const LINGER_MS = 300;
/** How long pending connections are accepted after the signal, ms. */
const ACCEPT_TIMEOUT_MS = 2_000;

/** What else is hold down with the server. */
export interface StopHooks {
  /** Background jobs start nothing new; called at the signal. */
  begin(): void;
  /** Called after the last request. */
  end(): Promise<void>;
}

/** How a server takes its last connections, and how it ends. */
interface ListenerControl {
  /** Takes the connections that are pending. */
  takeLast(): Promise<void>;
  /** Takes no more. Resolves once every connection has ended. */
  close(): Promise<unknown>;
}

interface Shutdown {
  /**
   * Background jobs start nothing new, and requests are queued from here on. What has not ended `grace` ms later is
   * cut. Called again, it only changes that time.
   */
  hold(grace?: number): void;
  /**
   * Holds, then answers the queued and running requests, with `Connection: close`. In the end the process exits with 0.
   * @param linger how long a keep-alive connection may still send a request, ms
   */
  finish(how?: { linger?: number; grace?: number }): void;
}

/** Stops `server` at SIGTERM, SIGINT or SIGHUP: requests sent before the signal are answered (see `Shutdown`). */
export function stopOnSignal(server: Server, stopping: StopHooks): void {
  const shutdown = prepareShutdown(server, stopping, {
    takeLast: () => acceptPending(server),
    // Not `server.close` of `node:http`: it closes idle connections at once, including those whose request has not been
    // read yet.
    close: () => new Promise((resolve) => NetServer.prototype.close.call(server, resolve)),
  });
  let stopped = false;
  const handle = () => {
    if (stopped) return;
    stopped = true;
    logSecurity("stop", { pid: process.pid });
    shutdown.finish();
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, handle);
}

/** Puts a gate before `server`, by which it can be stopped. */
export function prepareShutdown(server: Server, stopping: StopHooks, door: ListenerControl): Shutdown {
  const gate = gateBefore(server);
  let cut: NodeJS.Timeout | undefined;
  let finishing = false;
  const hold = (grace = GRACE_MS) => {
    const first = cut === undefined;
    clearTimeout(cut);
    cut = setTimeout(() => server.closeAllConnections(), grace);
    if (!first) return;
    stopping.begin();
    gate.hold();
  };
  return {
    hold,
    finish: ({ linger = LINGER_MS, grace } = {}) => {
      if (finishing) return;
      finishing = true;
      if (cut === undefined) hold(grace);
      closeServer(server, gate, door, linger)
        .then(() => clearTimeout(cut))
        .then(stopping.end)
        .then(
          () => process.exit(0),
          () => process.exit(1),
        );
    },
  };
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

async function closeServer(
  server: Server,
  gate: ReturnType<typeof gateBefore>,
  door: ListenerControl,
  linger: number,
): Promise<void> {
  await door.takeLast();
  const closed = door.close();
  gate.release();
  const isClosed = closed.then(() => true);
  let wait = linger;
  while (!(await Promise.race([isClosed, pause(wait, false)]))) {
    // Timers come before what has arrived: a busy process reads first what was sent while it did something else.
    await turn();
    await turn();
    // Responses that had begun before the signal were sent without `Connection: close`: who got one may be about to ask
    // again.
    if (gate.quietFor() >= LINGER_MS) server.closeIdleConnections();
    wait = LINGER_MS;
  }
}

/**
 * Accepts the connections that are pending in the kernel. Each turn of the event loop accepts only one, so a busy
 * server may have many; as requests are queued, turns are fast and no client connects again. Done when a turn accepts
 * none.
 */
export async function acceptPending(server: NetServer): Promise<void> {
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
