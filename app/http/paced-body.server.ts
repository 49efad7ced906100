import type { Readable } from "node:stream";

/**
 * A file as a body that is read no faster than its client takes it, and no further where the client has gone: then the file
 * is closed, so that nothing is held for nobody.
 * @param drained see `RequestContext`
 */
export function pacedBody(file: Readable, drained: () => Promise<boolean>): ReadableStream<Uint8Array> {
  const pieces = file[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = (await drained()) ? await pieces.next() : undefined;
      if (next && !next.done) return controller.enqueue(next.value);
      file.destroy();
      controller.close();
    },
    cancel() {
      file.destroy();
    },
  });
}
