import { isIP } from 'node:net';
import { isLoopback, specialRange } from './addresses.ts';
import { type AllowedTargets, isAddressAllowed, isHostAllowed, opensNetworkAt } from './allowed-targets.ts';
import { isDnsName, isLocalhostName, isLocalName } from './names.ts';

/** The targets that webhooks may have. They stay the same for the life of the process. */
export type TargetPolicy = { allowed: AllowedTargets; loopback_allowed: boolean };

/** `protocol` has its colon; `host` is a lower-case name, or an address without brackets. */
export type Target = { protocol: string; host: string; port: number };

export type TargetRefusalCode =
  | 'url_invalid'
  | 'url_too_long'
  | 'url_scheme'
  | 'url_credentials'
  | 'url_fragment'
  | 'url_port'
  | 'host_not_public'
  | 'address_not_public';

/** A target that webhooks are not sent to. `detail` says why and what to do. */
type TargetRefusal = { code: TargetRefusalCode; detail: string };

/** Returns the policy: the operator's targets, and loopback while we are on loopback. */
export function targetPolicy(allowed: AllowedTargets, baseUrl: URL): TargetPolicy {
  const { host } = targetOf(baseUrl);
  return { allowed, loopback_allowed: isLocalhostName(host) || isLoopback(host) };
}

/**
 * Checks the URL of a subscription at create and update, without looking anything up. The connector
 * checks the host again, as the policy may have changed, and then the resolved addresses.
 */
export function checkUrl(url: string, policy: TargetPolicy): URL | TargetRefusal {
  const parsed = parseUrl(url);
  if ('code' in parsed) return parsed;
  return checkParts(parsed) ?? checkHost(targetOf(parsed), policy) ?? parsed;
}

/** Returns the target of a URL: its host without brackets, and its port or its scheme's. */
export function targetOf({ protocol, hostname, port }: Pick<URL, 'protocol' | 'hostname' | 'port'>): Target {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { protocol, host, port: port === '' ? defaultPort(protocol) : Number(port) };
}

/** Checks a target before its name is resolved. */
export function checkHost(target: Target, policy: TargetPolicy): TargetRefusal | null {
  const { protocol, host, port } = target;
  if (isIP(host) !== 0) return checkAddress(host, target, policy);
  if (isHostAllowed(host, port, policy.allowed)) return null;
  if (isLocalhostName(host) && policy.loopback_allowed) return null;
  if (isLocalName(host)) {
    // The operator opened a part of the local network: the addresses will show where this leads.
    if (opensNetworkAt(port, policy.allowed)) return null;
    const detail = `${host} is a name of the local network. ${publicOnly(target)}`;
    return { code: 'host_not_public', detail };
  }
  return protocol === 'https:' ? null : plainHttp(target);
}

/** Checks one address. The refusal tells the kind of the address: show it only to its author. */
export function checkAddress(address: string, target: Target, policy: TargetPolicy): TargetRefusal | null {
  const { protocol, host, port } = target;
  const range = specialRange(address);
  const refuse = (why: string) =>
    ({ code: 'address_not_public', detail: `${address} is ${range?.words}. ${why}` }) as const;
  if (range && !range.may_be_allowed)
    return refuse('No webhook is ever sent there: give the receiver another address.');
  if (isHostAllowed(host, port, policy.allowed)) return null;
  if (isAddressAllowed(address, port, policy.allowed)) return null;
  if (policy.loopback_allowed && isLoopback(address)) return null;
  if (range) return refuse(publicOnly(target));
  return protocol === 'https:' ? null : plainHttp(target);
}

/**
 * Keeps the addresses of a name that webhooks may go to. A refusal does not say what was found, or
 * a User could read the operator's private DNS, name by name.
 */
export function checkAddresses(
  found: string[],
  target: Target,
  policy: TargetPolicy,
): string[] | TargetRefusal {
  const allowed = found.filter((address) => checkAddress(address, target, policy) === null);
  if (allowed.length > 0) return allowed;
  const detail = `${target.host} does not lead to a public address; the log of the service says where to. ${publicOnly(target)}`;
  return { code: 'address_not_public', detail };
}

/** Longer than any receiver's address that we have met, and what every proxy carries. */
const URL_CHARACTERS_MAX = 2048;

/** Reads a URL with http or https and without a fragment, wherever it leads. */
export function parseUrl(url: string): URL | TargetRefusal {
  if (url.length > URL_CHARACTERS_MAX) {
    const detail = `The URL has ${url.length} characters. Use one of at most ${URL_CHARACTERS_MAX}.`;
    return { code: 'url_too_long', detail };
  }
  const parsed = URL.parse(url);
  if (parsed && parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    const detail = `Webhooks are sent over https, not ${parsed.protocol} Use an https URL.`;
    return { code: 'url_scheme', detail };
  }
  // The URL parser forgives white space, backslashes, missing and surplus slashes. Other programs
  // read such URLs differently.
  if (!parsed || /[\s\p{Cc}\\]/u.test(url) || !/^https?:\/\/[^/]/i.test(url))
    return { code: 'url_invalid', detail: NO_URL };
  return url.includes('#') ? { code: 'url_fragment', detail: FRAGMENT } : parsed;
}

const NO_URL = 'This is not a URL. Write it like https://hooks.example.com/path.';
const FRAGMENT = 'The URL has a fragment, which is never sent. Remove it from the # on.';
const CREDENTIALS =
  'The URL has a user name or password before its host. Remove it. To know that a delivery is genuine, verify its X-Signature.';

function checkParts(url: URL): TargetRefusal | null {
  const { host, port } = targetOf(url);
  if (url.username !== '' || url.password !== '') return { code: 'url_credentials', detail: CREDENTIALS };
  if (port === 0) return { code: 'url_port', detail: 'The port of the URL is 0. Use one from 1 to 65535.' };
  if (host.endsWith('.'))
    return { code: 'url_invalid', detail: 'The host of the URL ends in a dot. Remove the dot.' };
  if (isIP(host) !== 0 || isDnsName(host)) return null;
  return { code: 'url_invalid', detail: `${host} is not a name that DNS can carry. Check its spelling.` };
}

function defaultPort(protocol: string): number {
  return protocol === 'https:' ? 443 : 80;
}

function plainHttp(target: Target): TargetRefusal {
  const detail = `Use an https URL. Webhooks are sent over https, and http shows them to every network between. ${howToAllow(target)}`;
  return { code: 'url_scheme', detail };
}

function publicOnly(target: Target): string {
  return `Rapport sends webhooks to public addresses only. ${howToAllow(target)}`;
}

function howToAllow({ protocol, host, port }: Target): string {
  const suffix = port === defaultPort(protocol) ? '' : `:${port}`;
  const entry = isIP(host) === 6 && suffix !== '' ? `[${host}]${suffix}` : `${host}${suffix}`;
  return `If this receiver is yours, the operator can allow it: RAPPORT_WEBHOOK_ALLOWED_TARGETS=${entry}`;
}
