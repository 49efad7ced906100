import { eq, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { cases, comments, garages, invites, sessions, users, vehicles } from "~/db/schema";
import { deleteAccount } from "~/features/account-deletion/commands.server";
import {
  findPendingEmail,
  requestEmailChangeFor,
  resendEmailConfirmation,
} from "~/features/accounts/email-change.server";
import { enqueueAdminNotice } from "~/features/accounts/mails.server";
import { ACCOUNT_NOT_FOUND, canChangeActive, requireAdmin, type Viewer } from "~/features/accounts/policy";
import { resetSecondStep } from "~/features/accounts/second-step/commands.server";
import { isSecondStepOn } from "~/features/accounts/second-step/queries.server";
import { endUserSessions } from "~/features/accounts/sessions.server";
import { suspendDirectly } from "~/features/cases/decisions.server";
import type { DecisionInput } from "~/features/cases/schema.server";
import { exportData } from "~/features/data-export/archive.server";
import { canChangeRole } from "~/features/moderation/policy";
import { getPhotoQuota } from "~/features/photos/new-photos.server";
import { DomainError } from "~/lib/errors";
import { now } from "~/lib/time";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { type AccountAct, ADMINISTRATION_MESSAGES } from "./limits";

function getUser(id: number) {
  const row = db()
    .select({ user: users, garage: { id: garages.id, name: garages.name } })
    .from(users)
    .leftJoin(garages, eq(garages.userId, users.id))
    .where(eq(users.id, id))
    .get();
  if (!row) throw new DomainError("not_found", ACCOUNT_NOT_FOUND);
  return { ...row.user, garage: row.garage };
}

/** Neither one's own nor another admin's: an admin must not take over an admin's account. */
function getOthersAccount(admin: Viewer, id: number) {
  requireAdmin(admin);
  const user = getUser(id);
  if (id === admin.id) throw new DomainError("conflict", ADMINISTRATION_MESSAGES.yourself);
  if (user.role === "admin") throw new DomainError("conflict", ADMINISTRATION_MESSAGES.admin);
  return user;
}

export type AccountFigures = ReturnType<typeof getAccountFigures>;

/** @throws DomainError forbidden for non-admins */
export function getAccountFigures(admin: Viewer, id: number) {
  requireAdmin(admin);
  const figures = db()
    .select({
      sessions: sql<number>`(SELECT count(*) FROM ${sessions} WHERE ${sessions.userId} = ${id})`,
      lastSeenAt: users.lastSeenAt,
      vehicles: sql<number>`(SELECT count(*) FROM ${vehicles} WHERE ${vehicles.userId} = ${id})`,
      comments: sql<number>`(SELECT count(*) FROM ${comments} WHERE ${comments.userId} = ${id})`,
      cases: sql<number>`(SELECT count(*) FROM ${cases} WHERE ${cases.personId} = ${id})`,
      invites: sql<number>`(SELECT count(*) FROM ${invites} WHERE ${invites.userId} = ${id})`,
    })
    .from(users)
    .where(eq(users.id, id))
    .get();
  if (!figures) throw new DomainError("not_found", ACCOUNT_NOT_FOUND);
  return { ...figures, storageBytes: getPhotoQuota(id).used, secondStepOn: isSecondStepOn(id) };
}

export type AccountView = ReturnType<typeof getAccountView>;

/** @throws DomainError forbidden for non-admins; not_found */
export function getAccountView(admin: Viewer, id: number) {
  requireAdmin(admin);
  const { name, email, role, active, createdAt, mailRefusedAt, suspendedUntil, garage } = getUser(id);
  return {
    ...{ id, name, email, role, active, createdAt, garage },
    isMailRefused: mailRefusedAt !== null,
    suspendedUntil: suspendedUntil !== null && suspendedUntil > now() ? suspendedUntil : null,
    pendingEmail: findPendingEmail({ id }),
    ...getAccountFigures(admin, id),
    quota: getPhotoQuota(id).quota,
    viewerCanChange: admin.id !== id && role !== "admin",
    viewerCanChangeActive: canChangeActive(admin, id),
    viewerCanChangeRole: canChangeRole(admin, { id, role }),
  };
}

const ACTIONS: Partial<Record<AccountAct, string>> = {
  email: "user.change-email",
  verification: "user.resend-confirmation",
};

function record(admin: Viewer, act: AccountAct | "export", userId: number): void {
  recordAdminAction(admin, {
    action: ACTIONS[act as AccountAct] ?? `user.${act}`,
    subjectType: "user",
    subjectId: userId,
  });
}

/** Logged and mailed, like all acts here. @throws DomainError forbidden for non-admins; not_found; conflict for oneself */
export function endSessionsOf(admin: Viewer, id: number): { name: string } {
  requireAdmin(admin);
  return transaction(() => {
    const { name, email } = getUser(id);
    if (id === admin.id) throw new DomainError("conflict", ADMINISTRATION_MESSAGES.yourself);
    endUserSessions(id);
    record(admin, "end-sessions", id);
    enqueueAdminNotice(email, "sessionsEnded");
    return { name };
  });
}

/**
 * It changes once confirmed by the link sent to it.
 * @throws DomainError forbidden for non-admins; not_found; conflict for an admin's account; invalid at `email`
 */
export function changeAddressOf(admin: Viewer, id: number, newEmail: string): { name: string } {
  return transaction(() => {
    const { name, email } = getOthersAccount(admin, id);
    requestEmailChangeFor(id, newEmail);
    record(admin, "email", id);
    enqueueAdminNotice(email, "emailRequested");
    return { name };
  });
}

/** @throws DomainError like `changeAddressOf`; conflict if no address waits for confirmation */
export function resendConfirmationOf(admin: Viewer, id: number): { name: string } {
  return transaction(() => {
    const { name, email } = getOthersAccount(admin, id);
    if (!resendEmailConfirmation(id)) throw new DomainError("conflict", ADMINISTRATION_MESSAGES.nothingToConfirm);
    record(admin, "verification", id);
    enqueueAdminNotice(email, "emailRequested");
    return { name };
  });
}

/** @throws DomainError like `changeAddressOf`; conflict if it is off */
export function turnOffSecondStepOf(admin: Viewer, id: number): { name: string } {
  return transaction(() => {
    const { name, email } = getOthersAccount(admin, id);
    resetSecondStep(email, admin);
    return { name };
  });
}

/** @throws DomainError like `changeAddressOf`; conflict without a garage */
export function suspendMember(admin: Viewer, id: number, input: DecisionInput): { name: string } {
  return transaction(() => {
    const { name, garage } = getOthersAccount(admin, id);
    if (!garage) throw new DomainError("conflict", ADMINISTRATION_MESSAGES.nothingPublic);
    suspendDirectly(admin, garage.id, input);
    return { name };
  });
}

/** @param quotaMb undefined for the site's default. @throws DomainError like `changeAddressOf` */
export function setQuotaOf(admin: Viewer, id: number, quotaMb: number | undefined): { name: string } {
  return transaction(() => {
    const { name } = getOthersAccount(admin, id);
    db()
      .update(users)
      .set({ quotaMb: quotaMb ?? null })
      .where(eq(users.id, id))
      .run();
    record(admin, "quota", id);
    return { name };
  });
}

/** As by its owner, also while suspended. @throws DomainError like `changeAddressOf` */
export async function deleteAccountOf(admin: Viewer, id: number): Promise<{ name: string }> {
  const { name, email } = getOthersAccount(admin, id);
  await deleteAccount(
    { id },
    () => void getOthersAccount(admin, id),
    () => {
      record(admin, "delete", id);
      enqueueAdminNotice(email, "deleted");
    },
  );
  return { name };
}

/** As `exportData` for the member. @throws DomainError like `changeAddressOf`, and like `exportData` */
export async function exportDataOf(admin: Viewer, id: number) {
  const { name, email, avatar, role, garage } = getOthersAccount(admin, id);
  const archive = await exportData({ id, name, avatar, role, garageId: garage?.id ?? null });
  transaction(() => {
    record(admin, "export", id);
    enqueueAdminNotice(email, "exported");
  });
  return archive;
}
