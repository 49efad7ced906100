import { clientKey, countTry, isExhausted, limiterKey } from "./limits.server";

/**
 * Counts a log-in, for the client and for the account it is after, whether there is one or not.
 * @throws DomainError rate_limited
 */
export async function countLogin(clientAddress: string, email: string): Promise<void> {
  await countTry("wrongLogin", limiterKey("client", clientKey(clientAddress)));
  await countTry("wrongLogin", limiterKey("account", email));
}

/**
 * Counts a try at somebody's current password: whoever has found an open browser must not be able to guess it.
 * @throws DomainError rate_limited
 */
export async function countPasswordTry(clientAddress: string, userId: number): Promise<void> {
  await countTry("wrongLogin", limiterKey("client", clientKey(clientAddress)));
  await countTry("wrongLogin", limiterKey("password", userId));
}

/**
 * Counts a mail to an address.
 * @param kind of mail
 * @returns false where the address has had its share: whoever asks gets the usual answer, and no mail is sent
 */
export async function mayMail(kind: string, email: string): Promise<boolean> {
  const key = limiterKey(kind, email);
  if (await isExhausted("mailToAddress", key)) return false;
  await countTry("mailToAddress", key);
  return true;
}
