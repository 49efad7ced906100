import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Exact bytes, unlike any client library. */
export interface RawSocket {
  socket: Socket;
  /** Until the system takes the bytes or the far end closes. */
  send(bytes: string | Buffer): Promise<void>;
  /** Received so far. */
  heard(): string;
  /** `heard()`, once it matches or the far end closes. */
  until(pattern: RegExp): Promise<string>;
  /** All, until the far end closes. */
  closed(): Promise<string>;
  /** As of `performance.now()`; undefined while open. */
  closedAt(): number | undefined;
  end(): void;
}

/** @throws if the port refuses it */
export async function rawSocket(url: string): Promise<RawSocket> {
  const socket: Socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port) });
  let text = "";
  let closedAt: number | undefined;
  const waiting = new Set<() => void>();
  const tell = () => {
    for (const look of waiting) look();
  };
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
    tell();
  });
  const finish = () => {
    closedAt ??= performance.now();
    tell();
  };
  await once(socket, "connect");
  // Some tests close the far end during a write.
  socket.on("error", finish).on("end", finish).on("close", finish);
  const when = (ready: () => boolean) =>
    new Promise<string>((resolve) => {
      const look = () => {
        if (!ready()) return;
        waiting.delete(look);
        resolve(text);
      };
      waiting.add(look);
      look();
    });
  const over = () => closedAt !== undefined;
  return {
    socket,
    send: (bytes) =>
      new Promise((resolve) => {
        if (over() || socket.destroyed) resolve();
        // Also if the connection ends meanwhile.
        else socket.write(bytes, () => resolve());
      }),
    heard: () => text,
    until: (pattern) => when(() => over() || pattern.test(text)),
    closed: () => when(over),
    closedAt: () => closedAt,
    end: () => void socket.destroy(),
  };
}
