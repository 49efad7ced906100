import { setImmediate } from "node:timers/promises";

/** Characters that are sent at once. */
const PIECE = 64 * 1024;

/** Texts joined to pieces of some size; other requests have their turn between two of them. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece: string[] = [];
  let length = 0;
  for await (const text of texts) {
    piece.push(text);
    length += text.length;
    if (length < PIECE) continue;
    yield piece.join("");
    [piece, length] = [[], 0];
    await setImmediate();
  }
  if (length > 0) yield piece.join("");
}
