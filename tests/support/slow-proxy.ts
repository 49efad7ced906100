import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A proxy that can be slow, and can be cut. */
export interface SlowProxy {
  url: string;
  /** After so many more bytes up. */
  transferred(bytes: number): Promise<void>;
  /** All connections, after so many more bytes up. */
  cutAfter(bytes: number): void;
  /** For new connections. */
  setTarget(target: string): void;
  cutCount(): number;
  close(): Promise<void>;
}

/** @param bytesPerSecond up, all connections together */
export async function startSlowProxy(target: string, bytesPerSecond: number): Promise<SlowProxy> {
  let port = Number(new URL(target).port);
  const sockets = new Set<Socket>();
  let total = 0;
  let cutCount = 0;
  let cutAt = Number.POSITIVE_INFINITY;
  let watchers: { source: number; resolve(): void }[] = [];
  /** When the last accepted bytes have passed, ms since 1970. */
  let idleAt = 0;
  const cutConnections = () => {
    cutCount += 1;
    cutAt = Number.POSITIVE_INFINITY;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const count = (bytes: number) => {
    total += bytes;
    for (const { source, resolve } of watchers) if (total >= source) resolve();
    watchers = watchers.filter(({ source }) => total < source);
  };
  const forward = async (source: Socket, sink: Socket) => {
    for await (const chunk of source) {
      for (let index = 0; index < chunk.length; index += 4096) {
        const piece = chunk.subarray(index, index + 4096);
        idleAt = Math.max(idleAt, Date.now()) + (piece.length / bytesPerSecond) * 1000;
        await sleep(idleAt - Date.now());
        if (sink.destroyed) return;
        count(piece.length);
        if (!sink.write(piece)) await once(sink, "drain");
        if (total >= cutAt) return cutConnections();
      }
    }
    sink.end();
  };
  const server = createServer((client) => {
    const upstream = connectUpstream(client, port, sockets);
    // Reading a cut connection throws.
    forward(client, upstream).catch(() => {});
    upstream.pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    transferred: (bytes) => new Promise((resolve) => void watchers.push({ source: total + bytes, resolve })),
    setTarget: (next) => {
      port = Number(new URL(next).port);
    },
    cutAfter: (bytes) => {
      cutAt = total + bytes;
    },
    cutCount: () => cutCount,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Both ends close together.
 * @param sockets contains both while open
 */
export function connectUpstream(client: Socket, port: number, sockets: Set<Socket>): Socket {
  const upstream = connect(port, "127.0.0.1");
  for (const socket of [client, upstream]) {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      client.destroy();
      upstream.destroy();
    });
  }
  return upstream;
}
