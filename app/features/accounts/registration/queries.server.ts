import { domainToASCII } from "node:url";
import { and, asc, count, desc, eq, gt, isNull, type SQL } from "drizzle-orm";
import { db, prepared } from "~/db/client.server";
import { applications, auditLog, invites, registrationSettings, suspendedAddresses, users } from "~/db/schema";
import { publicUrl } from "~/env.server";
import { comparedEmail } from "~/lib/addresses.server";
import { DomainError } from "~/lib/errors";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { now } from "~/lib/time";
import { hashToken } from "~/lib/tokens.server";
import { isAdmin, requireStaff, type Viewer } from "../policy";
import { mayAct } from "../queries.server";
import { REGISTRATION_MESSAGES } from "./limits";

const settingsRow = prepared((db) => db.select().from(registrationSettings).prepare());

/** The registration settings; defaults for a new installation. */
export type RegistrationSettings = Omit<typeof registrationSettings.$inferSelect, "id">;

const DEFAULTS: RegistrationSettings = {
  registration: "open",
  question: "",
  refusedDomains: [],
  membersInvite: false,
  firstPosts: "off",
};

export function getRegistrationSettings(): RegistrationSettings {
  const { id: _, ...set } = settingsRow().get() ?? { id: 1, ...DEFAULTS };
  return set;
}

/** Its domain or a parent domain is refused, or its last account is suspended. */
export function isRefusedAddress(email: string): boolean {
  const { refusedDomains } = getRegistrationSettings();
  const domain = domainToASCII(email.slice(email.lastIndexOf("@") + 1));
  if (refusedDomains.some((refusedDomain) => domain === refusedDomain || domain.endsWith(`.${refusedDomain}`)))
    return true;
  const { addressHash, until } = suspendedAddresses;
  const isSuspendedAddress = and(eq(addressHash, hashToken(comparedEmail(email))), gt(until, now()));
  return db().select({ until }).from(suspendedAddresses).where(isSuspendedAddress).get() !== undefined;
}

/** Stores the address hashed, in the transaction that deletes the account. */
export function refuseWhileSuspended({ email, suspendedUntil }: typeof users.$inferSelect): void {
  if (suspendedUntil === null || suspendedUntil <= now()) return;
  db()
    .insert(suspendedAddresses)
    .values({ addressHash: hashToken(comparedEmail(email)), until: suspendedUntil })
    .onConflictDoUpdate({ target: suspendedAddresses.addressHash, set: { until: suspendedUntil } })
    .run();
}

const isOpen = () => and(gt(invites.uses, 0), gt(invites.endsAt, now()));

/** The creator must still be allowed to invite. */
export function findLiveInvite(tokenOrId: string | number): number | undefined {
  const isIt = typeof tokenOrId === "string" ? eq(invites.token, tokenOrId) : eq(invites.id, tokenOrId);
  const mayInvite = getRegistrationSettings().membersInvite ? undefined : eq(users.role, "admin");
  const live = and(isIt, isOpen(), mayAct(), mayInvite);
  return db().select({ id: invites.id }).from(invites).innerJoin(users, eq(users.id, invites.userId)).where(live).get()
    ?.id;
}

export function findInvite(id: number): InviteView | undefined {
  const row = findLiveInvite(id) && db().select().from(invites).where(eq(invites.id, id)).get();
  return row ? inviteView(row) : undefined;
}

export type InviteView = ReturnType<typeof inviteView>;

export function inviteView({ id, token, uses, endsAt }: typeof invites.$inferSelect) {
  return { id, link: `${publicUrl()}/signup?invite=${token}`, uses, endsAt };
}

/** Mailed ones have a list of their own. */
const isLink = isNull(invites.email);

export function countOpenInvites(userId: number): number {
  return countOf(invites, and(eq(invites.userId, userId), isLink, isOpen()));
}

/** Open ones, newest first. */
export function listInvites(viewer: Viewer, page: PageParams): Paged<InviteView> {
  const rows = db()
    .select()
    .from(invites)
    .where(and(eq(invites.userId, viewer.id), isLink, isOpen()))
    .orderBy(desc(invites.id))
    .limit(page.limit)
    .offset(toOffset(page))
    .all();
  return { rows: rows.map(inviteView), total: countOpenInvites(viewer.id), ...page };
}

/** @throws DomainError not_found */
export function getInvite(viewer: Viewer, id: number): InviteView {
  const isOwnInvite = and(eq(invites.id, id), eq(invites.userId, viewer.id));
  const invite = db().select().from(invites).where(isOwnInvite).get();
  if (!invite) throw new DomainError("not_found", REGISTRATION_MESSAGES.noInvite);
  return inviteView(invite);
}

export type ApplicationView = ReturnType<typeof applicationView>;

/** Only admins see the address. */
export function applicationView(viewer: Viewer, application: typeof applications.$inferSelect) {
  const { id, name, email, answer, createdAt } = application;
  return { id, name, answer, createdAt, ...(isAdmin(viewer) && { email }) };
}

const isPending = isNull(applications.refusedAt);

export const countApplications = () => countOf(applications, isPending);

/** Oldest first. @throws DomainError forbidden for non-staff */
export function listApplications(viewer: Viewer, page: PageParams): Paged<ApplicationView> {
  requireStaff(viewer);
  const rows = db()
    .select()
    .from(applications)
    .where(isPending)
    .orderBy(asc(applications.id))
    .limit(page.limit)
    .offset(toOffset(page))
    .all();
  return { rows: rows.map((row) => applicationView(viewer, row)), total: countApplications(), ...page };
}

/** @throws DomainError forbidden for non-staff; conflict if already decided; not_found */
export function getApplication(viewer: Viewer, id: number): typeof applications.$inferSelect {
  requireStaff(viewer);
  const row = db().select().from(applications).where(eq(applications.id, id)).get();
  if (row?.refusedAt === null) return row;
  // An accepted application exists only in the log.
  const isDecision = and(eq(auditLog.subjectType, "application"), eq(auditLog.subjectId, String(id)));
  if (row || countOf(auditLog, isDecision) > 0) throw new DomainError("conflict", REGISTRATION_MESSAGES.alreadyDecided);
  throw new DomainError("not_found", REGISTRATION_MESSAGES.noApplication);
}

function countOf(table: typeof invites | typeof applications | typeof auditLog, condition: SQL | undefined): number {
  return db().select({ total: count() }).from(table).where(condition).get()?.total ?? 0;
}
