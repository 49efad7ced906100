import {
  addPasskey,
  type Challenge,
  createLoginOptions,
  createPasskeyOptions,
  logInWithPasskey,
  PasskeyRefusal,
} from "~/features/accounts/passkeys/commands.server";
import type { Viewer } from "~/features/accounts/policy";
import { now, SECOND } from "~/lib/time";
import { logSecurityEvent } from "../call.server";
import { COOKIES } from "./cookies";
import { type RequestArgs, signedCookie } from "./session.server";

/** Of several open pages. */
const MAX_CHALLENGES = 5;

interface StoredChallenge extends Challenge {
  /** Who adds a passkey; null for a login. */
  userId: number | null;
}

/** The newest last. */
async function readChallenges(request: Request): Promise<StoredChallenge[]> {
  const value: unknown = await signedCookie("passkey").parse(request.headers.get("cookie"));
  // Signed, so its shape is known.
  const challenges = Array.isArray(value) ? (value as StoredChallenge[]) : [];
  return challenges.filter(({ issuedAt }) => issuedAt > now() - COOKIES.passkey.seconds * SECOND);
}

const challengesFor = async (request: Request, userId: number | null) =>
  (await readChallenges(request)).filter((challenge) => challenge.userId === userId);

async function withChallenge<T extends { challenge: string }>(request: Request, userId: number | null, options: T) {
  const issued = { text: options.challenge, issuedAt: now(), userId };
  const challenges = [...(await readChallenges(request)), issued].slice(-MAX_CHALLENGES);
  return { options, headers: { "Set-Cookie": await signedCookie("passkey").serialize(challenges) } };
}

export const clearChallenges = () => signedCookie("passkey").serialize("", { maxAge: 0 });

/** @throws DomainError like `createPasskeyOptions` */
export async function startPasskey({ request }: RequestArgs, viewer: Viewer) {
  return withChallenge(request, viewer.id, await createPasskeyOptions(viewer));
}

/** @throws DomainError like `addPasskey` */
export async function finishPasskey(call: RequestArgs, viewer: Viewer, response: string) {
  const { request } = call;
  const challenges = await challengesFor(request, viewer.id);
  await addPasskey(viewer, response, challenges, request.headers.get("user-agent") ?? "");
  logSecurityEvent(call, "passkey_added", viewer.id);
  return { "Set-Cookie": await clearChallenges() };
}

export async function startPasskeyLogin({ request }: RequestArgs) {
  return withChallenge(request, null, await createLoginOptions());
}

/**
 * Instead of password and code.
 * @returns the user's id
 * @throws DomainError like `logInWithPasskey`
 */
export async function verifyPasskeyLogin(call: RequestArgs, response: string): Promise<number> {
  try {
    return await logInWithPasskey(response, await challengesFor(call.request, null));
  } catch (error) {
    if (error instanceof PasskeyRefusal) logSecurityEvent(call, "passkey_refused", error.userId, { reason: error.why });
    throw error;
  }
}
