import type { Client } from '@rapport/contract/records/clients';
import type { Step } from '../../records/kind.ts';
import { followName } from '../names.ts';

/**
 * Completes a Client with the fields that follow from others: the name from first and last name,
 * and the domain from the website. A name or domain that a User gave is kept.
 */
export function completeClient({ before, record }: Step<Client>, given: Partial<Client>): Client {
  const client = followName({ before, record }, given);
  const hadOwnDomain = (before?.domain ?? null) !== domainOf(before?.website ?? null);
  const domain = given.domain === undefined && !hadOwnDomain ? domainOf(client.website) : client.domain;
  return { ...client, domain: domain?.toLowerCase() ?? null };
}

/**
 * Returns the domain of a website: `https://www.3m.com/about` → `3m.com`. Null without a website,
 * or when it is not an http address with a host.
 */
function domainOf(website: string | null): string | null {
  const url = URL.parse(website ?? '');
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null;
  return url.hostname.replace(/^www\./, '') || null;
}
