import { isIP } from 'node:net';
import type { MailServer } from '@rapport/contract/mailboxes';
import { isAddressAllowed, isHostAllowed } from '../../webhooks/guard/allowed-targets.ts';
import { lookupFor, resolve } from '../../webhooks/guard/resolve.ts';
import { checkAddresses, checkHost, type TargetPolicy } from '../../webhooks/guard/target.ts';
import type { MailProblem } from './mail-problem.ts';

/** The ports of mail servers: IMAP and submission, with TLS from the first byte and without. */
const PORTS = [993, 143, 465, 587];

const DNS_TIMEOUT_MS = 5_000;

/**
 * Finds the address of a mail server that a User typed, which is the one to connect to: the name
 * may lead elsewhere a moment later. Refuses what lies in networks of the operator.
 */
export async function findMailServer(
  { host: typed, port, security }: MailServer,
  policy: TargetPolicy,
): Promise<{ address: string; host: string } | MailProblem> {
  const host = typed.toLowerCase();
  // The guard lets nothing but https go to strangers; mail has its own way to be encrypted.
  const target = { protocol: 'https:', host, port };
  const refused = { code: 'not_allowed' as const, detail: publicOnly(host, port) };
  if (checkHost(target, policy)) return refused;
  const addresses = isIP(host) === 0 ? await find(host, port, policy) : [host];
  if ('code' in addresses) return addresses;
  const reachable = checkAddresses(addresses, target, policy);
  if ('code' in reachable) return refused;
  const address = reachable[0]!;
  if (isListed(host, address, port, policy)) return { address, host };
  if (!PORTS.includes(port))
    return { code: 'not_allowed', detail: `Mail servers listen on the ports ${PORTS.join(', ')}.` };
  if (security === 'none') return { code: 'not_encrypted', detail: `Use tls or starttls for ${host}.` };
  return { address, host };
}

/** True for a server that the operator named, or one on this machine while Rapport is tried out. */
function isListed(host: string, address: string, port: number, policy: TargetPolicy): boolean {
  const { allowed, loopback_allowed } = policy;
  const isHere = loopback_allowed && (address === '::1' || address.startsWith('127.'));
  return isHere || isHostAllowed(host, port, allowed) || isAddressAllowed(address, port, allowed);
}

async function find(host: string, port: number, policy: TargetPolicy): Promise<string[] | MailProblem> {
  const target = { protocol: 'https:', host, port };
  const found = await resolve(host, lookupFor(target, policy), DNS_TIMEOUT_MS);
  if (!('code' in found)) return found;
  return { code: 'unreachable', detail: `The name ${host} could not be resolved. Check its spelling.` };
}

function publicOnly(host: string, port: number): string {
  const entry = isIP(host) === 6 ? `[${host}]` : host;
  return (
    `${host} is no public address, and Rapport connects to public mail servers only. ` +
    `If it is yours, the operator can allow it: RAPPORT_MAIL_ALLOWED_TARGETS=${entry}:${port}`
  );
}
