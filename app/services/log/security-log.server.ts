import { securityLog } from "./log.server";

/** What is worth knowing when something went wrong, or somebody tries to make it go wrong. */
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
  | "logout"
  | "session_ended"
  | "password_changed"
  | "password_reset"
  | "password_failed"
  | "account_deleted"
  | "refused_permission"
  | "refused_origin"
  | "refused_limit"
  | "admin_act";

/** Which request an act came with. */
export interface RequestFacts {
  clientAddress: string;
  requestId: string;
}

export interface SecurityFacts extends Partial<RequestFacts> {
  /** The person's id, where there is a session or a right password; null for nobody. */
  personId?: number | null | undefined;
  /** Ids, names of calls, methods: never a password, a token, a cookie, a mail's text or a whole address of a link. */
  [fact: string]: string | number | boolean | null | undefined;
}

/** Writes one line into the log, `{"event": …}`, whatever LOG_LEVEL is (but silent). */
export function logSecurity(event: SecurityEvent, { personId, ...facts }: SecurityFacts): void {
  securityLog.info({ event, ...(personId == null ? {} : { personId }), ...facts }, "security");
}
