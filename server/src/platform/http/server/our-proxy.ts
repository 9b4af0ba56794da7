import ipaddr from 'ipaddr.js';

/** This machine and private networks, where a proxy of ours may be. */
const NEAR_RANGES = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

/**
 * True when the `X-Forwarded-For` of the peer at `address` can be trusted; `hop` 0 is the peer of
 * the connection itself. Only that peer is trusted, so only the last address in the header counts:
 * a client can make up the earlier ones. The peer must be on a near network. A caller from the
 * internet is no proxy of ours, and must not choose the address that limits and logs see.
 */
export function isOurProxy(address: string, hop: number): boolean {
  return hop === 0 && ipaddr.isValid(address) && NEAR_RANGES.includes(ipaddr.process(address).range());
}
