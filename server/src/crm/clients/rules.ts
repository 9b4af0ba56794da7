import type { Client } from '@rapport/contract/records/clients';
import type { Step } from '../../records/kind.ts';
import { followName } from '../names.ts';
import { domainOf } from './domain.ts';

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
