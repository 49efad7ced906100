import type { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { DomainError } from "~/lib/errors";
import { CACHE_PRIVATE } from "../caching";
import type { RequestContext } from "../context";
import { retryHeaders, STATUS } from "../status";

interface Download {
  /** ASCII. */
  filename: string;
  contentType: string;
  body: ReadableStream<Uint8Array>;
}

/** A file to be saved, which belongs to one person: kept nowhere, sent no faster than it is taken. */
export function downloadResponse(
  { filename, contentType, body }: Download,
  { request, drained }: { request: Request } & Pick<RequestContext, "drained">,
): Response {
  const paced = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      if (await drained()) controller.enqueue(chunk);
      // The client has disconnected, which is no fault.
      else controller.terminate();
    },
  });
  return new Response(request.method === "HEAD" ? null : body.pipeThrough(paced), {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename="${filename}"`,
      ...CACHE_PRIVATE,
    },
  });
}

/** The loader of an address that has no page of its own: a refusal is said in plain words. */
export function downloadLoader(load: (args: LoaderFunctionArgs) => Promise<Response>) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      return await load(args);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const headers = { "Content-Type": "text/plain; charset=utf-8", ...CACHE_PRIVATE, ...retryHeaders(error) };
      return new Response(error.message, { status: STATUS[error.code], headers });
    }
  };
}

/**
 * Reads a Range header (RFC 9110, 14.1.2) that names one part; several are answered with the whole file, which is allowed.
 * @param size of the file, bytes
 * @returns bytes from 0, `end` included; null where the whole file is to be sent; "unsatisfiable" where nothing of it is asked for
 */
export function parseByteRange(
  header: string | null,
  size: number,
): { start: number; end: number } | "unsatisfiable" | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  if (to !== "" && Number(to) < start) return null;
  if (start >= size) return "unsatisfiable";
  return { start, end: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}

/**
 * A file as a body that is read no faster than its client takes it, and no further where the client has gone: then the file
 * is closed, so that nothing is held for nobody.
 * @param drained see `RequestContext`
 */
export function streamWithBackpressure(file: Readable, drained: () => Promise<boolean>): ReadableStream<Uint8Array> {
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
