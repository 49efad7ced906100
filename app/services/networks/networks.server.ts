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

/** Undefined for another text, and for IPv4 in the form of IPv6. */
export function parseNetwork(typed: string): Network | undefined {
  const text = typed.trim().toLowerCase();
  const [, address = "", prefix] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const length = version === 4 ? 32 : 128;
  const bits = prefix === undefined ? length : Number(prefix);
  if (version === 0 || bits > length || (version === 6 && address.includes("."))) return undefined;
  return { text, address, bits, family: version === 4 ? "ipv4" : "ipv6" };
}

type Family = Network["family"];

/** One for each family: a list matches IPv4 clients with IPv6 networks too. */
function toLists(networks: readonly Network[]): Record<Family, BlockList> {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, bits, family } of networks) lists[family].addSubnet(address, bits, family);
  return lists;
}

function isListed(clientAddress: string, lists: Record<Family, BlockList>): boolean {
  const address = clientAddress.replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  return lists[family].check(address, family);
}

export const isWithin = (clientAddress: string, network: Network) => isListed(clientAddress, toLists([network]));

const inForce = prepared((db) =>
  db
    .select({ network: networkBlocks.network })
    .from(networkBlocks)
    .where(or(isNull(networkBlocks.endsAt), gt(networkBlocks.endsAt, sql.placeholder("now"))))
    .prepare(),
);

let cached = { key: "", lists: toLists([]) };

export function isBlockedNetwork(clientAddress: string): boolean {
  const texts = inForce()
    .all({ now: now() })
    .map(({ network }) => network);
  const key = texts.join(" ");
  if (key !== cached.key) cached = { key, lists: toLists(texts.flatMap((text) => parseNetwork(text) ?? [])) };
  return key !== "" && isListed(clientAddress, cached.lists);
}
