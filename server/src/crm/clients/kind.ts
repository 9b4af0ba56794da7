import { CLIENT, type Client } from '@rapport/contract/records/clients';
import type { RecordKind } from '../../records/kind.ts';
import { clientFaults, completeClient } from './rules.ts';

export const clients: RecordKind<Client> = {
  definition: CLIENT,
  table: 'clients',
  complete: completeClient,
  faults: clientFaults,
};
