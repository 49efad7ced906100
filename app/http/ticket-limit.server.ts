import type { Viewer } from "~/features/accounts/policy";
import { clientKey, countTry } from "./rate-limit.server";

/**
 * Counts a request to the support desk, for the client and, where there is one, for the account.
 * @throws DomainError rate_limited
 */
export function countTicket(clientAddress: string, viewer: Viewer | null): Promise<void> {
  return countTry("ticket", clientKey(clientAddress), ...(viewer ? [`user:${viewer.id}`] : []));
}
