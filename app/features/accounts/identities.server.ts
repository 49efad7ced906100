import { and, eq, inArray, isNull } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { applications, identities } from "~/db/schema";
import { env } from "~/env.server";
import { emailForms } from "~/lib/addresses.server";
import { DomainError } from "~/lib/errors";
import { now } from "~/lib/time";
import { enqueueMail } from "~/services/mail/outbox.server";
import { ACCOUNT_MESSAGES, MAX_IDENTITIES, providerMessages, WAYS_IN_MESSAGES } from "./limits";
import { ACCOUNT_MAIL } from "./mails.server";
import { NO_PASSWORD } from "./passwords.server";
import type { Viewer } from "./policy";
import { findAccount, getAccount } from "./queries.server";
import { admit, checkRegistration, requireOpen } from "./registration/admission.server";
import { isRefusedAddress } from "./registration/queries.server";
import { newPersonFields } from "./schema.server";
import { storeSignUp } from "./sign-up.server";
import { listWaysIn, requireWayIn } from "./ways-in.server";

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
  recordUse(profile);
  return userId;
}

const recordUse = (profile: ProviderProfile) =>
  db().update(identities).set({ lastUsedAt: now() }).where(isIdentity(profile)).run();

/** @throws DomainError forbidden without an address */
function newcomerOf(profile: ProviderProfile, invite: string) {
  const address = newPersonFields.shape.email.safeParse(profile.email);
  if (!address.success) throw new DomainError("forbidden", getProviderMessages().noAddress);
  const { issuer, subject } = profile;
  const { inviteId } = checkRegistration(invite);
  const [email, name] = [address.data, nameOf(profile, address.data)];
  return { name, email, passwordHash: NO_PASSWORD, inviteId, answer: "", issuer, subject };
}

/**
 * Like any sign-up, without a password, for an address that the provider has not verified.
 * @param invite its token, or ""
 * @param canMail false if the address is over its mail limit
 * @returns the address, whether staff decide, and the browser's handle
 * @throws DomainError forbidden without an address, or if registration refuses it
 */
export async function signUpByIdentity(
  profile: ProviderProfile,
  invite: string,
  canMail: (email: string) => Promise<boolean>,
) {
  const newcomer = newcomerOf(profile, invite);
  const { email } = newcomer;
  const { applies } = requireOpen(invite);
  return { email, applies, handle: storeSignUp(newcomer, await canMail(email)) };
}

/**
 * Opens an account without a password, or creates an application under approval.
 * @param profile with a verified address
 * @param invite its token, or ""
 * @param applied called in the transaction that creates an application
 * @returns the user's id; null for a pending application
 * @throws DomainError forbidden without an address, or if registration refuses it; conflict if the address has an
 *   account
 */
export function openByIdentity(profile: ProviderProfile, invite: string, applied: () => void): number | null {
  const messages = getProviderMessages();
  return transaction(() => {
    const newcomer = newcomerOf(profile, invite);
    const { email } = newcomer;
    if (findAccount(email)) throw new DomainError("conflict", messages.hasAccount);
    if (isRefusedAddress(email)) throw new DomainError("forbidden", messages.refusedAddress);
    if (hasApplied(email)) return null;
    const userId = admit(newcomer);
    if (userId === null) applied();
    else recordUse(profile);
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

/**
 * Mails the viewer. Repeating it changes nothing.
 * @returns whether the identity is new
 * @throws DomainError conflict if it belongs to another account, or at `MAX_IDENTITIES`
 */
export function linkIdentity(viewer: Viewer, profile: ProviderProfile): boolean {
  return transaction(() => {
    const ownerId = findIdentity(profile)?.userId;
    if (ownerId === viewer.id) return false;
    if (ownerId !== undefined) throw new DomainError("conflict", getProviderMessages().taken);
    if (listWaysIn(viewer.id).identities.length >= MAX_IDENTITIES)
      throw new DomainError("conflict", WAYS_IN_MESSAGES.tooMany);
    const { issuer, subject } = profile;
    db().insert(identities).values({ userId: viewer.id, issuer, subject, createdAt: now() }).run();
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
    if (db().delete(identities).where(isOwn).run().changes === 0)
      throw new DomainError("conflict", WAYS_IN_MESSAGES.gone);
    requireWayIn(viewer.id);
    enqueueMail(ACCOUNT_MAIL.identityUnlinked, getAccount(viewer.id).email);
  });
}
