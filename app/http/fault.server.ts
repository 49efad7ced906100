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
  /** Without the query; tokens are masked here. */
  path: string;
  /** If the client sees another id than the request's. */
  errorId?: string;
}

/** Also stores the fault for admins. */
export function logFault(error: unknown, { path, ...request }: Faulty): void {
  log.error({ err: error, ...request, path: maskTokens(path) }, "fault");
  storeFault(error, { errorId: request.requestId, ...request, path });
}

/** @returns its id in the log */
export function logRequestFault(
  error: unknown,
  request: Request,
  { requestId }: Pick<RequestContext, "requestId">,
): string {
  const errorId = newErrorId();
  logFault(error, { requestId, errorId, method: request.method, path: new URL(request.url).pathname });
  return errorId;
}

export const browserFaultInput = z.object({
  message: textField({ label: "Message", max: 2000 }),
  stack: textField({ label: "Stack", max: 20_000 }),
  path: textField({ label: "Path", max: 2000 }),
});

export const browserFaultShape = z.strictObject({ errorId: z.string() });

/**
 * Logs a browser's error. It is not stored for `/admin`: fake reports would displace real faults.
 * @returns its id in the log
 */
export function logBrowserFault(fault: z.output<typeof browserFaultInput>): string {
  const errorId = newErrorId();
  // Address and stack may contain a token from a mail.
  const maskedFault = Object.fromEntries(Object.entries(fault).map(([name, text]) => [name, maskTokens(text)]));
  faultCounts.browser += 1;
  log.error({ errorId, fault: maskedFault }, "fault in a browser");
  return errorId;
}
