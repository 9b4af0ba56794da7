import type { LookupAddress } from 'node:dns';
import { isIP, isIPv4, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { loadLater } from '../../platform/process/load-later.ts';
import { specialRange } from './addresses.ts';
import { type Lookup, lookupFor, type ResolveFailure, resolve } from './resolve.ts';
import { checkAddresses, checkHost, type Target, type TargetPolicy, targetOf } from './target.ts';

/** Loaded with the first connection. */
export const undici = loadLater<typeof import('undici')>('undici');

export type GuardOptions = {
  policy: TargetPolicy;
  dns_timeout_ms: number;
  connect_timeout_ms: number;
  /** Replaces every look-up of a name, for tests. */
  lookup?: Lookup;
};

/**
 * The reason why no connection was tried. `detail` is for everybody; `message` says what was found,
 * and is for the operator's log only, like the messages of undici and Node.
 */
export class TargetError extends Error {
  readonly code: 'target_not_allowed' | 'dns_timeout' | 'dns_failed';
  readonly detail: string;

  constructor(code: TargetError['code'], detail: string, message: string) {
    super(message);
    this.code = code;
    this.detail = detail;
  }
}

/**
 * How long the parts of a new connection took. `connect_ms` includes TLS. Both are null when an
 * open connection was reused.
 */
export type ConnectTimings = { dns_ms: number | null; connect_ms: number | null };

/** Opens a socket for a connection, and notes where its time went. */
export type Connect = (
  options: buildConnector.Options,
  callback: buildConnector.Callback,
  timings: ConnectTimings,
) => void;

/**
 * Opens the connections of webhooks: resolves the name once, checks its addresses, and connects to
 * one of those. Anything else ends with a `TargetError` before a socket exists.
 */
export function guardedConnect(options: GuardOptions): Connect {
  return (request, callback, timings) => {
    const target = targetOf(request);
    const startedAt = performance.now();
    findAddresses(target, options)
      .then((addresses) => {
        const resolvedAt = performance.now();
        timings.dns_ms = resolvedAt - startedAt;
        if (addresses instanceof TargetError) return callback(addresses, null);

        connectorTo(addresses, options)(request, (...result) => {
          timings.connect_ms = performance.now() - resolvedAt;
          callback(...result);
        });
      })
      // Our own faults end the one request, not the process.
      .catch((error) => callback(error, null));
  };
}

async function findAddresses(target: Target, options: GuardOptions): Promise<string[] | TargetError> {
  const { policy, lookup = lookupFor(target, policy), dns_timeout_ms } = options;
  const refusal = checkHost(target, policy);
  if (refusal) return new TargetError('target_not_allowed', refusal.detail, refusal.detail);
  if (isIP(target.host) !== 0) return [target.host];

  const found = await resolve(target.host, lookup, dns_timeout_ms);
  if ('code' in found) {
    return new TargetError(found.code, resolveDetail(target, found), `${target.host}: ${found.reason}`);
  }
  const addresses = checkAddresses(found, target, policy);
  if ('code' in addresses) {
    const message = `${target.host} resolved to ${found.map(describe).join(', ') || 'no address'}`;
    return new TargetError('target_not_allowed', addresses.detail, message);
  }
  return addresses;
}

function resolveDetail({ host }: Target, { code }: ResolveFailure): string {
  return code === 'dns_timeout'
    ? `The name servers of ${host} did not answer in time. Check that they are up.`
    : `The name ${host} could not be resolved. Check its spelling and its DNS records.`;
}

function describe(address: string): string {
  return `${address} (${specialRange(address)?.words ?? 'a public address'})`;
}

/** One connector for each connection, as undici's takes its `lookup` once. */
function connectorTo(addresses: string[], { connect_timeout_ms }: GuardOptions): buildConnector.connector {
  return undici().buildConnector({
    lookup: answerWith(fewOfEachFamily(addresses)),
    timeout: connect_timeout_ms,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.ceil(connect_timeout_ms / ADDRESSES_MAX),
    allowH2: false,
    maxCachedSessions: 0,
  });
}

/** Returns a look-up with all addresses, which Node asks for whenever autoSelectFamily is on. */
function answerWith(addresses: string[]): LookupFunction {
  const answer: LookupAddress[] = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, _options, callback) => callback(null, answer);
}

/** Enough to survive one dead address of each family; a name may have a thousand. */
const ADDRESSES_MAX = 4;

function fewOfEachFamily(addresses: string[]): string[] {
  const ipv4 = addresses.filter(isIPv4);
  const ipv6 = addresses.filter((address) => !isIPv4(address));
  return [...ipv4.slice(0, ADDRESSES_MAX / 2), ...ipv6.slice(0, ADDRESSES_MAX / 2)];
}
