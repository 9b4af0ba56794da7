import { promises as dns } from 'node:dns';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { isHostAllowed } from './allowed-targets.ts';
import { isLocalhostName, isLocalName } from './names.ts';
import type { Target, TargetPolicy } from './target.ts';

/**
 * Gives the addresses of a name, IPv4 first, and rejects when there are none. `signal` says that
 * nobody waits any longer.
 */
export type Lookup = (host: string, signal: AbortSignal) => Promise<string[]>;

/** Why a name gave no addresses. `reason` is for the operator's log. */
export class ResolveFailure {
  readonly code: 'dns_timeout' | 'dns_failed';
  readonly reason: string;

  constructor(code: 'dns_timeout' | 'dns_failed', reason: string) {
    this.code = code;
    this.reason = reason;
  }
}

/**
 * Asks for the addresses of a name and waits at most `dns_timeout_ms`, however long the look-up
 * hangs. Throws EMFILE or ENFILE when file descriptors ran out.
 */
export async function resolve(
  host: string,
  lookup: Lookup,
  dns_timeout_ms: number,
): Promise<string[] | ResolveFailure> {
  const ended = new AbortController();
  const failure = new ResolveFailure('dns_timeout', `no answer in ${dns_timeout_ms} ms`);
  const timedOut = delay(dns_timeout_ms, failure, { signal: ended.signal });
  timedOut.catch(() => {}); // it rejects when the look-up was faster
  try {
    return await Promise.race([lookup(host, ended.signal), timedOut]);
  } catch (error) {
    openOneFile();
    return new ResolveFailure('dns_failed', (error as NodeJS.ErrnoException).code ?? String(error));
  } finally {
    ended.abort();
  }
}

/**
 * A look-up without a free file descriptor fails as if the name did not exist. The error of this
 * call tells the difference.
 */
function openOneFile(): void {
  closeSync(openSync(devNull, 'r'));
}

/**
 * Picks the look-up of a target.
 *
 * - Names that Users choose freely are asked of DNS servers alone.
 * - Names that the operator listed are looked up as the machine does, with hosts file and search
 *   list.
 * - Names that only a local network can answer get that look-up too, but only after the DNS servers
 *   had no answer. Users choose these names as well, where a network is opened.
 */
export function lookupFor({ host, port }: Target, policy: TargetPolicy): Lookup {
  // Not every system answers for the names below localhost, though they can mean nothing else.
  if (isLocalhostName(host)) return async () => ['127.0.0.1', '::1'];
  if (isHostAllowed(host, port, policy.allowed)) return machineLookup;
  return isLocalName(host) ? localLookup() : dnsLookup();
}

/**
 * Asks DNS servers first: a name that nobody answers for must not hold a thread. A few such names
 * would stop all look-ups of the machine.
 */
export function localLookup(servers?: string[]): Lookup {
  const askServers = dnsLookup(servers);
  return (host, signal) =>
    askServers(host, signal).catch((error: Error) => {
      if (signal.aborted) throw error;
      return machineLookup(host);
    });
}

async function machineLookup(host: string): Promise<string[]> {
  const found = await dns.lookup(host, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
}

/**
 * Looks names up at DNS servers, by default those of the machine, without a thread. `dns.lookup`
 * would hold one of the process's few threads while a name server keeps silent. Four subscriptions
 * to such names would stop all deliveries, and password hashing too. It reads neither hosts file
 * nor search list, so Users cannot find out which names these hold.
 */
export function dnsLookup(servers?: string[]): Lookup {
  return async (host, signal) => {
    // A new one each time reads the machine's present configuration, and can be cancelled alone.
    const resolver = new dns.Resolver();
    if (servers) resolver.setServers(servers);
    signal.addEventListener('abort', () => resolver.cancel());

    const ipv6 = resolver.resolve6(host).catch(() => []);
    const ipv4 = await resolver.resolve4(host).catch((error: Error) => error);
    if (ipv4 instanceof Error) {
      const addresses = await ipv6;
      if (addresses.length === 0) throw ipv4;
      return addresses;
    }
    const late = delay(IPV6_DELAY_MS, [], { signal }).catch(() => []);
    return [...ipv4, ...(await Promise.race([ipv6, late]))];
  };
}

/**
 * Some name servers never answer for IPv6. Happy Eyeballs (RFC 8305 §3) waits 50 ms for the slower
 * family.
 */
const IPV6_DELAY_MS = 50;
