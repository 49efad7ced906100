import { clientKey, countTry, giveBackTry, type INNER_LIMITS, isExhausted, limiterKey } from "./limits.server";

/** Whose secret is tried, and from where. */
export interface SecretTry {
  clientAddress: string;
  /** Which secret: of passwords the account's address, whether there is an account or not. */
  account: string;
  /** The device, where it has logged in to this account before. */
  knownDevice: string | undefined;
}

interface Counter {
  name: keyof typeof INNER_LIMITS;
  key: string;
}

/**
 * Makes a try at a password or a code. It is counted first and given back where it was not wrong, so that many tries at
 * once are no more than many in a row. A device that the account knows counts for itself, whatever others do.
 * @param check what is tried
 * @param wasWrong whether its error says that the secret was wrong
 * @throws DomainError rate_limited; whatever `check` throws
 */
export async function trySecret<T>(
  tried: SecretTry,
  check: () => Promise<T>,
  wasWrong: (error: unknown) => boolean,
): Promise<T> {
  const counted = await countAll(tried.knownDevice === undefined ? await ofUnknown(tried) : ofKnown(tried));
  try {
    const result = await check();
    await giveBack(counted);
    return result;
  } catch (error) {
    if (!wasWrong(error)) await giveBack(counted);
    throw error;
  }
}

function ofKnown({ account, knownDevice = "" }: SecretTry): Counter[] {
  return [{ name: "wrongLoginToAccount", key: limiterKey("device", knownDevice, account) }];
}

/** Where many have guessed at an account, each unknown client goes on slowly; nobody is locked out. */
async function ofUnknown({ clientAddress, account }: SecretTry): Promise<Counter[]> {
  const client = clientKey(clientAddress);
  const everywhere = limiterKey("account", account);
  const clientOfAccount = limiterKey("account", account, "client", client);
  const tight = await isExhausted("wrongLoginFromUnknown", everywhere);
  return [
    { name: "wrongLogin", key: limiterKey("client", client) },
    { name: "wrongLoginToAccount", key: clientOfAccount },
    tight ? { name: "unknownDevice", key: clientOfAccount } : { name: "wrongLoginFromUnknown", key: everywhere },
  ];
}

/** A try that is refused was none: it leaves nothing behind. */
async function countAll(counters: Counter[]): Promise<Counter[]> {
  const counted: Counter[] = [];
  for (const counter of counters) {
    counted.push(counter);
    try {
      await countTry(counter.name, counter.key);
    } catch (error) {
      await giveBack(counted);
      throw error;
    }
  }
  return counted;
}

async function giveBack(counted: Counter[]): Promise<void> {
  await Promise.all(counted.map(({ name, key }) => giveBackTry(name, key)));
}
