import { PassThrough } from "node:stream";
import { type OpenFile, StoreUnavailableError } from "./store";

/** A file of a store whose stream fails in our terms: one that breaks off is a store that is away, whatever its connection says. */
export function inOurTerms(file: OpenFile, key: string): OpenFile {
  const { stream: source } = file;
  const stream = new PassThrough();
  source.on("error", (error) => stream.destroy(new StoreUnavailableError(`${key} broke off`, { cause: error })));
  stream.on("close", () => source.destroy());
  return { ...file, stream: source.pipe(stream) };
}
