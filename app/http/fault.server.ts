import { maskTokens } from "~/lib/mask-tokens";
import { newErrorId } from "~/lib/tokens.server";
import { log } from "~/services/log/log.server";
import type { RequestContext } from "./context";

/** Logs a fault of ours that a page or a call ran into. @returns the id under which it stands in the log */
export function logFault(error: unknown, request: Request, { requestId }: Pick<RequestContext, "requestId">): string {
  const errorId = newErrorId();
  const url = maskTokens(new URL(request.url).pathname);
  log.error({ err: error, errorId, requestId, method: request.method, url }, "fault");
  return errorId;
}
