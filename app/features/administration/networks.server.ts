import { asc, eq, gt, isNull, lte, or } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "~/db/client.server";
import { networkBlocks } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError, invalidField } from "~/lib/errors";
import { lineField, optionalNumber } from "~/lib/fields.server";
import { DAY, isoOrNull, now, toIso } from "~/lib/time";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { isWithin, type Network, parseNetwork } from "~/services/networks/networks.server";
import { NETWORK_LIMITS, NETWORK_MESSAGES } from "./limits";

const networkField = lineField({ label: "The network", max: 50, required: NETWORK_MESSAGES.required })
  .transform((text, context): Network => {
    const network = parseNetwork(text);
    if (network && network.bits >= NETWORK_LIMITS.bits[network.family]) return network;
    context.addIssue({ code: "custom", message: network ? NETWORK_MESSAGES.tooLarge : NETWORK_MESSAGES.noNetwork });
    return z.NEVER;
  })
  .meta({ type: "string" });

export const networkBlockInput = z.object({
  network: networkField,
  reason: lineField({ label: "The reason", max: NETWORK_LIMITS.reason, required: NETWORK_MESSAGES.noReason }),
  /** Empty for no end. */
  days: optionalNumber(1, NETWORK_LIMITS.days, NETWORK_MESSAGES.noEnd),
});

export const networkBlockShape = z
  .strictObject({
    _id: z.string(),
    network: z.string().meta({ description: "An address, or a network such as `203.0.113.0/24`" }),
    reason: z.string(),
    endsAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "NetworkBlock" });

export type NetworkBlock = z.infer<typeof networkBlockShape>;

const toView = ({ id, network, reason, endsAt, createdAt }: typeof networkBlocks.$inferSelect): NetworkBlock => ({
  ...{ _id: String(id), network, reason },
  endsAt: isoOrNull(endsAt),
  createdAt: toIso(createdAt),
});

const isInForce = () => or(isNull(networkBlocks.endsAt), gt(networkBlocks.endsAt, now()));

/** In force, oldest first. @throws DomainError forbidden for non-admins */
export function listNetworkBlocks(admin: Viewer): NetworkBlock[] {
  requireAdmin(admin);
  return db().select().from(networkBlocks).where(isInForce()).orderBy(asc(networkBlocks.id)).all().map(toView);
}

/**
 * @throws DomainError forbidden for non-admins; invalid at `network` if blocked, or with the admin's own address; conflict
 *   at the limit
 */
export function blockNetwork(
  admin: Viewer,
  { network, reason, days }: z.output<typeof networkBlockInput>,
): NetworkBlock {
  requireAdmin(admin);
  const own = admin.via?.clientAddress;
  if (own !== undefined && isWithin(own, network)) throw invalidField("network", NETWORK_MESSAGES.own);
  return transaction(() => {
    sweepNetworkBlocks();
    const existing = listNetworkBlocks(admin);
    if (existing.some((block) => block.network === network.text)) throw invalidField("network", NETWORK_MESSAGES.twice);
    if (existing.length >= NETWORK_LIMITS.blocks) throw new DomainError("conflict", NETWORK_MESSAGES.tooMany);
    const endsAt = days === undefined ? null : now() + days * DAY;
    const row = { network: network.text, reason, endsAt, createdAt: now() };
    const block = db().insert(networkBlocks).values(row).returning().get();
    recordAdminAction(admin, {
      ...{ action: "network.block", subjectType: "network", subjectId: block.id },
      ...{ after: { network: network.text, endsAt: isoOrNull(endsAt) }, reason },
    });
    return toView(block);
  });
}

/** @throws DomainError forbidden for non-admins; not_found */
export function unblockNetwork(admin: Viewer, id: number): NetworkBlock {
  requireAdmin(admin);
  return transaction(() => {
    const block = db().delete(networkBlocks).where(eq(networkBlocks.id, id)).returning().get();
    if (!block) throw new DomainError("not_found", NETWORK_MESSAGES.gone);
    recordAdminAction(admin, {
      ...{ action: "network.unblock", subjectType: "network", subjectId: id },
      before: { network: block.network },
    });
    return toView(block);
  });
}

export function sweepNetworkBlocks(): void {
  db().delete(networkBlocks).where(lte(networkBlocks.endsAt, now())).run();
}
