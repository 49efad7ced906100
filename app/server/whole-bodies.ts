import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import { compress, compressAside, type Encoding, encodingFor } from "./encoding";

/** Below this a body is sent as it is, bytes: it fits into one packet anyway. */
const MIN_SIZE = 1024;
/** Above this a body is compressed beside the main thread, bytes. */
const MAX_SIZE = 512 * 1024;
/** Smaller and quicker than gzip's usual level. */
const BROTLI_QUALITY = 4;

/**
 * Compresses bodies that are sent as a whole, in one go: a stream for each response costs ten times as much. What is
 * written in pieces is left to `compression`. Mounted after that.
 */
export const compressWhole: RequestHandler = (req, res, next) => {
  const { end } = res;
  res.end = ((...all: unknown[]) => {
    res.end = end;
    const [body, ...rest] = all;
    const encodes = body instanceof Uint8Array && body.length <= MAX_SIZE;
    // A larger one is left to `compression`.
    const sent = encodes ? (encodeWhole(req, res, body) as Uint8Array) : body;
    return (end as (...args: unknown[]) => ServerResponse).call(res, sent, ...rest);
  }) as typeof res.end;
  next();
};

/**
 * Compresses a body that is about to be sent as a whole, where its client takes that and it is worth it.
 * @returns the bytes to send, later where they are many; the headers that go with them are set
 */
export function encodeWhole(
  req: IncomingMessage,
  res: ServerResponse,
  body: Uint8Array,
): Uint8Array | Promise<Uint8Array> {
  const encoding = encodingOf(req, res, body);
  if (encoding === "identity") return body;
  const encoded = (bytes: Uint8Array) => {
    res.setHeader("Content-Encoding", encoding);
    res.setHeader("Content-Length", bytes.length);
    return bytes;
  };
  if (body.length > MAX_SIZE) return compressAside(body, encoding, BROTLI_QUALITY).then(encoded);
  return encoded(compress(body, encoding, BROTLI_QUALITY));
}

function encodingOf(req: IncomingMessage, res: ServerResponse, { length }: Uint8Array): Encoding {
  if (res.headersSent || req.method === "HEAD" || length < MIN_SIZE) return "identity";
  if (res.hasHeader("Content-Encoding") || !isText(res)) return "identity";
  if (/no-transform/i.test(String(res.getHeader("Cache-Control") ?? ""))) return "identity";
  return encodingFor(req.headers["accept-encoding"] ?? "");
}

function isText(res: ServerResponse): boolean {
  return /^(?:text\/|application\/(?:json|(?:\w+\+)?xml)\b)/.test(String(res.getHeader("Content-Type") ?? ""));
}
