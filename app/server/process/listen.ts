import cluster from "node:cluster";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { EnvError, env, listeningUrl, setListeningPort, setupTokenFile } from "~/env.server";
import { versionName } from "~/lib/version.server";
import { logSecurity } from "~/services/log/log.server";
import { type StopHooks, stopOnSignal } from "./stop";

/**
 * Bytes and ms. Bodies have their own timeout (`request-body.ts`). The keep-alive timeout exceeds that of proxies (60
 * s), so that they never write to a closing connection.
 */
const SETTINGS = {
  maxHeaderSize: 12 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 0,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2_000,
};

const MAX_REQUESTS_PER_CONNECTION = 50;

/**
 * Logs one line (in a cluster the primary does), and stops cleanly on SIGTERM.
 * @throws EnvError if port or host cannot be bound
 */
export async function listen(app: RequestListener, hooks: StopHooks): Promise<void> {
  const { MAX_CONNECTIONS, WEB_CONCURRENCY } = env();
  const server = createServer(SETTINGS, app);
  server.maxConnections = Math.ceil(MAX_CONNECTIONS / (cluster.isWorker ? WEB_CONCURRENCY : 1));
  // The kernel may give one worker a burst of connections; clients that reconnect reach an idle one.
  if (cluster.isWorker) server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  const port = await bindPort(server);
  setListeningPort(port);
  // Before logging: a supervisor waiting for the line may send SIGTERM at once.
  stopOnSignal(server, hooks);
  if (!cluster.isWorker) logListening(port);
}

/** @throws EnvError if port or host cannot be bound */
function bindPort(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const name = error.code === "EADDRINUSE" || error.code === "EACCES" ? "PORT" : "HOST";
      const cause = error.code === "EADDRINUSE" ? "the port is in use" : "nothing can listen there";
      reject(new EnvError(`${name} is wrong: ${cause}`));
    });
    server.once("listening", () => resolve((server.address() as AddressInfo).port));
    server.listen(env().PORT, env().HOST);
  });
}

/** Supervisors and scripts wait for this line. */
export function logListening(port: number, facts: { processes?: number } = {}): void {
  setListeningPort(port);
  const address = listeningUrl();
  process.stdout.write(`${setupLine(address)}listening on ${address}\n`);
  logSecurity("start", { pid: process.pid, version: versionName(), ...facts });
}

/** Printed first, because scripts wait for the other line. */
function setupLine(address: string): string {
  const token = setupTokenFile(env());
  if (!existsSync(token)) return "";
  return `set up: ${env().APP_URL ?? address}/setup?token=${readFileSync(token, "utf8")}\n`;
}

/** Exits with 1, with one line for a wrong setting and the stack for other errors. */
export function exitOnEnvError(error: unknown): void {
  const text = error instanceof EnvError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
