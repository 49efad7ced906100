import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A connection that sends exact bytes, for requests that no client library sends. */
export interface RawSocket {
  socket: Socket;
  /** Resolves once the system has taken the bytes, or the far end has closed. */
  send(bytes: string | Buffer): Promise<void>;
  /** All bytes received so far. */
  heard(): string;
  /** The same, once it contains `pattern` or the far end has closed. */
  until(pattern: RegExp): Promise<string>;
  /** All bytes until the far end closed. */
  closed(): Promise<string>;
  /** Its close time, as of `performance.now()`; undefined while it is open. */
  closedAt(): number | undefined;
  end(): void;
}

/** Opens a local connection, at the port of `url`. @throws if the port refuses it */
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
  // Some of these tests close the far end during a write.
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
        // Also called if the connection ends meanwhile.
        else socket.write(bytes, () => resolve());
      }),
    heard: () => text,
    until: (pattern) => when(() => over() || pattern.test(text)),
    closed: () => when(over),
    closedAt: () => closedAt,
    end: () => void socket.destroy(),
  };
}
