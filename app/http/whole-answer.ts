import type { RequestContext } from "./context";

/**
 * An answer whose body is complete. A server that takes the body as it is gets it so; else it travels in the answer, out
 * of which it has to be read as a stream, which for a small answer costs as much as making it.
 */
export function wholeAnswer(
  body: string | Uint8Array<ArrayBuffer>,
  init: ResponseInit,
  context: Pick<RequestContext, "takeBody">,
): Response {
  if (!context.takeBody) return new Response(body, init);
  context.takeBody(body);
  return new Response(null, init);
}
