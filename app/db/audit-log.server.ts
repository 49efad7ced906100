import { now } from "~/lib/time";
import { db } from "./client.server";
import { auditLog } from "./schema";

/** An act of an admin, as the log keeps it (decisions, Admin and support: who, what, when, before, after, reason). */
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
export const COMMAND_LINE = { id: null, name: "command line" };

/** Writes an act into the append-only log; to be called inside the transaction that acts. */
export function recordAdminAct(actor: { id: number | null; name: string }, act: AdminAct): void {
  db()
    .insert(auditLog)
    .values({ ...act, subjectId: String(act.subjectId), actorId: actor.id, actorName: actor.name, createdAt: now() })
    .run();
}
