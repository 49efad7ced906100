import { BlockList, isIP } from "node:net";
import { gt, isNull, or, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { networkBlocks } from "~/db/schema";
import { now } from "~/lib/time";

export interface Network {
  /** "203.0.113.7", "203.0.113.0/24" or "2001:db8::/32". */
  text: string;
  address: string;
  family: "ipv4" | "ipv6";
  /** Length of the prefix. */
  bits: number;
}

/** Undefined for another text. */
export function parseNetwork(typed: string): Network | undefined {
  const text = typed.trim().toLowerCase();
  const [, address = "", prefix] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const length = version === 4 ? 32 : 128;
  const bits = prefix === undefined ? length : Number(prefix);
  if (version === 0 || bits > length) return undefined;
  return { text, address, bits, family: version === 4 ? "ipv4" : "ipv6" };
}

/** Also IPv4 addresses in the form of IPv6. */
export function isWithin(clientAddress: string, networks: readonly Network[]): boolean {
  const list = new BlockList();
  for (const { address, bits, family } of networks) list.addSubnet(address, bits, family);
  return list.check(clientAddress, isIP(clientAddress) === 6 ? "ipv6" : "ipv4");
}

const inForce = prepared((db) =>
  db
    .select({ network: networkBlocks.network })
    .from(networkBlocks)
    .where(or(isNull(networkBlocks.endsAt), gt(networkBlocks.endsAt, sql.placeholder("now"))))
    .prepare(),
);

export function isBlockedNetwork(clientAddress: string): boolean {
  const networks = inForce()
    .all({ now: now() })
    .flatMap(({ network }) => parseNetwork(network) ?? []);
  return networks.length > 0 && isWithin(clientAddress, networks);
}
