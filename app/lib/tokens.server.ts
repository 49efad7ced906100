import { createHash, randomBytes } from "node:crypto";

let source = randomBytes;

/** 256 random bits as 43 URL-safe characters. */
export function newToken(): string {
  return source(32).toString("base64url");
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Unambiguous letters and digits, 5 bits each (base32 of RFC 4648). */
export function newCode(characters: number): string {
  return [...source(characters)].map((byte) => BASE32[byte & 31]).join("");
}

/** SHA-256, hex: only this is stored. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** For finding a fault in the log. */
export function newErrorId(): string {
  return source(6).toString("hex");
}

/** In [0, 1); not for secrets. */
export function randomFraction(): number {
  return source(4).readUInt32BE() / 2 ** 32;
}

/** For a test; without an argument the real randomness. */
export function setRandomness(next: (size: number) => Buffer = randomBytes): void {
  source = next as typeof randomBytes;
}
