import { and, eq, isNull, lt, lte, or } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { applications, invites, registrationSettings, suspendedAddresses } from "~/db/schema";
import { DomainError, invalidField } from "~/lib/errors";
import { NO_PRECONDITION, type Precondition } from "~/lib/revision.server";
import { DAY, now } from "~/lib/time";
import { newToken } from "~/lib/tokens.server";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { openAccount } from "../open-account.server";
import { isAdmin, requireAdmin, type Viewer } from "../policy";
import { INVITATION_LIMITS, INVITE_LIMITS, REFUSED_APPLICATION_TTL_MS, REGISTRATION_MESSAGES } from "./limits";
import { REGISTRATION_MAIL } from "./mails.server";
import { canInvite } from "./policy";
import {
  applicationView,
  countOpenInvites,
  getApplication,
  getRegistrationSettings,
  type InviteView,
  inviteView,
  type RegistrationSettings,
} from "./queries.server";
import type { InviteInput, RegistrationChanges } from "./schema.server";

/**
 * Missing members stay. Equal values are not logged.
 * @throws DomainError forbidden for non-admins
 */
export function changeRegistrationSettings(
  viewer: Viewer,
  input: RegistrationChanges,
  precondition: Precondition = NO_PRECONDITION,
): RegistrationSettings {
  requireAdmin(viewer);
  return transaction(() => {
    precondition();
    const before = getRegistrationSettings();
    const isChange = ([name, value]: [string, unknown]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name as keyof RegistrationSettings]);
    const changes = Object.entries(input).filter(isChange);
    if (changes.length === 0) {
      if (Object.values(input).every((value) => value === undefined)) return before;
      // Saved once: the admin has confirmed the defaults.
      db()
        .insert(registrationSettings)
        .values({ id: 1, ...before })
        .onConflictDoNothing()
        .run();
      return before;
    }
    const after: RegistrationSettings = { ...before, ...Object.fromEntries(changes) };
    db()
      .insert(registrationSettings)
      .values({ id: 1, ...after })
      .onConflictDoUpdate({ target: registrationSettings.id, set: after })
      .run();
    recordAdminAction(viewer, {
      ...{ action: "door.change", subjectType: "door", subjectId: 1 },
      before: Object.fromEntries(changes.map(([name]) => [name, before[name as keyof RegistrationSettings]])),
      after: Object.fromEntries(changes),
    });
    return after;
  });
}

/**
 * @throws DomainError forbidden for viewers who may not invite; for members above their limits, invalid at `uses` or
 *   conflict
 */
export function createInvite(viewer: Viewer, { uses, days }: InviteInput): InviteView {
  return transaction(() => {
    if (!canInvite(viewer, getRegistrationSettings()))
      throw new DomainError("forbidden", REGISTRATION_MESSAGES.cannotInvite);
    if (!isAdmin(viewer)) {
      if (uses > INVITE_LIMITS.memberUses) throw invalidField("uses", REGISTRATION_MESSAGES.tooManyUses);
      if (countOpenInvites(viewer.id) >= INVITE_LIMITS.memberOpen) {
        throw new DomainError("conflict", REGISTRATION_MESSAGES.tooManyOpen);
      }
    }
    const times = { endsAt: now() + days * DAY, createdAt: now() };
    const invite = { userId: viewer.id, token: newToken(), uses, ...times };
    return inviteView(db().insert(invites).values(invite).returning().get());
  });
}

/** @throws DomainError not_found */
export function revokeInvite(viewer: Viewer, id: number): void {
  const isOwnInvite = and(eq(invites.id, id), eq(invites.userId, viewer.id));
  const { changes } = db().delete(invites).where(isOwnInvite).run();
  if (changes === 0) throw new DomainError("not_found", REGISTRATION_MESSAGES.noInvite);
}

/**
 * Mails the applicant.
 * @returns the application as staff saw it
 * @throws DomainError forbidden for non-staff; not_found; conflict if already decided
 */
export function acceptApplication(viewer: Viewer, id: number) {
  return transaction(() => {
    const application = getApplication(viewer, id);
    const userId = openAccount({ ...application, isTrusted: true });
    enqueueMail(REGISTRATION_MAIL.accepted, application.email);
    recordAdminAction(viewer, {
      ...{ action: "application.accept", subjectType: "application", subjectId: id },
      after: { user: String(userId) },
    });
    return applicationView(viewer, application);
  });
}

/**
 * Mails the reason. The log omits it, because it is deleted with the application.
 * @returns the application as staff saw it
 * @throws DomainError like `acceptApplication`
 */
export function refuseApplication(viewer: Viewer, id: number, reason: string) {
  return transaction(() => {
    const application = getApplication(viewer, id);
    const ended = { refusedAt: now(), reason, passwordHash: "", issuer: null, subject: null };
    db().update(applications).set(ended).where(eq(applications.id, id)).run();
    enqueueMail(REGISTRATION_MAIL.refused, application.email, { reason });
    recordAdminAction(viewer, { action: "application.refuse", subjectType: "application", subjectId: id });
    return applicationView(viewer, application);
  });
}

/** Also deletes addresses whose suspension has ended. */
export function sweepRegistration(): void {
  db().delete(suspendedAddresses).where(lte(suspendedAddresses.until, now())).run();
  db()
    .delete(invites)
    .where(
      or(
        and(isNull(invites.email), or(lte(invites.uses, 0), lte(invites.endsAt, now()))),
        lte(invites.endsAt, now() - INVITATION_LIMITS.keptDays * DAY),
      ),
    )
    .run();
  db()
    .delete(applications)
    .where(lt(applications.refusedAt, now() - REFUSED_APPLICATION_TTL_MS))
    .run();
}
