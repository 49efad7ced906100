import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A connection that sends exactly what it is told, for requests that no client library would send. */
export interface RawSocket {
  socket: Socket;
  /** Resolves once the system has taken the bytes; also where the far end has closed meanwhile. */
  send(bytes: string | Buffer): Promise<void>;
  /** All that has come so far. */
  heard(): string;
  /** The same, once it contains `pattern` or the far end has closed. */
  until(pattern: RegExp): Promise<string>;
  /** All that came until the far end closed. */
  closed(): Promise<string>;
  /** When it has closed, as `performance.now()` says; undefined while it is open. */
  closedAt(): number | undefined;
  end(): void;
}

/** Opens a connection to this machine, at the port of `url`. @throws where nobody listens there */
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
  // A far end that closes while we send is what some of these tests are about.
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
        // Also called where the connection ends meanwhile.
        else socket.write(bytes, () => resolve());
      }),
    heard: () => text,
    until: (pattern) => when(() => over() || pattern.test(text)),
    closed: () => when(over),
    closedAt: () => closedAt,
    end: () => void socket.destroy(),
  };
}
