import { db } from "~/db/client.server";
import { auditLog } from "~/db/schema";
import { now } from "~/lib/time";
import { type LoggedRequest, logSecurity } from "./log.server";

/** Moderation README, Audit log. */
interface AdminAction {
  action: string;
  subjectType: string;
  subjectId: number;
  before?: unknown;
  after?: unknown;
  reason?: string;
}

/** Has no account. */
export const COMMAND_LINE: Actor = { id: null, name: "command line" };

export interface Actor {
  id: number | null;
  name: string;
  via?: LoggedRequest | undefined;
}

/** Inside the caller's transaction; also a line in the security log. */
export function recordAdminAction(actor: Actor, act: AdminAction): void {
  db()
    .insert(auditLog)
    .values({ ...act, subjectId: String(act.subjectId), actorId: actor.id, actorName: actor.name, createdAt: now() })
    .run();
  if (actor.id === null) return;
  const { action, subjectType, subjectId } = act;
  logSecurity("admin_act", { userId: actor.id, ...actor.via, action, subjectType, subjectId });
}
