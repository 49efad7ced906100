import type { RequestContext } from "./context";

/** An answer whose body is complete. */
export interface WholeAnswer {
  status: number;
  headers: Headers | [name: string, value: string][];
  body: string | Uint8Array<ArrayBuffer>;
}

/** What stands for an answer that has been taken. */
const TAKEN = new Response(null);

/**
 * An answer whose body is complete. A server that takes it as a whole, or its body, as it is gets that so; else it travels
 * in the answer, out of which it has to be read as a stream, which for a small answer costs as much as making it.
 */
export function wholeAnswer(
  { status, headers, body }: WholeAnswer,
  context: Pick<RequestContext, "takeBody" | "takeAnswer">,
): Response {
  if (context.takeAnswer) {
    context.takeAnswer({ status, headers, body });
    return TAKEN;
  }
  if (!context.takeBody) return new Response(body, { status, headers });
  context.takeBody(body);
  return new Response(null, { status, headers });
}
