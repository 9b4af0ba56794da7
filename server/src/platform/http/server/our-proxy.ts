import ipaddr from 'ipaddr.js';

/** This machine, and private networks, where a proxy and its services are. */
const NEAR_RANGES = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

/**
 * Whether to trust X-Forwarded-For from the peer at `address`; `hop` 0 is the peer of the
 * connection itself. Only that peer is trusted, so only the last address of the header counts: a
 * client can make up the earlier ones. The peer must be near: a caller straight from the internet
 * is no proxy of ours, and would choose the address that limits and logs see.
 */
export function isOurProxy(address: string, hop: number): boolean {
  return hop === 0 && ipaddr.isValid(address) && NEAR_RANGES.includes(ipaddr.process(address).range());
}
