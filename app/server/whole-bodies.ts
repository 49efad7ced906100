import type { Request, RequestHandler, Response } from "express";
import { compress, type Encoding, encodingFor } from "./encoding";

/** Below this a body is sent as it is, bytes: it fits into one packet anyway. */
const MIN_SIZE = 1024;
/** Above this a body is left to `compression`, which works beside the main thread, bytes. */
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
    const encoding = body instanceof Uint8Array ? encodingOf(req, res, body) : "identity";
    if (encoding === "identity") return (end as (...args: unknown[]) => Response).apply(res, all);
    const encoded = compress(body as Uint8Array, encoding, BROTLI_QUALITY);
    res.setHeader("Content-Encoding", encoding);
    res.setHeader("Content-Length", encoded.length);
    return (end as (...args: unknown[]) => Response).call(res, encoded, ...rest);
  }) as typeof res.end;
  next();
};

function encodingOf(req: Request, res: Response, { length }: Uint8Array): Encoding {
  if (res.headersSent || req.method === "HEAD" || length < MIN_SIZE || length > MAX_SIZE) return "identity";
  if (res.hasHeader("Content-Encoding") || !isText(res)) return "identity";
  if (/no-transform/i.test(String(res.getHeader("Cache-Control") ?? ""))) return "identity";
  return encodingFor(req.headers["accept-encoding"] ?? "");
}

function isText(res: Response): boolean {
  return /^(?:text\/|application\/(?:json|(?:\w+\+)?xml)\b)/.test(String(res.getHeader("Content-Type") ?? ""));
}
