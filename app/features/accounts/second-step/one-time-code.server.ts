import { generateSecret, generateURI, verifySync } from "otplib";
import { now, SECOND } from "~/lib/time";
import { hashToken, newCode } from "~/lib/tokens.server";
import { siteName } from "~/services/site/site.server";

/** Seconds: one time step either way. */
const DRIFT = 30;

/** 160 random bits, base32. */
export function createSecret(): string {
  return generateSecret({ length: 20 });
}

/** `otpauth://…`, for the QR code. */
export function authenticatorUri(secret: string, email: string): string {
  return generateURI({ issuer: siteName(), label: email, secret });
}

/**
 * RFC 6238: SHA-1, 30 s, 6 digits, at the current time.
 * @param code spaces allowed
 * @param lastTimeStep of the last accepted code; that code and older ones are invalid
 * @returns undefined for a wrong code
 */
export function findTimeStep(code: string, secret: string, lastTimeStep: number): number | undefined {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const result = verifySync({ secret, token, epoch: Math.floor(now() / SECOND), epochTolerance: DRIFT });
  if (!result.valid || !("timeStep" in result)) return undefined;
  return result.timeStep > lastTimeStep ? result.timeStep : undefined;
}

const RECOVERY_CODES = 10;
/** 5 bits each: enough for storing a plain hash. */
const RECOVERY_CHARACTERS = 24;

/** Ten, as "ABCD-EFGH-…". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => formatCode(newCode(RECOVERY_CHARACTERS), "-"));
}

/** Checks only the length. */
export function isRecoveryCode(code: string): boolean {
  return code.replace(/[^A-Z0-9]/gi, "").length === RECOVERY_CHARACTERS;
}

export function formatCode(code: string, separator = " "): string {
  return (code.match(/.{1,4}/g) ?? []).join(separator);
}

/** Case and separators do not matter. */
export function recoveryCodeHash(code: string): string {
  const letters = code.toUpperCase().replace(/[^A-Z0-9]/g, "");
  // Misread letters: the alphabet has none of these digits.
  return hashToken(letters.replaceAll("0", "O").replaceAll("1", "I").replaceAll("8", "B"));
}
