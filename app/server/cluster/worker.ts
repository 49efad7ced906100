import cluster from "node:cluster";
import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";
import { env } from "~/env.server";
import { createHttpServer } from "../process/listen";
import { prepareShutdown, type StopHooks } from "../process/stop";
import type { PrimaryChannel } from "./messages";

/** Handles the connections that this process gets from its primary, until the primary stops it or ends. */
export function runWorker(primary: PrimaryChannel, app: RequestListener, stopping: StopHooks): void {
  // A message to a primary that has just died; Node ends this process next.
  cluster.worker?.on("error", () => {});
  const server = createHttpServer(app);
  // The server never listens itself, but starts its timeout checks at this event.
  server.emit("listening");
  const connections = new Connections(server, primary);
  const shutdown = prepareShutdown(server, stopping, {
    // The primary sends `stop` after the last connection.
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
    // Confirm before reading: where this process dies, the primary passes unconfirmed connections, still unread, to
    // another one.
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

  /** Resolves once no connection is open. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
      if (this.#open.size === 0) resolve();
    });
  }
}
