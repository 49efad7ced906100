import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Express } from "express";
import { EnvError, env, setListeningPort } from "~/services/env.server";
import { type Stopping, stopOnSignal } from "./stop";

/**
 * Listens, says so in one line, and stops cleanly on SIGTERM: see `stopOnSignal`.
 * @throws EnvError where the port or the address cannot be had
 */
export function listen(app: Express, stopping: Stopping): Promise<Server> {
  const { HOST, PORT } = env();
  return new Promise((resolve, reject) => {
    const server = app.listen(PORT, HOST);
    server.requestTimeout = 120_000;
    server.headersTimeout = 20_000;
    server.once("error", (error: NodeJS.ErrnoException) => {
      const name = error.code === "EADDRINUSE" || error.code === "EACCES" ? "PORT" : "HOST";
      const what = error.code === "EADDRINUSE" ? `port ${PORT} is in use` : `cannot listen on ${HOST}:${PORT}`;
      reject(new EnvError(`${name} is wrong: ${what}`));
    });
    server.once("listening", () => {
      const { port } = server.address() as AddressInfo;
      setListeningPort(port);
      const host = HOST === "0.0.0.0" || HOST === "::" ? "localhost" : HOST.includes(":") ? `[${HOST}]` : HOST;
      // Before the line is out: whoever waits for it may stop the server at once.
      stopOnSignal(server, stopping);
      process.stdout.write(`listening on http://${host}:${port}\n`);
      resolve(server);
    });
  });
}
