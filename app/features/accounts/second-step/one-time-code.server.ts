import { generateSecret, generateURI, verifySync } from "otplib";
import { now, SECOND } from "~/lib/time";
import { hashToken, newCode } from "~/lib/tokens.server";
import { siteName } from "~/services/site/site.server";

/** Accepted clock drift, seconds: one time step either way. */
const DRIFT = 30;

/** A secret shared with an authenticator app: 160 random bits, base32. */
export function createSecret(): string {
  return generateSecret({ length: 20 });
}

/** Content of the QR code (`otpauth://…`). */
export function authenticatorUri(secret: string, email: string): string {
  return generateURI({ issuer: siteName(), label: email, secret });
}

/**
 * The time step of an authenticator code (RFC 6238: SHA-1, 30 s, 6 digits), at the current time.
 * @param typed spaces allowed
 * @param lastTimeStep of the last accepted code; that code and older ones are invalid
 * @returns undefined for a wrong code
 */
export function findTimeStep(typed: string, secret: string, lastTimeStep: number): number | undefined {
  const token = typed.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const result = verifySync({ secret, token, epoch: Math.floor(now() / SECOND), epochTolerance: DRIFT });
  if (!result.valid || !("timeStep" in result)) return undefined;
  return result.timeStep > lastTimeStep ? result.timeStep : undefined;
}

const RECOVERY_CODES = 10;
/** 5 bits each: enough for storing a plain hash. */
const RECOVERY_CHARACTERS = 24;

/** Ten codes, in groups of four: "ABCD-EFGH-…". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => formatCode(newCode(RECOVERY_CHARACTERS), "-"));
}

/** Whether the text has a recovery code's length, correct or not. */
export function isRecoveryCode(typed: string): boolean {
  return typed.replace(/[^A-Z0-9]/gi, "").length === RECOVERY_CHARACTERS;
}

/** Groups a long code for reading and typing. */
export function formatCode(code: string, between = " "): string {
  return (code.match(/.{1,4}/g) ?? []).join(between);
}

/** The stored form of a recovery code. Case and separators do not matter. */
export function recoveryCodeHash(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  // The alphabet has none of these digits: they are misread letters.
  return hashToken(letters.replaceAll("0", "O").replaceAll("1", "I").replaceAll("8", "B"));
}
