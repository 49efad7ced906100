import { DomainError } from "~/lib/errors";
import { countTry, limiterKey } from "./limits.server";

/** What is mailed to an address that somebody typed, or because of what somebody did. */
export type MailKind = "verify" | "reset" | "new-device";

/**
 * Counts a mail to an address.
 * @returns false where the address has had its share: whoever asks gets the usual answer, and no mail is sent
 */
export async function mayMail(kind: MailKind, email: string): Promise<boolean> {
  try {
    await countTry("mailToAddress", limiterKey(kind, email));
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === "rate_limited") return false;
    throw error;
  }
}
