import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { specialRange } from './addresses.ts';
import { isDnsName } from './names.ts';

/** The targets in RAPPORT_WEBHOOK_ALLOWED_TARGETS. `port: null` allows every port. */
export type AllowedTargets = { hosts: AllowedHost[]; networks: AllowedNetwork[] };
type AllowedHost = { host: string; port: number | null };
type AllowedNetwork = { cidr: Cidr; port: number | null };
type Cidr = [Address, prefixLength: number];
type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Reads RAPPORT_WEBHOOK_ALLOWED_TARGETS, or another such list, separated by commas. A bad entry
 * gets a message that says what to write instead.
 */
export function parseAllowedTargets(
  text: string,
  variable = VARIABLE,
): AllowedTargets | { errors: string[] } {
  const allowed: AllowedTargets = { hosts: [], networks: [] };
  const errors: string[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const parsed = parseEntry(entry);
    if (typeof parsed === 'string') errors.push(`${variable} has the entry "${entry}", ${parsed}`);
    else if ('host' in parsed) allowed.hosts.push(parsed);
    else allowed.networks.push(parsed);
  }
  return errors.length > 0 ? { errors } : allowed;
}

/** True when an entry names this host, with this port or with none. */
export function isHostAllowed(host: string, port: number, allowed: AllowedTargets): boolean {
  return allowed.hosts.some((entry) => entry.host === host && isPort(entry.port, port));
}

/** True when an entry covers this address, which must be one, with this port or with none. */
export function isAddressAllowed(address: string, port: number, allowed: AllowedTargets): boolean {
  const parsed = ipaddr.parse(address);
  return allowed.networks.some(
    (entry) => isPort(entry.port, port) && parsed.kind() === entry.cidr[0].kind() && parsed.match(entry.cidr),
  );
}

/** True when some address is opened at this port, so that a name may turn out to lead to it. */
export function opensNetworkAt(port: number, allowed: AllowedTargets): boolean {
  return allowed.networks.some((entry) => isPort(entry.port, port));
}

const VARIABLE = 'RAPPORT_WEBHOOK_ALLOWED_TARGETS';

function isPort(allowedPort: number | null, port: number): boolean {
  return allowedPort === null || allowedPort === port;
}

/** Gives the entry, or the words that say what is wrong with it. */
function parseEntry(entry: string): AllowedHost | AllowedNetwork | string {
  if (entry.includes('://')) return 'which is a URL. Write only its host, or its host and port as host:port.';
  if (entry.includes('*'))
    return 'which has a wildcard. Write each host in full, or the CIDR of their addresses.';
  if (entry.includes('/')) return parseNetwork(entry);

  const { host, port } = splitPort(entry);
  if (port === undefined) return 'whose port is not a number from 1 to 65535. Write it like n8n.lan:5678.';
  // The URL parser would cut these off or decode them, and read a name that nobody wrote.
  if (/[@?#%\\\s]/.test(host)) return `which is none of these: ${FORMS}`;
  if (isIP(host) !== 0) return networkOf(ipaddr.parse(host), null, port);

  const name = URL.parse(`https://${host}`)?.hostname ?? '';
  if (isIP(name) !== 0) return `which is an unusual spelling of an address. Write ${name}.`;
  return isDnsName(name) ? { host: name, port } : `which is none of these: ${FORMS}`;
}

const FORMS =
  'a host (n8n.lan), a host and port (n8n.lan:5678), an address (10.0.0.5), a CIDR (10.0.0.0/8, fd00::/8), ' +
  'an address and port (10.0.0.5:8080, [fd00::5]:8080).';

function parseNetwork(entry: string): AllowedNetwork | string {
  const [address = ''] = entry.split('/');
  if (isIP(address) === 0 || !ipaddr.isValidCIDR(entry)) {
    return 'which is not a CIDR. Write an address and a prefix length, for example 10.0.0.0/8 or fd00::/8.';
  }
  return networkOf(...ipaddr.parseCIDR(entry), null);
}

function networkOf(
  address: Address,
  prefixLength: number | null,
  port: number | null,
): AllowedNetwork | string {
  const cidr: Cidr = [address, prefixLength ?? address.toByteArray().length * 8];
  const first = firstAddress(cidr);
  if (first !== address.toString()) {
    return `whose address has bits beyond its prefix. Write ${first}/${cidr[1]}, or ${address} for the one address.`;
  }
  // A prefix of 0 means everything that can be allowed. It may begin with the unspecified address.
  const range = cidr[1] === 0 ? null : specialRange(first);
  if (range && !range.may_be_allowed) {
    return `which is ${range.words}. No webhook is ever sent there: remove the entry.`;
  }
  return { cidr, port };
}

function firstAddress([address, prefixLength]: Cidr): string {
  const family = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return family.networkAddressFromCIDR(`${address}/${prefixLength}`).toString();
}

/** `port` is null without one, and undefined when it is not a port. */
function splitPort(entry: string): { host: string; port: number | null | undefined } {
  if (isIP(entry) === 6) return { host: entry, port: null };
  const [, bracketed, name, digits] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(.*))?$/.exec(entry) ?? [];
  const host = bracketed ?? name ?? '';
  if (digits === undefined) return { host, port: null };
  const port = /^[0-9]{1,5}$/.test(digits) ? Number(digits) : 0;
  return { host, port: port >= 1 && port <= 65_535 ? port : undefined };
}
