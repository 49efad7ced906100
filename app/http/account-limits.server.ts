import { DomainError } from "~/lib/errors";
import { clientKey, countTry } from "./rate-limit.server";

const accountKey = (email: string) => `account:${email}`;

/**
 * Counts a log-in, for the client and for the account it is after, whether there is one or not.
 * @throws DomainError rate_limited
 */
export function countLogin(clientAddress: string, email: string): Promise<void> {
  return countTry("login", clientKey(clientAddress), accountKey(email));
}

/**
 * Counts a try at somebody's current password: whoever has found an open browser must not be able to guess it.
 * @throws DomainError rate_limited
 */
export function countPasswordTry(clientAddress: string, userId: number): Promise<void> {
  return countTry("login", clientKey(clientAddress), `password:${userId}`);
}

/** @throws DomainError rate_limited */
export function countSignUp(clientAddress: string): Promise<void> {
  return countTry("signup", clientKey(clientAddress));
}

/**
 * Counts a request for a mail with a link.
 * @returns false where the address has had its share: whoever asks gets the usual answer, and no mail is sent
 * @throws DomainError rate_limited where the client has had its share
 */
export async function mayAskForMail(clientAddress: string, email: string): Promise<boolean> {
  await countTry("reset", clientKey(clientAddress));
  try {
    await countTry("reset", accountKey(email));
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === "rate_limited") return false;
    throw error;
  }
}
