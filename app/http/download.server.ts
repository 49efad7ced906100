import type { LoaderFunctionArgs } from "@remix-run/node";
import { DomainError } from "~/lib/errors";
import { FOR_ONE } from "./caching";
import type { RequestContext } from "./context";
import { STATUS } from "./status";

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
      // Whoever was waiting has gone, which is no fault of anybody's.
      else controller.terminate();
    },
  });
  return new Response(request.method === "HEAD" ? null : body.pipeThrough(paced), {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename="${filename}"`,
      ...FOR_ONE,
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
      const headers = new Headers({ "Content-Type": "text/plain; charset=utf-8", ...FOR_ONE });
      if (error.retryAfter !== undefined) headers.set("Retry-After", String(error.retryAfter));
      return new Response(error.message, { status: STATUS[error.code], headers });
    }
  };
}
