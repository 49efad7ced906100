/**
 * Walks a GIF's blocks, without decoding and in constant memory. Only this detects truncated files: the decoder fills
 * in missing data. A missing trailer is accepted.
 * @param pieces the file's bytes in order
 * @returns 0 for a truncated or broken file
 */
export async function countGifFrames(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> {
  const walk = walkBlocks();
  let { value: skip, done } = walk.next();
  for await (const piece of pieces) {
    let at = 0;
    while (!done && at + skip < piece.length) {
      at += skip + 1;
      ({ value: skip, done } = walk.next(piece[at - 1]));
    }
    if (done) return skip;
    skip -= piece.length - at;
  }
  return walk.next(undefined).value;
}

/** Yields the bytes to skip, receives the next byte (undefined at the end), returns the frames. */
type Walk<T> = Generator<number, T, number | undefined>;

function* walkBlocks(): Walk<number> {
  // Header, canvas size; then flags, background colour, pixel aspect ratio.
  const flags = yield 10;
  if (flags === undefined) return 0;
  let before = 2 + colorTableBytes(flags);
  for (let frames = 0; ; before = 0) {
    const block = yield before;
    if (block === undefined || block === 0x3b) return frames;
    if (block === 0x21) {
      // Extension label.
      if (!(yield* isWholeChain(1))) return 0;
    } else if (block === 0x2c) {
      // Image descriptor, local colour table, LZW code size, pixel data.
      const local = yield 8;
      if (local === undefined || !(yield* isWholeChain(colorTableBytes(local) + 1))) return 0;
      frames++;
    } else return 0;
  }
}

/** Sub-blocks; ends with an empty one. */
function* isWholeChain(before: number): Walk<boolean> {
  let length = yield before;
  while (length !== undefined && length > 0) length = yield length;
  return length === 0;
}

function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
