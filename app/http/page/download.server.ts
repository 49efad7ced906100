import type { Readable } from "node:stream";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { DomainError } from "~/lib/errors";
import { CACHE_PRIVATE } from "../caching";
import { checkAccess, type WriteRules } from "../call.server";
import type { RequestContext } from "../context";
import { requireUser } from "../session/session.server";
import { retryHeaders, STATUS } from "../status";

interface Download {
  /** ASCII. */
  filename: string;
  contentType: string;
  body: ReadableStream<Uint8Array>;
}

/** For one user: not cached, and sent no faster than the client reads. */
export function downloadResponse(
  { filename, contentType, body }: Download,
  { request, drained }: { request: Request } & Pick<RequestContext, "drained">,
): Response {
  const pacing = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      if (await drained()) controller.enqueue(chunk);
      // Client disconnected: no fault.
      else controller.terminate();
    },
  });
  return new Response(request.method === "HEAD" ? null : body.pipeThrough(pacing), {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename="${filename}"`,
      ...CACHE_PRIVATE,
    },
  });
}

export const zipResponse = (
  { filename, zip }: { filename: string; zip: ReadableStream<Uint8Array> },
  { request, context }: { request: Request; context: Pick<RequestContext, "drained"> },
) =>
  downloadResponse(
    { filename, contentType: "application/zip", body: zip },
    { request, drained: () => context.drained() },
  );

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

/** In response to a form. */
export const downloadAction = (rules: WriteRules, load: (args: ActionFunctionArgs) => Promise<Response>) =>
  downloadLoader(async (args) => {
    if (args.request.method !== "POST")
      return new Response("Method Not Allowed", { status: 405, headers: { Allow: "GET, HEAD, POST" } });
    await checkAccess(args, rules, requireUser);
    return load(args);
  });

/**
 * A Range header (RFC 9110, 14.1.2). Several ranges get the whole file, as the RFC allows.
 * @param size bytes
 * @returns bytes from 0, `end` included; null for the whole file; "unsatisfiable" for a range outside
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
 * No faster than the client reads; closes the file when the client disconnects.
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
