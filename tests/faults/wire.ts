import { setTimeout as pause } from "node:timers/promises";
import { type RawSocket, rawSocket } from "../support/raw-socket";

/** Of the first response; 0 without one. */
export const statusOf = (wire: RawSocket): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(wire.received())?.[1] ?? 0);

export function head(method: string, path: string, headers: Record<string, string>): string {
  const all = { Host: "localhost", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

export const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
export const JSON_TYPE = { "Content-Type": "application/json" };
export const PARTS = { "Content-Type": "multipart/form-data; boundary=b" };
/** A multipart body's start. */
export const PHOTO = '--b\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n\xff\xd8\xff';

export interface Endless {
  status: number;
  /** Bytes taken by the server or by this machine's buffers. */
  sent: number;
  ms: number;
  cut: boolean;
}

/**
 * As fast as the server reads.
 * @param options.most bytes before giving up
 * @param options.seconds before giving up
 * @param options.start first bytes, such as a multipart head
 */
export async function sendEndless(
  url: string,
  path: string,
  headers: Record<string, string>,
  { most, seconds, start = "", chunk = 64 * 1024 }: { most: number; seconds: number; start?: string; chunk?: number },
): Promise<Endless> {
  const wire = await rawSocket(url);
  const began = performance.now();
  const chunked = (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, CRLF]);
  wire.socket.write(head("POST", path, { "Transfer-Encoding": "chunked", ...headers }));
  if (start !== "") wire.socket.write(chunked(Buffer.from(start)));
  const piece = chunked(Buffer.alloc(chunk, "a"));
  let sentBytes = 0;
  const over = () => wire.closedAt() !== undefined || sentBytes >= most || performance.now() - began > seconds * 1000;
  while (!over()) {
    sentBytes += chunk;
    if (!wire.socket.write(piece)) await drained(wire, seconds * 1000 - (performance.now() - began));
  }
  const isCut = wire.closedAt() !== undefined;
  const status = statusOf(wire);
  wire.socket.destroy();
  return { status, sent: sentBytes, ms: performance.now() - began, cut: isCut };
}

const CRLF = Buffer.from("\r\n");

/**
 * More bytes fit, or the socket is closed.
 * @param patience ms
 */
export function drained({ socket, closed }: RawSocket, patience: number): Promise<unknown> {
  const drain = new Promise<void>((resolve) => void socket.once("drain", resolve));
  return Promise.race([drain, closed(), pause(Math.max(0, patience), undefined, { ref: false })]);
}
