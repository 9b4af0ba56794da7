import ipaddr from 'ipaddr.js';

/** This machine, and the networks that proxies share with what is behind them. */
const NEAR_RANGES = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

/**
 * Whether to believe what the peer at `address` wrote into X-Forwarded-For; `hop` 0 is the peer of
 * the connection itself. Only that one is asked, so only the last address of the header counts:
 * those before it may have been made up by the client. And it must be near: whoever reaches us
 * straight from the internet is no proxy of ours, and would choose the address that limits and logs
 * see.
 */
export function isOurProxy(address: string, hop: number): boolean {
  return hop === 0 && ipaddr.isValid(address) && NEAR_RANGES.includes(ipaddr.process(address).range());
}
