import { inspect } from "node:util";
import pino from "pino";
import { logLevel } from "~/env.server";
import { maskTokens } from "~/lib/mask-tokens";

/** Masks tokens in URLs. Libraries throw other values too. */
function describeError(error: unknown) {
  if (typeof error === "string") return maskTokens(error);
  if (!(error instanceof Error)) return maskTokens(inspect(error, { depth: 1 }));
  const { message, stack, ...rest } = pino.stdSerializers.err(error);
  return { ...rest, message: maskTokens(message), stack: maskTokens(stack) };
}

/** One JSON line per entry on stdout. Never log a token, a password or a request body. */
export const log = pino({
  level: logLevel(),
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError },
});

/** Independent of LOG_LEVEL except silent. */
const securityLog = log.child({}, { level: logLevel() === "silent" ? "silent" : "info" });

export type SecurityEvent =
  | "start"
  | "stop"
  | "sign_up"
  | "login"
  | "login_failed"
  | "second_step"
  | "second_step_failed"
  | "second_step_on"
  | "second_step_off"
  | "passkey_added"
  | "passkey_removed"
  | "passkey_refused"
  | "identity_linked"
  | "identity_unlinked"
  | "logout"
  | "session_ended"
  | "email_change_requested"
  | "email_changed"
  | "email_change_undone"
  | "password_changed"
  | "password_reset"
  | "password_failed"
  | "account_deleted"
  | "refused_permission"
  | "refused_origin"
  | "refused_limit"
  | "admin_act";

export interface LoggedRequest {
  clientAddress: string;
  requestId: string;
}

interface SecurityDetails extends Partial<LoggedRequest> {
  /** With the session or the right password; null without. */
  userId?: number | null | undefined;
  /** Ids, names of calls, methods: never a password, a token, a cookie, a mail's text or a link's URL. */
  [fact: string]: string | number | boolean | null | undefined;
}

/** At any LOG_LEVEL but silent. */
export function logSecurity(event: SecurityEvent, { userId, ...facts }: SecurityDetails): void {
  securityLog.info({ event, ...(userId == null ? {} : { personId: userId }), ...facts }, "security");
}
