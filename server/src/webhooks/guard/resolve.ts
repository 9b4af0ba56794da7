import { promises as dns } from 'node:dns';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { isHostAllowed } from './allowed-targets.ts';
import { isLocalhostName, isLocalName } from './names.ts';
import type { Target, TargetPolicy } from './target.ts';

/** Gives the addresses of a name, IPv4 first, or rejects. `signal`: nobody waits any longer. */
export type Lookup = (host: string, signal: AbortSignal) => Promise<string[]>;

/** The reason why a name gave no addresses. `reason` is for the operator's log. */
export type ResolveFailure = { code: 'dns_timeout' | 'dns_failed'; reason: string };

/**
 * Asks for the addresses of a name, however long the look-up hangs. Throws EMFILE or ENFILE when
 * file descriptors ran out.
 */
export async function resolve(
  host: string,
  lookup: Lookup,
  dns_timeout_ms: number,
): Promise<string[] | ResolveFailure> {
  const ended = new AbortController();
  const failure = { code: 'dns_timeout' as const, reason: `no answer in ${dns_timeout_ms} ms` };
  const timedOut = delay(dns_timeout_ms, failure, { signal: ended.signal });
  timedOut.catch(() => {}); // it rejects when the look-up was faster
  try {
    return await Promise.race([lookup(host, ended.signal), timedOut]);
  } catch (error) {
    openOneFile();
    return { code: 'dns_failed', reason: (error as NodeJS.ErrnoException).code ?? String(error) };
  } finally {
    ended.abort();
  }
}

/** Fails without a free file descriptor, where a look-up fails as if the name did not exist. */
function openOneFile(): void {
  closeSync(openSync(devNull, 'r'));
}

/**
 * Picks the look-up of a target. Names that Users choose freely are asked of DNS servers alone.
 * Names that the operator listed are looked up as the machine does, and so are local names, but
 * only after the DNS servers: Users choose these as well, where a network is opened.
 */
export function lookupFor({ host, port }: Target, policy: TargetPolicy): Lookup {
  // Not every system answers for the names below localhost, though they can mean nothing else.
  if (isLocalhostName(host)) return async () => ['127.0.0.1', '::1'];
  if (isHostAllowed(host, port, policy.allowed)) return machineLookup;
  return isLocalName(host) ? localLookup() : dnsLookup();
}

/** Asks DNS servers first: a few names that nobody answers for would hold all threads. */
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
 * Looks names up at DNS servers, by default those of the machine. `dns.lookup` would hold a thread
 * while a name server keeps silent: four such names would stop all deliveries. It reads neither
 * hosts file nor search list, so Users cannot find out which names these hold.
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

/** Some name servers never answer for IPv6. Happy Eyeballs (RFC 8305 §3) waits this long. */
const IPV6_DELAY_MS = 50;
