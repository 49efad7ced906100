/**
 * Walks the blocks of a GIF without decoding them, and without holding more of it than a piece at a time. The decoder
 * fills in for what is missing, so this is what tells a cut-off file from a whole one; a missing last byte (the
 * trailer) is forgiven, as many programs leave it out.
 * @param pieces the file from its beginning to its end
 * @returns the number of frames; 0 where the file is cut off or broken
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

/** Yields how many bytes to pass over, gets the one that follows (undefined at the end), returns the frames. */
type Walk<T> = Generator<number, T, number | undefined>;

function* walkBlocks(): Walk<number> {
  // Header and size of the canvas; colours, background, shape of the pixels.
  const flags = yield 10;
  if (flags === undefined) return 0;
  let before = 2 + colorTableBytes(flags);
  for (let frames = 0; ; before = 0) {
    const block = yield before;
    if (block === undefined || block === 0x3b) return frames;
    if (block === 0x21) {
      // The kind of extension.
      if (!(yield* isWholeChain(1))) return 0;
    } else if (block === 0x2c) {
      // Descriptor, local colours, one byte of code size, pixels.
      const local = yield 8;
      if (local === undefined || !(yield* isWholeChain(colorTableBytes(local) + 1))) return 0;
      frames++;
    } else return 0;
  }
}

/** Passes over a chain of sub-blocks, which ends with an empty one. */
function* isWholeChain(before: number): Walk<boolean> {
  let length = yield before;
  while (length !== undefined && length > 0) length = yield length;
  return length === 0;
}

function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
