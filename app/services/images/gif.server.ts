/**
 * Walks the blocks of a GIF without decoding them. The decoder fills in for what is missing, so this is what tells a
 * cut-off file from a whole one; a missing last byte (the trailer) is forgiven, as many programs leave it out.
 * @returns the number of frames; 0 where the file is cut off or broken
 */
export function countGifFrames(bytes: Uint8Array): number {
  const size = bytes.length;
  if (size < 13) return 0;
  let at = 13 + colorTableBytes(bytes[10]!);
  let frames = 0;

  while (at < size) {
    const block = bytes[at++];
    if (block === 0x3b) return frames;
    if (block === 0x21) at = afterSubBlocks(at + 1);
    else if (block === 0x2c && at + 9 < size) {
      // Descriptor, local colours, one byte of code size, pixels.
      at = afterSubBlocks(at + 9 + colorTableBytes(bytes[at + 8]!) + 1);
      frames++;
    } else return 0;
  }
  return at === size ? frames : 0;

  /** The place after a chain of sub-blocks; past the end where the chain is cut off. */
  function afterSubBlocks(from: number): number {
    let place = from;
    while (place < size) {
      const length = bytes[place]!;
      place += 1 + length;
      if (length === 0) return place;
    }
    return size + 1;
  }
}

function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
