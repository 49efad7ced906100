const NOTHING = Buffer.alloc(0);

/**
 * Removes the text before the first boundary and after the last (RFC 2046, 5.1.1): the parser rejects both.
 * @returns for each chunk in turn the bytes that belong to the parts and boundaries; may be none
 */
export function trimMultipart(boundary: string): (chunk: Uint8Array) => Uint8Array {
  const opening = Buffer.from(`\r\n--${boundary}`);
  const closing = Buffer.from(`\r\n--${boundary}--`);
  let state: "preamble" | "parts" | "epilogue" = "preamble";
  // The end of earlier chunks, because a boundary may be split. The first boundary needs no line before it.
  let tail = Buffer.from("\r\n");
  return (chunk) => {
    if (state === "epilogue") return NOTHING;
    const bytes = Buffer.concat([tail, chunk]);
    let from = tail.length;
    tail = bytes.subarray(1 - closing.length);
    if (state === "preamble") {
      const start = bytes.indexOf(opening);
      if (start < 0) return NOTHING;
      state = "parts";
      from = start + 2;
    }
    const end = bytes.indexOf(closing);
    if (end < 0) return bytes.subarray(from);
    state = "epilogue";
    return bytes.subarray(from, end + closing.length);
  };
}
