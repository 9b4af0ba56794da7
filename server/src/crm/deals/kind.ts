import { DEAL, type Deal } from '@rapport/contract/records/deals';
import sql from 'sql-template-tag';
import type { RecordKind } from '../../records/kind.ts';
import { findStages } from './queries.ts';
import { type AccountStages, completeDeal, dealEvent, dealFaults, dealNotices } from './rules.ts';

/** Sales under way. The histories of their Client and Contacts show their events. */
export const deals: RecordKind<Deal, AccountStages> = {
  definition: DEAL,
  table: 'deals',
  hint: sql`
    SELECT clients.name FROM deals JOIN clients ON clients.uuid = deals.client_uuid AND clients.deleted_at IS NULL
    WHERE deals.uuid = found.uuid`,
  look: findStages,
  complete: completeDeal,
  faults: dealFaults,
  eventOf: dealEvent,
  notices: dealNotices,
  subjects: ({ client_uuid, contacts }) => [
    ...(client_uuid === null ? [] : [client_uuid]),
    ...contacts.map(({ contact_uuid }) => contact_uuid),
  ],
};
