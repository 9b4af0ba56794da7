import { CLIENT, type Client } from '@rapport/contract/records/clients';
import sql from 'sql-template-tag';
import { findCountry } from '../../accounts/look-ups.ts';
import type { RecordKind } from '../../records/kind.ts';
import { ownerNotices } from '../owner-notices.ts';
import { renewNumbers, withNumbers } from '../phones.ts';
import { completeClient } from './rules.ts';

export const clients: RecordKind<Client, string | null> = {
  definition: CLIENT,
  table: 'clients',
  hint: sql`
    SELECT coalesce(nullif(addresses -> 0 ->> 'city', ''), domain, emails -> 0 ->> 'value')
    FROM clients WHERE clients.uuid = found.uuid`,
  look: findCountry,
  complete: (revision, given, _, country) =>
    withNumbers(completeClient(revision, given), revision.before, given, country),
  renew: renewNumbers,
  notices: ownerNotices,
};
