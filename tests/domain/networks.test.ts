import { expect, test } from "vitest";
import { isWithin, parseNetwork } from "~/services/networks/networks.server";

const within = (address: string, network: string) => isWithin(address, parseNetwork(network)!);

test.each([
  ["203.0.113.9", "203.0.113.0/24", true],
  ["203.0.114.9", "203.0.113.0/24", false],
  ["203.0.113.9", "203.0.113.9", true],
  ["::ffff:203.0.113.9", "203.0.113.0/24", true],
  ["2001:db8:1::5", "2001:DB8::/32", true],
  ["2001:db9::5", "2001:db8::/32", false],
  // Both contain every IPv4 address in the form of IPv6.
  ["203.0.113.9", "::/16", false],
  ["203.0.113.9", "::ffff:0:0/96", false],
  ["unknown", "203.0.113.0/24", false],
])("%s in %s: %s", (address, network, expected) => {
  expect(within(address, network)).toBe(expected);
});

test.each(["", "example.com", "203.0.113", "203.0.113.0/33", "::/129", "::ffff:1.2.3.4", "fe80::1%eth0", "1.2.3.4/x"])(
  "%s is no network",
  (text) => expect(parseNetwork(text)).toBeUndefined(),
);
