import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** The response to one request. */
export interface WireAnswer {
  status: number;
  /** By lower-case name; several of one name joined with a comma. */
  headers: Record<string, string>;
  /** Decompressed. */
  bytes: Buffer;
  /** `bytes` as UTF-8. */
  body: string;
  /** From the first byte sent to the last one received. */
  ms: number;
}

interface Sending {
  verb: string;
  bytes: Buffer;
  /** Half-closes after sending, for a request that is shorter than declared. */
  hangUp?: boolean;
}

/** Response timeout, ms. */
const PATIENCE = 15_000;

/**
 * Sends raw bytes on a connection of their own and reads one response.
 * @returns null where the server closed the connection without a response
 * @throws after a timeout of 15 s, or where the response is no HTTP
 */
export function sendBytes(url: string, { verb, bytes, hangUp = false }: Sending): Promise<WireAnswer | null> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const chunks: Buffer[] = [];
    const socket = connect({ host: "127.0.0.1", port: Number(port), allowHalfOpen: true });
    const finish = (ended: boolean) => {
      try {
        const answer = parseAnswer(Buffer.concat(chunks), verb, ended);
        if (answer === undefined && !ended) return;
        socket.destroy();
        resolve(answer === undefined ? null : { ...answer, ms: performance.now() - start });
      } catch (error) {
        socket.destroy();
        reject(error);
      }
    };
    socket.setTimeout(PATIENCE, () => {
      socket.destroy();
      reject(new Error(`no answer for ${PATIENCE} ms`));
    });
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      finish(false);
    });
    socket.on("end", () => finish(true));
    // Bytes received before the error still count.
    socket.on("error", () => finish(true));
    socket.write(bytes);
    if (hangUp) socket.end();
  });
}

type Parsed = Omit<WireAnswer, "ms">;

/** Parses the response; undefined while it is incomplete. */
function parseAnswer(all: Buffer, verb: string, ended: boolean): Parsed | undefined {
  const head = all.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const [first = "", ...lines] = all.subarray(0, head).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})\b/.exec(first)?.[1]);
  if (Number.isNaN(status)) throw new Error(`the answer is no HTTP: ${first.slice(0, 100)}`);
  const rest = all.subarray(head + 4);
  if (status < 200) return parseAnswer(rest, verb, ended);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(":");
    const name = line.slice(0, at).toLowerCase();
    const value = line.slice(at + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const packed = bodyOf(rest, headers, ended, verb === "HEAD" || status === 204 || status === 304);
  if (packed === undefined) return undefined;
  const bytes = unpack(packed, headers["content-encoding"]);
  return { status, headers, bytes, body: bytes.toString("utf8") };
}

function bodyOf(rest: Buffer, headers: Record<string, string>, ended: boolean, empty: boolean): Buffer | undefined {
  if (empty) return Buffer.alloc(0);
  if (headers["transfer-encoding"] === "chunked") return dechunk(rest);
  const length = headers["content-length"];
  if (length === undefined) return ended ? rest : undefined;
  return rest.length >= Number(length) ? rest.subarray(0, Number(length)) : undefined;
}

function dechunk(rest: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = rest.indexOf("\r\n", at);
    if (line < 0) return undefined;
    const length = Number.parseInt(rest.subarray(at, line).toString("latin1"), 16);
    const end = line + 2 + length;
    if (rest.length < end + 2) return undefined;
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(rest.subarray(line + 2, end));
    at = end + 2;
  }
}

function unpack(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === "br") return brotliDecompressSync(bytes);
  if (encoding === "gzip") return gunzipSync(bytes);
  return encoding === "deflate" ? inflateSync(bytes) : bytes;
}
