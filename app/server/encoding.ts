import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip" | "identity";

/** Browsers send a handful of values; whatever else comes is read anew. */
const known = new LRUCache<string, Encoding>({ max: 100 });

/**
 * The smallest encoding that an `Accept-Encoding` header allows, by RFC 9110 12.5.3: weights count as yes or no only,
 * because browsers name gzip first among equals.
 */
export function encodingFor(header: string): Encoding {
  let found = known.get(header);
  if (found === undefined) {
    found = readHeader(header.slice(0, 1_000));
    if (header.length < 200) known.set(header, found);
  }
  return found;
}

function readHeader(header: string): Encoding {
  const weights = new Map(
    header.split(",").map((part): [string, number] => {
      const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  const allows = (name: Encoding) => (weights.get(name) ?? weights.get("*") ?? 0) > 0;
  return (["br", "gzip"] as const).find(allows) ?? "identity";
}

const brotliAside = promisify(brotliCompress);
const gzipAside = promisify(gzip);

/** Compresses a text in one go, on this thread. @param quality of brotli, 0 to 11 */
export function compress<Bytes extends Uint8Array>(body: Bytes, encoding: Encoding, quality: number): Bytes | Buffer {
  if (encoding === "identity") return body;
  if (encoding === "gzip") return gzipSync(body);
  return brotliCompressSync(body, { params: brotliOf(body, quality) });
}

/** `compress` on another thread, for what takes long. */
export function compressAside(body: Uint8Array, encoding: "br" | "gzip", quality: number): Promise<Buffer> {
  return encoding === "gzip" ? gzipAside(body) : brotliAside(body, { params: brotliOf(body, quality) });
}

const brotliOf = ({ length }: Uint8Array, quality: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
});
