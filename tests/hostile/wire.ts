import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

export interface WireAnswer {
  status: number;
  /** By lower-case name; repeated ones joined with a comma. */
  headers: Record<string, string>;
  /** Decompressed. */
  bytes: Buffer;
  body: string;
  /** From the first byte sent to the last received. */
  ms: number;
}

interface Sending {
  verb: string;
  /** A request after which the server closes the connection. */
  bytes: Buffer;
  /** Half-closes after sending: request shorter than declared. */
  hangUp?: boolean;
}

const PATIENCE = 15_000;

/**
 * Sends on a new connection and reads to its end.
 * @returns null if incomplete
 * @throws after 15 s, or if the response is not HTTP
 */
export async function sendBytes(url: string, { verb, bytes, hangUp = false }: Sending): Promise<WireAnswer | null> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port), allowHalfOpen: true });
  const start = performance.now();
  const chunks: Buffer[] = [];
  let ms = 0;
  let silent = false;
  socket.on("data", (chunk) => {
    chunks.push(chunk);
    ms = performance.now() - start;
  });
  socket.setTimeout(PATIENCE, () => {
    silent = true;
    socket.destroy();
  });
  socket.write(bytes);
  if (hangUp) socket.end();
  // Bytes received before an error count.
  await new Promise<void>((resolve) => {
    for (const over of ["end", "error", "close"]) socket.once(over, () => resolve());
  });
  socket.on("error", () => {}).destroy();
  if (silent) throw new Error(`no answer for ${PATIENCE} ms`);
  const answer = parseAnswer(Buffer.concat(chunks), verb);
  return answer && { ...answer, ms };
}

function parseAnswer(all: Buffer, verb: string): Omit<WireAnswer, "ms"> | null {
  const end = all.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [first = "", ...lines] = all.toString("latin1", 0, end).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})\b/.exec(first)?.[1]);
  if (Number.isNaN(status)) throw new Error(`the answer is no HTTP: ${first.slice(0, 100)}`);
  const rest = all.subarray(end + 4);
  if (status < 200) return parseAnswer(rest, verb);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const index = line.indexOf(":");
    const name = line.slice(0, index).toLowerCase();
    const value = line.slice(index + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const packed = verb === "HEAD" || status === 204 || status === 304 ? Buffer.alloc(0) : bodyOf(rest, headers);
  if (packed === null) return null;
  const bytes = unpack(packed, headers["content-encoding"]);
  return { status, headers, bytes, body: bytes.toString("utf8") };
}

/** @returns null if incomplete */
function bodyOf(rest: Buffer, headers: Record<string, string>): Buffer | null {
  if (headers["transfer-encoding"] !== "chunked") {
    const length = Number(headers["content-length"] ?? rest.length);
    return rest.length < length ? null : rest.subarray(0, length);
  }
  const chunks: Buffer[] = [];
  for (let index = 0; ; ) {
    const line = rest.indexOf("\r\n", index);
    const length = line < 0 ? Number.NaN : Number.parseInt(rest.toString("latin1", index, line), 16);
    if (length === 0) return Buffer.concat(chunks);
    index = line + 2 + length + 2;
    if (Number.isNaN(index) || index > rest.length) return null;
    chunks.push(rest.subarray(line + 2, index - 2));
  }
}

function unpack(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === "br") return brotliDecompressSync(bytes);
  if (encoding === "gzip") return gunzipSync(bytes);
  return encoding === "deflate" ? inflateSync(bytes) : bytes;
}
