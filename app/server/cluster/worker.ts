import cluster from "node:cluster";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { env } from "~/env.server";
import { createHttpServer } from "../process/listen";
import { loadApp } from "../process/load-app";
import { prepareShutdown } from "../process/stop";
import { connectToPrimary, type PrimaryChannel } from "./messages";

/** A process that answers the connections it gets from its primary, until that says stop, or ends. */
export async function runWorker(): Promise<void> {
  // Ctrl-C and some supervisors signal every process at once; the primary alone knows in which order all end.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  // A message to a primary that has just died; Node ends this process next.
  cluster.worker?.on("error", () => {});
  const primary = connectToPrimary();
  const { app, stopping } = await loadApp(primary);
  const server = createHttpServer(app);
  // It never listens itself, and starts its checks of timeouts at this event.
  server.emit("listening");
  const connections = new Connections(server, primary);
  const shutdown = prepareShutdown(server, stopping, {
    // The primary says stop behind the last connection.
    takeLast: async () => {},
    close: () => connections.ended(),
  });
  primary.listen((message, socket) => {
    if (message.type === "connection") connections.take(message.connection, socket);
    else if (message.type === "hold") shutdown.hold();
    else if (message.type === "stop") shutdown.finish(message);
  });
  primary.tell({ type: "ready" });
}

/** The connections of this worker: its share of MAX_CONNECTIONS. */
class Connections {
  readonly #open = new Set<Socket>();
  readonly #most = Math.ceil(env().MAX_CONNECTIONS / env().WEB_CONCURRENCY);
  #onEmpty: (() => void) | undefined;

  constructor(
    private readonly server: Server,
    private readonly primary: PrimaryChannel,
  ) {}

  /** @param socket undefined where it has closed on its way */
  take(connection: number, socket: Socket | undefined): void {
    const accepted = this.#open.size < this.#most;
    // Reported before anything is read: a connection that was not reported when this process dies goes to another one,
    // unread.
    this.primary.tell({ type: "took", connection, accepted });
    // The primary has its own handle, so that the connection stays open.
    if (!accepted) socket?.destroy();
    if (!accepted || !socket) return;
    this.#open.add(socket);
    socket.once("close", () => {
      this.#open.delete(socket);
      if (this.#open.size === 0) this.#onEmpty?.();
    });
    socket.setNoDelay(true);
    this.server.emit("connection", socket);
  }

  /** Resolves once none is open. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
      if (this.#open.size === 0) resolve();
    });
  }
}
