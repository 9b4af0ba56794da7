import { CONTACT, type Contact } from '@rapport/contract/records/contacts';
import type { RecordKind } from '../../records/kind.ts';
import { followName } from '../names.ts';

/** People, linked to any number of Clients. The histories of these Clients show their events. */
export const contacts: RecordKind<Contact> = {
  definition: CONTACT,
  table: 'contacts',
  complete: followName,
  subjects: ({ clients }) => clients.map(({ client_uuid }) => client_uuid),
};
