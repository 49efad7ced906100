import { eq, inArray, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { applications, invites, signUps } from "~/db/schema";
import { emailForms } from "~/lib/addresses.server";
import { DomainError, invalidField } from "~/lib/errors";
import { now } from "~/lib/time";
import { openAccount } from "../open-account.server";
import type { SignUpRow } from "../tokens.server";
import { isNewMember } from "./holding.server";
import { DOOR_MESSAGES } from "./limits";
import { findLiveInvite, getDoor } from "./queries.server";

/**
 * How the door stands for whoever wants to sign up.
 * @param invite the token that stands in the address of the page, or the invite's id; empty or null where there is none
 */
export function lookAtDoor(invite: string | number | null) {
  const { registration, question } = getDoor();
  const hasInvite = invite !== "" && invite !== null;
  const inviteId = hasInvite ? (findLiveInvite(invite) ?? null) : null;
  const invited = inviteId !== null;
  const applies = registration === "approval" && !invited;
  let shut: string | null = null;
  if (registration === "closed") shut = DOOR_MESSAGES.closed;
  else if (registration === "invite" && !invited) {
    shut = hasInvite ? DOOR_MESSAGES.inviteDead : DOOR_MESSAGES.inviteOnly;
  }
  return {
    /** Why nobody gets in by this address; null where they may sign up. */
    shut,
    /** Null where there is none, or it is dead. */
    inviteId,
    /** Somebody decides before the account is open. */
    applies,
    /** What is asked; empty where nothing is. */
    question: applies ? question : "",
  };
}

/** The same for whoever goes in now. @throws DomainError forbidden where the door lets nobody in by this invite */
function requireOpen(invite: string | number | null) {
  const state = lookAtDoor(invite);
  if (state.shut !== null) throw new DomainError("forbidden", state.shut);
  return state;
}

/**
 * What a sign-up needs at the door, whatever its address.
 * @returns what is kept with the sign-up
 * @throws DomainError forbidden where registration is closed, or needs an invite that lives; invalid at `answer` where the
 * question has none
 */
export function checkAtDoor({ invite, answer }: { invite: string; answer: string }) {
  const { inviteId, applies, question } = requireOpen(invite);
  if (question !== "" && answer === "") throw invalidField("answer", DOOR_MESSAGES.answerRequired);
  return { inviteId, answer: applies ? answer : "" };
}

/**
 * Lets a verified sign-up in, as the door stands now, in the caller's transaction: with an invite, whose use it takes,
 * at once; under approval it becomes an application.
 * @returns the person's id; null where an application waits instead
 * @throws DomainError forbidden where registration is closed, or needs an invite that lives
 */
export function letIn(signUp: SignUpRow): number | null {
  const { inviteId, applies } = requireOpen(signUp.inviteId);
  if (applies) {
    apply(signUp);
    return null;
  }
  return openAccount({ ...signUp, isTrusted: inviteId !== null && takeUse(inviteId) });
}

/**
 * Takes one use of an invite.
 * @returns whether its account is trusted: otherwise new members would invite a second account of their own out of review
 */
function takeUse(inviteId: number): boolean {
  const used = { uses: sql`${invites.uses} - 1` };
  const { userId } = db().update(invites).set(used).where(eq(invites.id, inviteId)).returning().get()!;
  return !isNewMember(userId);
}

/** A newer application takes the place of an older one of the address, waiting or refused. */
function apply({ name, email, passwordHash, answer }: SignUpRow): void {
  db()
    .delete(applications)
    .where(inArray(applications.email, emailForms(email)))
    .run();
  db().insert(applications).values({ name, email, passwordHash, answer, createdAt: now() }).run();
  db()
    .delete(signUps)
    .where(inArray(signUps.email, emailForms(email)))
    .run();
}
