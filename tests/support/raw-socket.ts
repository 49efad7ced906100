import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Exact bytes, unlike any client library. */
export interface RawSocket {
  socket: Socket;
  /** Until the system takes the bytes or the far end closes. */
  send(bytes: string | Buffer): Promise<void>;
  /** Received so far. */
  received(): string;
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
  const checks = new Set<() => void>();
  const runChecks = () => {
    for (const check of checks) check();
  };
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
    runChecks();
  });
  const finish = () => {
    closedAt ??= performance.now();
    runChecks();
  };
  await once(socket, "connect");
  // Some tests close the far end during a write.
  socket.on("error", finish).on("end", finish).on("close", finish);
  const waitFor = (ready: () => boolean) =>
    new Promise<string>((resolve) => {
      const check = () => {
        if (!ready()) return;
        checks.delete(check);
        resolve(text);
      };
      checks.add(check);
      check();
    });
  const isClosed = () => closedAt !== undefined;
  return {
    socket,
    send: (bytes) =>
      new Promise((resolve) => {
        if (isClosed() || socket.destroyed) resolve();
        // Also if the connection ends meanwhile.
        else socket.write(bytes, () => resolve());
      }),
    received: () => text,
    until: (pattern) => waitFor(() => isClosed() || pattern.test(text)),
    closed: () => waitFor(isClosed),
    closedAt: () => closedAt,
    end: () => void socket.destroy(),
  };
}
