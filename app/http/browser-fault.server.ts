import { newErrorId } from "~/lib/tokens.server";
import { log } from "~/services/log.server";

/** Logs what broke in somebody's browser. @returns the id under which it stands in the log */
export function logBrowserFault(fault: { message: string; stack: string; path: string }): string {
  const errorId = newErrorId();
  log.error({ errorId, fault }, "fault in a browser");
  return errorId;
}
