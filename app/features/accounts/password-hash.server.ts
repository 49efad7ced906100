import { hash, verify } from "@node-rs/argon2";

/** argon2id (accounts README, Passwords). The library's const enum cannot be imported by this project's compiler. */
const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of random bytes, verified where there is no account, so that both cases take the same time. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$ycn/B0rvozPIkvMZwd9lyA$SZvVqkCQOaujsEnrjvbXcTaRPfLbqosM+lLLOrLKzSQ";

/** The same letters typed on another system count as the same password. */
const typed = (password: string) => password.normalize("NFC");

export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), COST);
}

/**
 * Whether `password` is the one behind `passwordHash`. Takes as long where there is none.
 * @param passwordHash undefined for an account that does not exist
 */
export async function checkPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? NOBODYS_HASH, typed(password)).catch(() => false);
  return passwordHash !== undefined && matches;
}
