import { CONTACT, type Contact } from '@rapport/contract/records/contacts';
import type { RecordKind } from '../../records/kind.ts';
import { followName } from '../names.ts';

/** People, at one Client, several or none. Their events stand in the histories of these Clients. */
export const contacts: RecordKind<Contact> = {
  definition: CONTACT,
  table: 'contacts',
  complete: followName,
  subjects: ({ clients }) => clients.map(({ client_uuid }) => client_uuid),
};
