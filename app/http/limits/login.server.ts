import { comparedEmail } from "~/lib/addresses.server";
import { DomainError } from "~/lib/errors";
import {
  clientCounters,
  consumeAttempt,
  isExhausted,
  type LimitCount,
  limiterKey,
  refundAttempt,
} from "./limits.server";

interface SecretAttempt {
  clientAddress: string;
  secret: "password" | "code" | "recovery code";
  /** For passwords the address, known or not; else the account's id. */
  account: string | number;
  /** If it has logged in to this account before. */
  knownDevice: string | undefined;
}

/**
 * Tries a password or code. It is counted first and refunded if correct, so that parallel attempts count like a
 * sequence. A device known to the account has its own counter.
 * @param wasWrong whether the error of `check` means a wrong secret
 * @throws DomainError rate_limited; the errors of `check`
 */
export async function limitAttempts<T>(
  attempt: SecretAttempt,
  check: () => Promise<T>,
  wasWrong: (error: unknown) => boolean,
): Promise<T> {
  const counts = await countAll(await countersOf(attempt));
  try {
    const result = await check();
    await refundAttempts(counts);
    return result;
  } catch (error) {
    if (!wasWrong(error)) await refundAttempts(counts);
    throw error;
  }
}

async function countersOf(attempt: SecretAttempt): Promise<LimitCount[]> {
  const { clientAddress, secret, account, knownDevice } = attempt;
  if (knownDevice !== undefined)
    return [{ name: "wrongLoginToAccount", key: limiterKey("device", knownDevice, secret, account) }];
  return [
    ...(await countersOfUnknownClients(attempt)),
    ...clientCounters("wrongLogin", clientAddress),
    ...clientCounters("wrongLoginToAccount", clientAddress, secret, account),
  ];
}

/**
 * Of all unknown clients together. After many wrong passwords, attempts become slow instead of blocked, so that the
 * owner is not locked out. A recovery code cannot be guessed.
 */
async function countersOfUnknownClients({ clientAddress, secret, account }: SecretAttempt): Promise<LimitCount[]> {
  const key = limiterKey(secret, account);
  if (secret === "recovery code") return [];
  if (secret === "code") return [{ name: "wrongCode", key }];
  const commonCounter = { name: "wrongLoginFromUnknown", key } as const;
  return (await isExhausted(commonCounter))
    ? clientCounters("unknownDevice", clientAddress, secret, account)
    : [commonCounter];
}

/** A refused attempt leaves nothing counted. */
async function countAll(all: LimitCount[]): Promise<LimitCount[]> {
  const counts: LimitCount[] = [];
  for (const limitCount of all) {
    counts.push(limitCount);
    try {
      await consumeAttempt(limitCount);
    } catch (error) {
      await refundAttempts(counts);
      throw error;
    }
  }
  return counts;
}

async function refundAttempts(counts: LimitCount[]): Promise<void> {
  await Promise.all(counts.map(refundAttempt));
}

const TO_ANYBODY = ["sign-up", "verify", "report", "change-email"] as const;
/** The rest go to members only. */
type LimitedMail = (typeof TO_ANYBODY)[number] | "reset" | "new-device" | "wrong-codes";

/** @returns false if the limit is reached: no mail is sent, and the response stays the same */
export async function consumeMailLimit(kind: LimitedMail, email: string): Promise<boolean> {
  const address = comparedEmail(email);
  try {
    await countAll([
      ...(TO_ANYBODY.some((mailKind) => mailKind === kind) ? ofMailbox(address) : []),
      { name: kind === "wrong-codes" ? "wrongCodeMail" : "mailToAddress", key: limiterKey(kind, address) },
    ]);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === "rate_limited") return false;
    throw error;
  }
}

/** With tags (`name+tag@`) one mailbox has any number of addresses. */
function ofMailbox(email: string): LimitCount[] {
  const [mailbox, tag] = email.split(/(?=\+.*@)/);
  if (tag === undefined) return [];
  return [{ name: "mailToTags", key: limiterKey(mailbox!, tag.slice(tag.lastIndexOf("@"))) }];
}
