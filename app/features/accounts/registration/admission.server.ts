import { eq, inArray, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { applications, invites, signUps } from "~/db/schema";
import { isNewMember } from "~/features/holds/holding.server";
import { emailForms } from "~/lib/addresses.server";
import { DomainError, invalidField } from "~/lib/errors";
import { now } from "~/lib/time";
import { openAccount } from "../open-account.server";
import type { SignUpRow } from "../tokens.server";
import { REGISTRATION_MESSAGES } from "./limits";
import { findLiveInvite, getRegistrationSettings } from "./queries.server";

/**
 * Registration as a visitor sees it.
 * @param invite token, or the invite's id; empty or null without an invite
 */
export function checkRegistration(invite: string | number | null) {
  const { registration, question } = getRegistrationSettings();
  const hasInvite = invite !== "" && invite !== null;
  const inviteId = hasInvite ? (findLiveInvite(invite) ?? null) : null;
  const invited = inviteId !== null;
  const applies = registration === "approval" && !invited;
  let refusal: string | null = null;
  if (registration === "closed") refusal = REGISTRATION_MESSAGES.closed;
  else if (registration === "invite" && !invited) {
    refusal = hasInvite ? REGISTRATION_MESSAGES.inviteDead : REGISTRATION_MESSAGES.inviteOnly;
  }
  return {
    /** Why sign-up is impossible; null if it is possible. */
    refusal,
    /** Null without a valid invite. */
    inviteId,
    /** Whether staff decide before the account opens. */
    applies,
    question: applies ? question : "",
  };
}

/** @throws DomainError forbidden if sign-up is impossible with this invite */
export function requireOpen(invite: string | number | null) {
  const state = checkRegistration(invite);
  if (state.refusal !== null) throw new DomainError("forbidden", state.refusal);
  return state;
}

/**
 * Checks a sign-up against the registration settings.
 * @returns columns of the sign-up's row
 * @throws DomainError forbidden if registration is closed, or needs a valid invite; invalid at `answer`
 */
export function requireRegistration({ invite, answer }: { invite: string; answer: string }) {
  const { inviteId, applies, question } = requireOpen(invite);
  if (question !== "" && answer === "") throw invalidField("answer", REGISTRATION_MESSAGES.answerRequired);
  return { inviteId, answer: applies ? answer : "" };
}

type Admitted = Omit<SignUpRow, "id" | "browserHash" | "createdAt">;

/**
 * Admits a verified sign-up, in the caller's transaction. An invite opens the account and loses a use; under approval,
 * the sign-up becomes an application.
 * @returns the user's id; null for a pending application
 * @throws DomainError forbidden if registration is closed, or needs a valid invite
 */
export function admit(signUp: Admitted): number | null {
  const { inviteId, applies } = requireOpen(signUp.inviteId);
  if (applies) {
    apply(signUp);
    return null;
  }
  return openAccount({ ...signUp, isTrusted: inviteId !== null && takeUse(inviteId) });
}

/** @returns whether the account is trusted: new members could otherwise invite a second account to avoid review */
function takeUse(inviteId: number): boolean {
  const values = { uses: sql`${invites.uses} - 1` };
  const { userId } = db().update(invites).set(values).where(eq(invites.id, inviteId)).returning().get()!;
  return !isNewMember(userId);
}

/** Replaces an older application of the address, pending or refused. */
function apply({ name, email, passwordHash, answer, issuer, subject }: Admitted): void {
  db()
    .delete(applications)
    .where(inArray(applications.email, emailForms(email)))
    .run();
  db().insert(applications).values({ name, email, passwordHash, answer, issuer, subject, createdAt: now() }).run();
  db()
    .delete(signUps)
    .where(inArray(signUps.email, emailForms(email)))
    .run();
}
