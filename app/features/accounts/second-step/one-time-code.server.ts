import { generateSecret, generateURI, verifySync } from "otplib";
import { now, SECOND } from "~/lib/time";
import { hashToken, newCode } from "~/lib/tokens.server";
import { siteName } from "~/services/site/site.server";

/** How far the clocks may be apart, seconds: one time step either way. */
const DRIFT = 30;

/** The secret that an authenticator app and we have in common: 160 random bits, base32. */
export function createSecret(): string {
  return generateSecret({ length: 20 });
}

/** What a QR code tells an authenticator app (`otpauth://…`). */
export function authenticatorUri(secret: string, email: string): string {
  return generateURI({ issuer: siteName(), label: email, secret });
}

/**
 * Which time step a code of the authenticator belongs to (RFC 6238: SHA-1, 30 s, 6 digits), by the time it is now.
 * @param typed spaces allowed
 * @param lastTimeStep the one of the last code that was taken; that code and older ones are no good
 * @returns undefined where the code is wrong
 */
export function findTimeStep(typed: string, secret: string, lastTimeStep: number): number | undefined {
  const token = typed.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const result = verifySync({ secret, token, epoch: Math.floor(now() / SECOND), epochTolerance: DRIFT });
  if (!result.valid || !("timeStep" in result)) return undefined;
  return result.timeStep > lastTimeStep ? result.timeStep : undefined;
}

const RECOVERY_CODES = 10;
/** Of 5 bits each: so many that a plain hash keeps the code. */
const RECOVERY_CHARACTERS = 24;

/** Ten codes for paper, each in groups of four: "ABCD-EFGH-…". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => formatCode(newCode(RECOVERY_CHARACTERS), "-"));
}

/** Whether it can only be meant as a recovery code, right or wrong. */
export function isRecoveryCode(typed: string): boolean {
  return typed.replace(/[^A-Z0-9]/gi, "").length === RECOVERY_CHARACTERS;
}

/** A long code so that it can be read and typed. */
export function formatCode(code: string, between = " "): string {
  return (code.match(/.{1,4}/g) ?? []).join(between);
}

/** The only form in which the database knows a recovery code. Case and what stands between the groups do not count. */
export function recoveryCodeHash(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  // The alphabet has none of these digits: whoever reads one has misread a letter.
  return hashToken(letters.replaceAll("0", "O").replaceAll("1", "I").replaceAll("8", "B"));
}
