import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { and, count, eq, gte } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "~/db/client.server";
import { passkeys } from "~/db/schema";
import { publicUrl } from "~/env.server";
import { describeDevice } from "~/lib/device";
import { DomainError } from "~/lib/errors";
import { now } from "~/lib/time";
import { enqueueMail } from "~/services/mail/outbox.server";
import { siteName } from "~/services/site/site.server";
import { ACCOUNT_MESSAGES, CHALLENGE_TTL_MS, MAX_PASSKEYS, PASSKEY_MESSAGES } from "../limits";
import { ACCOUNT_MAIL } from "../mails.server";
import type { Viewer } from "../policy";
import { getAccount } from "../queries.server";
import { requireWayIn } from "../ways-in.server";

/** Large; few processes ever need it. */
const webauthn = () => import("@simplewebauthn/server");

/** COSE: EdDSA, ES256, RS256, which every supported version of Node verifies. */
const supportedAlgorithmIDs = [-8, -7, -257];

export interface Challenge {
  text: string;
  issuedAt: number;
}

type Refusal = "counter" | "invalid";

export class PasskeyRefusal extends DomainError {
  /** @param userId of the passkey, if its signature was right */
  constructor(
    readonly why: Refusal,
    readonly userId?: number,
  ) {
    super("invalid", why === "counter" ? PASSKEY_MESSAGES.copied : PASSKEY_MESSAGES.failed);
  }
}

/** Others have certificates, whose addresses the library would ask. */
const FORMATS = ["none", "packed"];

const credential = z.looseObject({
  id: z.string(),
  response: z.looseObject({
    userHandle: z.string().optional(),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

function parseCredential<T>(text: string): T & z.output<typeof credential> {
  try {
    return credential.parse(JSON.parse(text)) as T & z.output<typeof credential>;
  } catch {
    throw new PasskeyRefusal("invalid");
  }
}

function expectedSite() {
  const { hostname, origin } = new URL(publicUrl());
  return { expectedRPID: hostname, expectedOrigin: origin };
}

const userHandle = (userId: number) => Buffer.from(String(userId));

const ownPasskey = ({ id: userId }: Viewer, id: number) => and(eq(passkeys.id, id), eq(passkeys.userId, userId));

function requireRoom(userId: number): void {
  const row = db().select({ existing: count() }).from(passkeys).where(eq(passkeys.userId, userId)).get();
  if ((row?.existing ?? 0) >= MAX_PASSKEYS) throw new DomainError("conflict", PASSKEY_MESSAGES.tooMany);
}

/**
 * For the browser, with a new challenge.
 * @throws DomainError conflict at `MAX_PASSKEYS`
 */
export async function createPasskeyOptions(viewer: Viewer) {
  requireRoom(viewer.id);
  const { credentialId: id, transports } = passkeys;
  const existing = db().select({ id, transports }).from(passkeys).where(eq(passkeys.userId, viewer.id)).all();
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: siteName(),
    rpID: expectedSite().expectedRPID,
    userName: getAccount(viewer.id).email,
    userDisplayName: viewer.name,
    userID: userHandle(viewer.id),
    timeout: CHALLENGE_TTL_MS,
    excludeCredentials: existing.map((row) => ({ ...row, transports: row.transports.split(",").filter(Boolean) })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs,
  });
}

/** @returns with the time of its challenge, ms; undefined if invalid */
async function verifyNewPasskey(response: RegistrationResponseJSON, challenges: Challenge[]) {
  const { verifyRegistrationResponse } = await webauthn();
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject));
  if (!FORMATS.includes(attestation.get("fmt"))) return undefined;
  let challenge: Challenge | undefined;
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (sent) => {
      challenge = challenges.find((issued) => issued.text === sent);
      return challenge !== undefined;
    },
    ...expectedSite(),
    supportedAlgorithmIDs,
  });
  return registrationInfo && challenge && { ...registrationInfo, issuedAt: challenge.issuedAt };
}

/**
 * Mails the owner. Named after the device. Ends challenges issued before, so that each adds one.
 * @param text the browser's answer, JSON
 * @throws DomainError invalid; conflict for a known one, or at `MAX_PASSKEYS`
 */
export async function addPasskey(viewer: Viewer, text: string, challenges: Challenge[], userAgent: string) {
  const response = parseCredential<RegistrationResponseJSON>(text);
  const registrationInfo = await verifyNewPasskey(response, challenges).catch(() => undefined);
  if (!registrationInfo) throw new PasskeyRefusal("invalid");
  const { id: credentialId, publicKey, counter: signCount, transports = [] } = registrationInfo.credential;
  const { issuedAt } = registrationInfo;
  const name = describeDevice(userAgent);
  transaction(() => {
    requireRoom(viewer.id);
    const isUsedUp = and(eq(passkeys.userId, viewer.id), gte(passkeys.createdAt, issuedAt));
    if (db().select({ id: passkeys.id }).from(passkeys).where(isUsedUp).get()) throw new PasskeyRefusal("invalid");
    if (findPasskey(credentialId)) throw new DomainError("conflict", PASSKEY_MESSAGES.known);
    const key = { publicKey: Buffer.from(publicKey).toString("base64url"), transports: transports.join() };
    db()
      .insert(passkeys)
      .values({ userId: viewer.id, credentialId, ...key, signCount, name, createdAt: Math.max(now(), issuedAt) })
      .run();
    enqueueMail(ACCOUNT_MAIL.passkeyAdded, getAccount(viewer.id).email, { name });
  });
}

/** @throws DomainError not_found */
export function renamePasskey(viewer: Viewer, id: number, name: string): void {
  if (db().update(passkeys).set({ name }).where(ownPasskey(viewer, id)).run().changes === 0) throw gone();
}

/**
 * Mails the owner.
 * @throws DomainError not_found; conflict for the only way in
 */
export function removePasskey(viewer: Viewer, id: number): void {
  transaction(() => {
    const row = db().delete(passkeys).where(ownPasskey(viewer, id)).returning({ name: passkeys.name }).get();
    if (!row) throw gone();
    requireWayIn(viewer.id);
    enqueueMail(ACCOUNT_MAIL.passkeyRemoved, getAccount(viewer.id).email, row);
  });
}

const gone = () => new DomainError("not_found", PASSKEY_MESSAGES.gone);

/** For any passkey of the site that the browser has. */
export async function createLoginOptions() {
  const { generateAuthenticationOptions } = await webauthn();
  const rpID = expectedSite().expectedRPID;
  return generateAuthenticationOptions({ rpID, timeout: CHALLENGE_TTL_MS, userVerification: "required" });
}

function findPasskey(credentialId: string) {
  return db().select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).get();
}

/**
 * A challenge is used up by any later use of the passkey, so no answer works twice.
 * @param text the browser's answer, JSON
 * @returns the user's id
 * @throws DomainError PasskeyRefusal; forbidden for a deactivated account
 */
export async function logInWithPasskey(text: string, challenges: Challenge[]): Promise<number> {
  const response = parseCredential<AuthenticationResponseJSON>(text);
  const passkey = findPasskey(response.id);
  if (!passkey || response.response.userHandle !== userHandle(passkey.userId).toString("base64url"))
    throw new PasskeyRefusal("invalid");
  const { userId, credentialId, publicKey } = passkey;
  const { verifyAuthenticationResponse } = await webauthn();
  let challenge: Challenge | undefined;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (sent) => {
      challenge = challenges.find((issued) => issued.text === sent);
      return challenge !== undefined;
    },
    ...expectedSite(),
    // The counter is compared below, with the row as it is then.
    credential: { id: credentialId, publicKey: Buffer.from(publicKey, "base64url"), counter: 0 },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) throw new PasskeyRefusal("invalid");
  const { newCounter } = authenticationInfo;
  return transaction(() => {
    const row = findPasskey(credentialId);
    if (!row || !challenge || (row.lastUsedAt ?? 0) >= challenge.issuedAt) throw new PasskeyRefusal("invalid");
    if ((newCounter > 0 || row.signCount > 0) && newCounter <= row.signCount)
      throw new PasskeyRefusal("counter", userId);
    if (!getAccount(userId).active) throw new DomainError("forbidden", ACCOUNT_MESSAGES.deactivated);
    const used = { signCount: newCounter, lastUsedAt: Math.max(now(), challenge.issuedAt) };
    db().update(passkeys).set(used).where(eq(passkeys.id, row.id)).run();
    return userId;
  });
}
