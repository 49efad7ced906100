import { maskTokens } from "~/lib/mask-tokens";
import { newErrorId } from "~/lib/tokens.server";
import { keepFault } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import type { RequestContext } from "./context";

/** The request that a fault came up in. */
interface Faulty {
  requestId: string;
  method: string;
  /** Without the query; tokens in it are masked here. */
  path: string;
  /** Where whoever asked is shown another id than the request's. */
  errorId?: string;
}

/** The one line that a fault of ours has in the log; it is kept for admins, too. */
export function logFault(error: unknown, { path, ...request }: Faulty): void {
  log.error({ err: error, ...request, path: maskTokens(path) }, "fault");
  keepFault(error, { errorId: request.requestId, ...request, path });
}

/** Logs a fault of ours that a page or a call ran into. @returns the id under which it stands in the log */
export function logFaultOf(error: unknown, request: Request, { requestId }: Pick<RequestContext, "requestId">): string {
  const errorId = newErrorId();
  logFault(error, { requestId, errorId, method: request.method, path: new URL(request.url).pathname });
  return errorId;
}
