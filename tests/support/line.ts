import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A proxy that can be slow, and can be cut. */
export interface Line {
  url: string;
  /** After so many more bytes up. */
  carried(bytes: number): Promise<void>;
  /** All connections, after so many more bytes up. */
  cutAfter(bytes: number): void;
  /** For new connections. */
  leadTo(target: string): void;
  cuts(): number;
  close(): Promise<void>;
}

/** @param bytesPerSecond up, all connections together */
export async function layLine(target: string, bytesPerSecond: number): Promise<Line> {
  let port = Number(new URL(target).port);
  const sockets = new Set<Socket>();
  let total = 0;
  let cuts = 0;
  let cutAt = Number.POSITIVE_INFINITY;
  let watchers: { from: number; resolve(): void }[] = [];
  /** When the last accepted bytes have passed, ms since 1970. */
  let free = 0;
  const cut = () => {
    cuts += 1;
    cutAt = Number.POSITIVE_INFINITY;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const count = (bytes: number) => {
    total += bytes;
    for (const { from, resolve } of watchers) if (total >= from) resolve();
    watchers = watchers.filter(({ from }) => total < from);
  };
  const carry = async (from: Socket, to: Socket) => {
    for await (const all of from) {
      for (let at = 0; at < all.length; at += 4096) {
        const piece = all.subarray(at, at + 4096);
        free = Math.max(free, Date.now()) + (piece.length / bytesPerSecond) * 1000;
        await sleep(free - Date.now());
        if (to.destroyed) return;
        count(piece.length);
        if (!to.write(piece)) await once(to, "drain");
        if (total >= cutAt) return cut();
      }
    }
    to.end();
  };
  const server = createServer((client) => {
    const upstream = connectOn(client, port, sockets);
    // Reading a cut connection throws.
    carry(client, upstream).catch(() => {});
    upstream.pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    carried: (bytes) => new Promise((resolve) => void watchers.push({ from: total + bytes, resolve })),
    leadTo: (next) => {
      port = Number(new URL(next).port);
    },
    cutAfter: (bytes) => {
      cutAt = total + bytes;
    },
    cuts: () => cuts,
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
export function connectOn(client: Socket, port: number, sockets: Set<Socket>): Socket {
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
