import type { FileHandle } from "node:fs/promises";

/** Writes all of `bytes`. @param at where in the file; without it where the last write ended */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, at?: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const place = at === undefined ? null : at + done;
    const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done, place);
    done += bytesWritten;
  }
}
