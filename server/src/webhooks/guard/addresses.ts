import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Why an address is not public. `may_be_allowed`: the operator's allow-list can open it. */
type SpecialRange = { words: string; may_be_allowed: boolean };

/**
 * Says why a webhook must not go to an IP address; null for a public unicast address. Each block of
 * the IANA Special-Purpose Address Registries is refused. The registries call a few of them
 * globally reachable, such as AS112 anycast, but no receiver lives there.
 */
export function specialRange(address: string): SpecialRange | null {
  if (isIP(address) === 0) return never('not an IP address');
  if (address.includes('%')) return never('an address with a zone');

  const parsed = ipaddr.parse(address);
  if (ipaddr.subnetMatch(parsed, { metadata: METADATA_NETWORKS }, '') === 'metadata') return METADATA;

  const range = parsed.range();
  if (range !== 'unicast') return SPECIAL_RANGES[range] ?? RESERVED;
  // ipaddr.js calls everything else unicast: also ::/96, and what IANA has not assigned yet.
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return never('a reserved address');
  return null;
}

/** True for 127.0.0.0/8 and ::1, in any spelling that `net.isIP` accepts. */
export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
}

/**
 * Addresses that the allow-list cannot open: a wide entry such as fd00::/8 would include the
 * metadata service of a cloud, which has its credentials.
 */
function never(words: string): SpecialRange {
  return { words, may_be_allowed: false };
}

function unlessAllowed(words: string): SpecialRange {
  return { words, may_be_allowed: true };
}

const METADATA = never("a cloud provider's metadata address");
const RESERVED = unlessAllowed('a reserved address');
const IPV4_IN_IPV6 = never('an IPv4 address written as IPv6');

/** The metadata services outside 169.254.0.0/16. The first is public by every registry. */
const METADATA_NETWORKS = [
  '168.63.129.16/32', // Azure
  '100.100.100.200/32', // Alibaba
  '192.0.0.192/32', // Oracle Cloud Classic
  'fd00:ec2::/32', // AWS
  'fd20:ce::254/128', // Google
  'fd00:42::42/128', // Scaleway
].map((cidr) => ipaddr.parseCIDR(cidr));

/** RFC 4291 §2.4, and the only block IANA assigns public unicast addresses from. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Keyed by the range names of ipaddr.js; a name that is missing here is reserved. */
const SPECIAL_RANGES: Record<string, SpecialRange> = {
  loopback: unlessAllowed('a loopback address'),
  private: unlessAllowed('a private address'),
  uniqueLocal: unlessAllowed('a private address'),
  carrierGradeNat: unlessAllowed('a carrier-grade NAT address'),
  linkLocal: never('a link-local address'),
  multicast: never('a multicast address'),
  broadcast: never('the broadcast address'),
  unspecified: never('an unspecified address'),
  ipv4Mapped: IPV4_IN_IPV6,
  rfc6145: IPV4_IN_IPV6,
  rfc6052: IPV4_IN_IPV6,
  '6to4': IPV4_IN_IPV6,
  teredo: IPV4_IN_IPV6,
};
