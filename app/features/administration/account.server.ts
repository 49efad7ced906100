import { eq, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { db, transaction } from "~/db/client.server";
import { cases, comments, garages, invites, sessions, users, vehicles } from "~/db/schema";
import { env } from "~/env.server";
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
import { exportData } from "~/features/data-export/archive.server";
import { getPhotoQuota } from "~/features/photos/new-photos.server";
import { DomainError } from "~/lib/errors";
import { pick } from "~/lib/rows";
import { now } from "~/lib/time";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { ADMINISTRATION_MESSAGES } from "./limits";
import { type QuotaInput, type SuspensionInput, toDecision } from "./schema.server";

function getUser(id: number) {
  const countOf = (owner: SQLiteColumn) => sql<number>`(SELECT count(*) FROM ${owner.table} WHERE ${owner} = ${id})`;
  const row = db()
    .select({
      user: users,
      garage: { id: garages.id, name: garages.name },
      sessions: countOf(sessions.userId),
      vehicles: countOf(vehicles.userId),
      comments: countOf(comments.userId),
      cases: countOf(cases.personId),
      invites: countOf(invites.userId),
    })
    .from(users)
    .leftJoin(garages, eq(garages.userId, users.id))
    .where(eq(users.id, id))
    .get();
  if (!row) throw new DomainError("not_found", ACCOUNT_NOT_FOUND);
  const { user, ...more } = row;
  return { ...user, ...more };
}

type Account = ReturnType<typeof getUser>;

function getAnothersAccount(admin: Viewer, id: number): Account {
  requireAdmin(admin);
  const user = getUser(id);
  if (id === admin.id) throw new DomainError("conflict", ADMINISTRATION_MESSAGES.yourself);
  return user;
}

/** Neither one's own nor another admin's: an admin must not take over an admin's account. */
function getOthersAccount(admin: Viewer, id: number): Account {
  const user = getAnothersAccount(admin, id);
  if (user.role === "admin") throw new DomainError("conflict", ADMINISTRATION_MESSAGES.admin);
  return user;
}

export type AccountView = ReturnType<typeof getAccountView>;

/** @throws DomainError forbidden for non-admins; not_found */
export function getAccountView(admin: Viewer, id: number) {
  requireAdmin(admin);
  const user = getUser(id);
  const { used, quota } = getPhotoQuota(id);
  return {
    ...pick(user, "id", "name", "email", "role", "active", "createdAt", "lastSeenAt", "garage", "quotaMb"),
    ...pick(user, "sessions", "vehicles", "comments", "cases", "invites"),
    isMailRefused: user.mailRefusedAt !== null,
    suspendedUntil: user.suspendedUntil !== null && user.suspendedUntil > now() ? user.suspendedUntil : null,
    pendingEmail: findPendingEmail({ id }),
    secondStepOn: isSecondStepOn(id),
    storageBytes: used,
    quota,
    defaultQuota: env().MEMBER_QUOTA_MB * 1024 * 1024,
    viewerCanChange: admin.id !== id && user.role !== "admin",
    viewerCanChangeActive: canChangeActive(admin, id),
  };
}

type Change = { before: object; after: object };

function record(admin: Viewer, act: string, subjectId: number, change?: Change): void {
  recordAdminAction(admin, { action: `user.${act}`, subjectType: "user", subjectId, ...change });
}

/**
 * In one transaction.
 * @throws DomainError forbidden for non-admins; not_found; conflict for oneself and, unless `find` allows them, for admins
 */
const command =
  <Rest extends unknown[]>(run: (admin: Viewer, user: Account, ...rest: Rest) => void, find = getOthersAccount) =>
  (admin: Viewer, id: number, ...rest: Rest): { name: string } =>
    transaction(() => {
      const user = find(admin, id);
      run(admin, user, ...rest);
      return { name: user.name };
    });

export const endSessionsOf = command((admin, { id, email }) => {
  endUserSessions(id);
  record(admin, "end-sessions", id);
  enqueueAdminNotice(email, "sessionsEnded");
}, getAnothersAccount);

/** It changes once confirmed by the link sent to it. @throws DomainError also invalid at `email` */
export const changeAddressOf = command((admin, { id, email }, input: { email: string }) => {
  requestEmailChangeFor(id, input.email);
  record(admin, "change-email", id);
  enqueueAdminNotice(email, "emailRequested");
});

/** @throws DomainError also conflict if no address waits for confirmation */
export const resendConfirmationOf = command((admin, { id, email }) => {
  if (!resendEmailConfirmation(id)) throw new DomainError("conflict", ADMINISTRATION_MESSAGES.nothingToConfirm);
  record(admin, "resend-confirmation", id);
  enqueueAdminNotice(email, "emailRequested");
});

/** @throws DomainError also conflict if it is off */
export const turnOffSecondStepOf = command((admin, { email }) => void resetSecondStep(email, admin));

/** @throws DomainError also conflict without a garage; invalid like a decision */
export const suspendMember = command((admin, { garage }, input: SuspensionInput) => {
  if (!garage) throw new DomainError("conflict", ADMINISTRATION_MESSAGES.nothingPublic);
  suspendDirectly(admin, garage.id, toDecision(input));
});

export const setQuotaOf = command((admin, { id, quotaMb: before }, input: QuotaInput) => {
  const quotaMb = input.quotaMb ?? null;
  db().update(users).set({ quotaMb }).where(eq(users.id, id)).run();
  record(admin, "quota", id, { before: { quotaMb: before }, after: { quotaMb } });
});

/** As by its owner, also while suspended. @throws DomainError like the others */
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

/** As `exportData` for the member. @throws DomainError like the others, and like `exportData` */
export async function exportDataOf(admin: Viewer, id: number) {
  const { name, email, avatar, role, garage } = getOthersAccount(admin, id);
  const archive = await exportData({ id, name, avatar, role, garageId: garage?.id ?? null });
  transaction(() => {
    record(admin, "export", id);
    enqueueAdminNotice(email, "exported");
  });
  return archive;
}
