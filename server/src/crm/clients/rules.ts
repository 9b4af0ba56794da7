import type { Client } from '@rapport/contract/records/clients';
import { domainIn } from '../../platform/host-name.ts';
import type { Revision } from '../../records/kind.ts';
import { followName } from '../names.ts';

/**
 * Completes a Client with the fields that follow from others: the name from first and last name,
 * and the domain from the website. A name or domain that a User gave is kept.
 */
export function completeClient({ before, record }: Revision<Client>, given: Partial<Client>): Client {
  const client = followName({ before, record }, given);
  // A domain that an earlier release took, such as www.3m.com, is not changed with other fields.
  const isAsked = given.domain === undefined && (before === null || given.website !== undefined);
  const had = before?.domain ?? null;
  const hadOwnDomain = (domainIn(had ?? '') ?? had) !== domainIn(before?.website ?? '');
  const domain = isAsked && !hadOwnDomain ? domainIn(client.website ?? '') : client.domain;
  return { ...client, domain: domain?.toLowerCase() ?? null };
}
