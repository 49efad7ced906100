import { maskTokens } from "~/lib/mask-tokens";
import { newErrorId } from "~/lib/tokens.server";
import { log } from "~/services/log/log.server";

/** Logs what broke in somebody's browser. @returns the id under which it stands in the log */
export function logBrowserFault(fault: { message: string; stack: string; path: string }): string {
  const errorId = newErrorId();
  // The address of a page may be one that somebody was mailed, and stands in a stack as well.
  const masked = Object.fromEntries(Object.entries(fault).map(([name, text]) => [name, maskTokens(text)]));
  log.error({ errorId, fault: masked }, "fault in a browser");
  return errorId;
}
