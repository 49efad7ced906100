import { clientKey, countTry, giveBackTry, isExhausted, limiterKey } from "./limits.server";

/**
 * Counts a try at the code of a login, per account and client, and over all devices that are not known to the account.
 * @param knownDevice of one that has logged in to the account before: others' tries never hold it up
 * @returns gives the try back; to be called where the code was right
 * @throws DomainError rate_limited
 */
export async function countCodeTry(
  clientAddress: string,
  userId: number,
  knownDevice = false,
): Promise<() => Promise<void>> {
  const here = limiterKey("code", userId, clientKey(clientAddress));
  const anywhere = limiterKey("code", userId);
  await countTry("wrongLoginToAccount", here);
  if (knownDevice) return () => giveBackTry("wrongLoginToAccount", here);
  // Nobody can lock a person out for good: one more try a minute is left.
  if (await isExhausted("wrongLoginFromUnknown", anywhere)) await countTry("unknownDevice", anywhere);
  else await countTry("wrongLoginFromUnknown", anywhere);
  return async () => {
    await giveBackTry("wrongLoginToAccount", here);
    await giveBackTry("wrongLoginFromUnknown", anywhere);
  };
}
