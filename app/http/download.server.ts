import type { RequestContext } from "./context";

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
      "Cache-Control": "no-store",
    },
  });
}
