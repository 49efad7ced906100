import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { users } from "~/db/schema";
import type { MailEnd } from "~/services/mail/layout";
import type { Kind } from "./kinds";
import { choiceOf } from "./notify.server";
import { mailEnd } from "./stop-links.server";

/** The kinds whose mails at once are those of the feature that they are about. */
type OwnMailKind = Extract<Kind, "decision" | "ticket">;

/**
 * Whether a member is mailed about such a kind at once: they may have switched it off, want it in a digest, which is
 * seen to here, or have paused all mail.
 */
export function isMailedAtOnce(userId: number, kind: OwnMailKind): boolean {
  if (choiceOf(userId, kind).mail !== "once") return false;
  return db().select({ paused: users.mailPaused }).from(users).where(eq(users.id, userId)).get()?.paused === false;
}

/**
 * What such a mail ends with, as it is sent.
 * @returns null where the member does not want it any more: there is nothing to send
 */
export function ownMailEnd(userId: number, kind: OwnMailKind): MailEnd | null {
  return isMailedAtOnce(userId, kind) ? mailEnd(userId, [kind]) : null;
}
