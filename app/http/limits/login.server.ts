import { comparedEmail } from "~/lib/addresses.server";
import { DomainError } from "~/lib/errors";
import { type Counted, consumeAttempt, isExhausted, limiterKey, ofClient, refundAttempt } from "./limits.server";

interface SecretAttempt {
  clientAddress: string;
  /** Each kind is counted for itself. */
  secret: "password" | "code" | "recovery code";
  /** Of passwords the account's address, whether there is an account or not; else its id. */
  account: string | number;
  /** The device, where it has logged in to this account before. */
  knownDevice: string | undefined;
}

/**
 * Makes a try at a password or a code. It is counted first and given back where it was not wrong, so that many tries at
 * once are no more than many in a row. A device that the account knows counts for itself, whatever others do.
 * @param check what is tried
 * @param wasWrong whether its error says that the secret was wrong
 * @throws DomainError rate_limited; whatever `check` throws
 */
export async function limitAttempts<T>(
  tried: SecretAttempt,
  check: () => Promise<T>,
  wasWrong: (error: unknown) => boolean,
): Promise<T> {
  const counted = await countAll(await countedOf(tried));
  try {
    const result = await check();
    await refundAttempts(counted);
    return result;
  } catch (error) {
    if (!wasWrong(error)) await refundAttempts(counted);
    throw error;
  }
}

async function countedOf(tried: SecretAttempt): Promise<Counted[]> {
  const { clientAddress, secret, account, knownDevice } = tried;
  if (knownDevice !== undefined)
    return [{ name: "wrongLoginToAccount", key: limiterKey("device", knownDevice, secret, account) }];
  return [
    ...(await ofEverybody(tried)),
    ...ofClient("wrongLogin", clientAddress),
    ...ofClient("wrongLoginToAccount", clientAddress, secret, account),
  ];
}

/**
 * Attempts of all unknown clients together. Once many have guessed at a password, attempts go on slowly, so that its
 * owner is not locked out. A code can be guessed at that pace too; its owner still has a recovery code, which no number
 * of attempts finds.
 */
async function ofEverybody({ clientAddress, secret, account }: SecretAttempt): Promise<Counted[]> {
  const key = limiterKey(secret, account);
  if (secret === "recovery code") return [];
  if (secret === "code") return [{ name: "wrongCode", key }];
  const together = { name: "wrongLoginFromUnknown", key } as const;
  return (await isExhausted(together)) ? ofClient("unknownDevice", clientAddress, secret, account) : [together];
}

/** A try that is refused was none: it leaves nothing behind. */
async function countAll(all: Counted[]): Promise<Counted[]> {
  const counted: Counted[] = [];
  for (const one of all) {
    counted.push(one);
    try {
      await consumeAttempt(one);
    } catch (error) {
      await refundAttempts(counted);
      throw error;
    }
  }
  return counted;
}

async function refundAttempts(counted: Counted[]): Promise<void> {
  await Promise.all(counted.map(refundAttempt));
}

/** What is mailed to whatever address somebody types … */
const TO_ANYBODY = ["sign-up", "verify", "report"] as const;
/** … and to members only: because they are asked for, or warn of what somebody did. */
type LimitedMail = (typeof TO_ANYBODY)[number] | "reset" | "new-device" | "wrong-codes";

/**
 * Counts a mail to an address.
 * @returns false where the address has had its share: the response stays the same, and no mail is sent
 */
export async function consumeMailLimit(kind: LimitedMail, email: string): Promise<boolean> {
  const address = comparedEmail(email);
  try {
    await countAll([
      ...(TO_ANYBODY.some((one) => one === kind) ? ofMailbox(address) : []),
      { name: kind === "wrong-codes" ? "wrongCodeMail" : "mailToAddress", key: limiterKey(kind, address) },
    ]);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === "rate_limited") return false;
    throw error;
  }
}

/** By tags (`name+tag@`) one mailbox has as many addresses as somebody can think of. */
function ofMailbox(email: string): Counted[] {
  const [mailbox, tag] = email.split(/(?=\+.*@)/);
  if (tag === undefined) return [];
  return [{ name: "mailToTags", key: limiterKey(mailbox!, tag.slice(tag.lastIndexOf("@"))) }];
}
