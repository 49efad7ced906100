import { and, eq, inArray, isNull } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { applications, identities } from "~/db/schema";
import { env } from "~/env.server";
import { emailForms } from "~/lib/addresses.server";
import { DomainError } from "~/lib/errors";
import { now } from "~/lib/time";
import { enqueueMail } from "~/services/mail/outbox.server";
import { ACCOUNT_MESSAGES, providerMessages, WAYS_IN_MESSAGES } from "./limits";
import { ACCOUNT_MAIL } from "./mails.server";
import { NO_PASSWORD } from "./passwords.server";
import type { Viewer } from "./policy";
import { findAccount, getAccount } from "./queries.server";
import { admit, checkRegistration } from "./registration/admission.server";
import { isRefusedAddress } from "./registration/queries.server";
import { newPersonFields } from "./schema.server";
import { requireAnotherWayIn } from "./ways-in.server";

/** Checked claims of the login provider. */
export interface ProviderProfile {
  issuer: string;
  subject: string;
  name: string;
  username: string;
  email: string;
  isVerified: boolean;
}

/** @throws DomainError not_found without a login provider */
export function getProviderMessages() {
  const { provider } = env();
  if (provider === null) throw new DomainError("not_found", "There is nothing at this address.");
  return providerMessages(provider.label);
}

const isIdentity = ({ issuer, subject }: ProviderProfile) =>
  and(eq(identities.issuer, issuer), eq(identities.subject, subject));

const findIdentity = (profile: ProviderProfile) => db().select().from(identities).where(isIdentity(profile)).get();

/**
 * Records the use.
 * @returns the user's id; undefined for an unknown identity
 * @throws DomainError forbidden for a deactivated account
 */
export function findIdentityOwner(profile: ProviderProfile): number | undefined {
  const userId = findIdentity(profile)?.userId;
  if (userId === undefined) return undefined;
  if (!getAccount(userId).active) throw new DomainError("forbidden", ACCOUNT_MESSAGES.deactivated);
  db().update(identities).set({ lastUsedAt: now() }).where(isIdentity(profile)).run();
  return userId;
}

/**
 * Opens an account without a password, or creates an application under approval.
 * @param invite its token, or ""
 * @param applied called in the transaction that creates an application
 * @returns the user's id; null for a pending application
 * @throws DomainError forbidden without a verified address, or if registration refuses it; conflict if the address has
 *   an account
 */
export function openByIdentity(profile: ProviderProfile, invite: string, applied: () => void): number | null {
  const messages = getProviderMessages();
  const address = newPersonFields.shape.email.safeParse(profile.email);
  if (!profile.isVerified || !address.success) throw new DomainError("forbidden", messages.unverified);
  const email = address.data;
  return transaction(() => {
    if (findAccount(email)) throw new DomainError("conflict", messages.hasAccount);
    if (isRefusedAddress(email)) throw new DomainError("forbidden", messages.refusedAddress);
    if (hasApplied(email)) return null;
    const { inviteId } = checkRegistration(invite);
    const userId = admit({ name: nameOf(profile, email), email, passwordHash: NO_PASSWORD, inviteId, answer: "" });
    if (userId === null) applied();
    else insertIdentity(userId, profile, now());
    return userId;
  });
}

const hasApplied = (email: string): boolean =>
  db()
    .select({ id: applications.id })
    .from(applications)
    .where(and(inArray(applications.email, emailForms(email)), isNull(applications.refusedAt)))
    .get() !== undefined;

/** The first that a sign-up would accept. */
function nameOf({ name, username }: ProviderProfile, email: string): string {
  const candidates = [name, ...[username, email].map((text) => text.split("@")[0])];
  const accepted = candidates.map((text) => newPersonFields.shape.name.safeParse(text)).find(({ success }) => success);
  return accepted?.data ?? "Member";
}

function insertIdentity(userId: number, { issuer, subject }: ProviderProfile, lastUsedAt: number | null): void {
  db().insert(identities).values({ userId, issuer, subject, createdAt: now(), lastUsedAt }).run();
}

/**
 * Mails the viewer. Repeating it changes nothing.
 * @returns whether the identity is new
 * @throws DomainError conflict if it belongs to another account
 */
export function linkIdentity(viewer: Viewer, profile: ProviderProfile): boolean {
  return transaction(() => {
    const ownerId = findIdentity(profile)?.userId;
    if (ownerId === viewer.id) return false;
    if (ownerId !== undefined) throw new DomainError("conflict", getProviderMessages().taken);
    insertIdentity(viewer.id, profile, null);
    enqueueMail(ACCOUNT_MAIL.identityLinked, getAccount(viewer.id).email);
    return true;
  });
}

/**
 * Mails the viewer.
 * @throws DomainError conflict for the only way in, or one already removed
 */
export function unlinkIdentity(viewer: Viewer, id: number): void {
  transaction(() => {
    const isOwn = and(eq(identities.id, id), eq(identities.userId, viewer.id));
    if (!db().select({ id: identities.id }).from(identities).where(isOwn).get())
      throw new DomainError("conflict", WAYS_IN_MESSAGES.gone);
    requireAnotherWayIn(viewer.id);
    db().delete(identities).where(isOwn).run();
    enqueueMail(ACCOUNT_MAIL.identityUnlinked, getAccount(viewer.id).email);
  });
}
