import { connect, type Socket } from "node:net";

/** A raw connection that sends any bytes and records the response. */
export interface Wire {
  socket: Socket;
  /** All that came so far. */
  heard(): string;
  /** Resolves when the other side has ended or cut the connection. */
  closed: Promise<void>;
  /** When that was, as `performance.now()` says; undefined while it is open. */
  closedAt(): number | undefined;
}

/** Opens a connection to this machine. */
export function openWire(port: number): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    let closedAt: number | undefined;
    const closed = new Promise<void>((ended) => {
      const end = () => {
        closedAt ??= performance.now();
        ended();
      };
      socket.once("end", end).once("close", end);
    });
    socket.setEncoding("latin1").on("data", (chunk) => {
      // Nobody looks further than the head of the first answer.
      if (text.length < 4096) text += chunk;
    });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.on("error", () => {});
      resolve({ socket, heard: () => text, closed, closedAt: () => closedAt });
    });
  });
}

/** Status of the first answer on the wire; 0 where there is none. */
export function statusOf(wire: Wire): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(wire.heard())?.[1] ?? 0);
}

/** The head of a request. */
export function head(method: string, path: string, headers: Record<string, string>): string {
  const all = { Host: "localhost", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** What became of a body that never ended. */
export interface Endless {
  status: number;
  /** Bytes that the other side took, or this machine's buffers. */
  sent: number;
  ms: number;
  /** Whether it was cut at all. */
  cut: boolean;
}

/**
 * Sends a request whose body goes on and on, as fast as the other side takes it.
 * @param options.most bytes after which to give up
 * @param options.seconds after which to give up
 * @param options.start what the body begins with, such as the head of a multipart file
 */
export async function sendEndless(
  port: number,
  path: string,
  headers: Record<string, string>,
  { most, seconds, start = "", chunk = 64 * 1024 }: { most: number; seconds: number; start?: string; chunk?: number },
): Promise<Endless> {
  const wire = await openWire(port);
  const began = performance.now();
  const chunked = (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, CRLF]);
  wire.socket.write(head("POST", path, { "Transfer-Encoding": "chunked", ...headers }));
  if (start !== "") wire.socket.write(chunked(Buffer.from(start)));
  const piece = chunked(Buffer.alloc(chunk, "a"));
  let sent = 0;
  const over = () => wire.closedAt() !== undefined || sent >= most || performance.now() - began > seconds * 1000;
  while (!over()) {
    sent += chunk;
    if (!wire.socket.write(piece)) await drained(wire, seconds * 1000 - (performance.now() - began));
  }
  const cut = wire.closedAt() !== undefined;
  const status = statusOf(wire);
  wire.socket.destroy();
  return { status, sent, ms: performance.now() - began, cut };
}

const CRLF = Buffer.from("\r\n");

function drained({ socket, closed }: Wire, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, patience));
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    socket.once("drain", done);
    void closed.then(done);
  });
}
