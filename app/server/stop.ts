import type { RequestListener, Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { logSecurity } from "~/services/log/security-log.server";

/** How long running requests may take after the signal, ms: with all that ends after them, less than ten seconds. */
const GRACE = 9_000;
/** How long a kept connection may still bring a request after the signal, ms. */
const LINGER = 300;
/** How long connections that wait for their turn are let in after the signal, ms. */
const ACCEPTING = 2_000;

/** What else has to end. */
export interface Stopping {
  /** Background work begins nothing new; called at the signal. */
  begin(): void;
  /** Called when no request runs any more. */
  end(): Promise<void>;
}

/**
 * Stops `server` at SIGTERM or SIGINT: whatever was sent before is answered, kept connections end with their answer,
 * new ones are refused, and what never ends is cut after some seconds. Then the process exits with 0.
 */
export function stopOnSignal(server: Server, stopping: Stopping): void {
  const gate = gateBefore(server);
  let stopped = false;
  const handle = () => {
    if (stopped) return;
    stopped = true;
    logSecurity("stop", { pid: process.pid });
    stopping.begin();
    closeServer(server, gate)
      .then(stopping.end)
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on("SIGTERM", handle);
  process.on("SIGINT", handle);
}

/** Stands between the server and whoever answers its requests. */
interface Gate {
  /** Requests wait from here on. */
  shut(): void;
  /** Those that wait are answered, and every connection ends with its answer. */
  openForLast(): void;
}

function gateBefore(server: Server): Gate {
  const answerers = server.listeners("request") as RequestListener[];
  const running = new Set<ServerResponse>();
  let waiting: (() => void)[] | undefined;
  let last = false;
  const pass: RequestListener = (req, res) => {
    if (last) res.setHeader("Connection", "close");
    running.add(res);
    res.once("close", () => running.delete(res));
    for (const answer of answerers) answer(req, res);
  };
  server.removeAllListeners("request");
  server.on("request", (req, res) => {
    if (waiting) waiting.push(() => pass(req, res));
    else pass(req, res);
  });
  return {
    shut: () => {
      waiting = [];
    },
    openForLast: () => {
      last = true;
      for (const res of running) if (!res.headersSent) res.setHeader("Connection", "close");
      const held = waiting ?? [];
      waiting = undefined;
      for (const answer of held) answer();
    },
  };
}

async function closeServer(server: Server, gate: Gate): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), GRACE);
  gate.shut();
  await acceptWaiting(server);
  // Not `server.close` of HTTP: it ends idle connections at once, and one whose request has not been read yet is idle.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  gate.openForLast();
  await Promise.race([closed, pause(LINGER)]);
  server.closeIdleConnections();
  // A request whose answer had begun before the signal leaves an idle connection behind.
  const sweeping = setInterval(() => server.closeIdleConnections(), LINGER);
  await closed;
  clearInterval(sweeping);
  clearTimeout(cut);
}

/**
 * Lets in who has connected until now. A turn of the loop takes one connection only, so on a busy site many wait; while
 * requests are held a turn takes no time, and nobody who was answered comes back. Where a turn brings none, none waits.
 */
async function acceptWaiting(server: Server): Promise<void> {
  const until = performance.now() + ACCEPTING;
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
