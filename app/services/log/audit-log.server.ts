import { db } from "~/db/client.server";
import { auditLog } from "~/db/schema";
import { now } from "~/lib/time";
import { logSecurity, type RequestFacts } from "./security-log.server";

/** An act of an admin, as the log keeps it (who, what, when, before, after, reason; moderation README, Audit log). */
export interface AdminAct {
  /** A thing and a verb: `comment.delete`. */
  action: string;
  subjectType: string;
  subjectId: number;
  before?: unknown;
  after?: unknown;
  reason?: string;
}

/** Who acts on the server's command line: no account. */
export const COMMAND_LINE: Actor = { id: null, name: "command line" };

interface Actor {
  id: number | null;
  name: string;
  /** The request they act with. */
  via?: RequestFacts | undefined;
}

/** Writes an act into the append-only log, to be called inside the transaction that acts, and a line into the security log. */
export function recordAdminAct(actor: Actor, act: AdminAct): void {
  db()
    .insert(auditLog)
    .values({ ...act, subjectId: String(act.subjectId), actorId: actor.id, actorName: actor.name, createdAt: now() })
    .run();
  // The command line's own words are what is printed there.
  if (actor.id === null) return;
  const { action, subjectType, subjectId } = act;
  logSecurity("admin_act", { personId: actor.id, ...actor.via, action, subjectType, subjectId });
}
