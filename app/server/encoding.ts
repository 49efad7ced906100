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
