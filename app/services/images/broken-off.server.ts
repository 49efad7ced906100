import { PassThrough } from "node:stream";
import { type OpenFile, StoreUnavailableError } from "./store";

/** A store that nobody listens to for a while counts as silent: who reads slowly gets what was read ahead, bytes. */
export const READ_AHEAD = 4 * 1024 * 1024;

/**
 * A file of a store whose stream fails in our terms: one that breaks off is a store that is away, whatever its connection says.
 * @param ahead how much is read before anybody asks for it, bytes
 */
export function inOurTerms(file: OpenFile, key: string, ahead = 64 * 1024): OpenFile {
  const { stream: source } = file;
  const stream = new PassThrough({ readableHighWaterMark: ahead });
  // Who reads it later is told then.
  stream.on("error", () => {});
  source.on("error", (error) => stream.destroy(new StoreUnavailableError(`${key} broke off`, { cause: error })));
  stream.on("close", () => source.destroy());
  return { ...file, stream: source.pipe(stream) };
}
