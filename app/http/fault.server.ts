import { z } from "zod";
import { textField } from "~/lib/fields.server";
import { maskTokens } from "~/lib/mask-tokens";
import { newErrorId } from "~/lib/tokens.server";
import { faultCounts, storeFault } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import type { RequestContext } from "./context";

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
  storeFault(error, { errorId: request.requestId, ...request, path });
}

/** Logs a fault of ours that a page or a call ran into. @returns the id under which it stands in the log */
export function logRequestFault(
  error: unknown,
  request: Request,
  { requestId }: Pick<RequestContext, "requestId">,
): string {
  const errorId = newErrorId();
  logFault(error, { requestId, errorId, method: request.method, path: new URL(request.url).pathname });
  return errorId;
}

/** What a browser may report of a fault. */
export const browserFaultInput = z.object({
  message: textField({ label: "Message", max: 2000 }),
  stack: textField({ label: "Stack", max: 20_000 }),
  path: textField({ label: "Path", max: 2000 }),
});

/** The id that its line in the log has. */
export const browserFaultShape = z.strictObject({ errorId: z.string() });

/**
 * Logs an error that a browser reports. Not stored for `/admin`: anyone can send fake ones, and they would displace
 * real faults.
 * @returns the id under which it stands in the log
 */
export function logBrowserFault(fault: z.output<typeof browserFaultInput>): string {
  const errorId = newErrorId();
  // The address of a page may be one that somebody was mailed, and stands in a stack as well.
  const masked = Object.fromEntries(Object.entries(fault).map(([name, text]) => [name, maskTokens(text)]));
  faultCounts.browser += 1;
  log.error({ errorId, fault: masked }, "fault in a browser");
  return errorId;
}
