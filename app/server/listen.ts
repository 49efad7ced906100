import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { EnvError, env, setListeningPort } from "~/env.server";
import { logSecurity } from "~/services/log/security-log.server";
import { type Stopping, stopOnSignal } from "./stop";

/**
 * Header size limit (bytes) and timeouts (ms). Bodies have a timeout of their own (`body-clock.ts`). The keep-alive
 * timeout exceeds that of proxies (60 s), so that they never send into a connection that is being closed.
 */
const SETTINGS = {
  maxHeaderSize: 12 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 0,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2_000,
};

/**
 * Listens, logs one line, and stops cleanly on SIGTERM (see `stopOnSignal`).
 * @throws EnvError where the port or the host cannot be bound
 */
export function listen(app: RequestListener, stopping: Stopping): Promise<Server> {
  const { HOST, PORT, MAX_CONNECTIONS } = env();
  return new Promise((resolve, reject) => {
    const server = createServer(SETTINGS, app);
    server.maxConnections = MAX_CONNECTIONS;
    server.once("error", (error: NodeJS.ErrnoException) => {
      const name = error.code === "EADDRINUSE" || error.code === "EACCES" ? "PORT" : "HOST";
      const what = error.code === "EADDRINUSE" ? "the port is in use" : "nothing can listen there";
      reject(new EnvError(`${name} is wrong: ${what}`));
    });
    server.once("listening", () => {
      const { port } = server.address() as AddressInfo;
      setListeningPort(port);
      const host = HOST === "0.0.0.0" || HOST === "::" ? "localhost" : HOST.includes(":") ? `[${HOST}]` : HOST;
      // Before logging: who waits for that line may send SIGTERM at once.
      stopOnSignal(server, stopping);
      process.stdout.write(`listening on http://${host}:${port}\n`);
      logSecurity("start", { pid: process.pid });
      resolve(server);
    });
    server.listen(PORT, HOST);
  });
}
