import { CONTACT, type Contact } from '@rapport/contract/records/contacts';
import { findCountry } from '../../accounts/look-ups.ts';
import type { RecordKind } from '../../records/kind.ts';
import { followName } from '../names.ts';
import { ownerNotices } from '../owner-notices.ts';
import { withNumbers } from '../phones.ts';

/** People, linked to any number of Clients. The histories of these Clients show their events. */
export const contacts: RecordKind<Contact, string | null> = {
  definition: CONTACT,
  table: 'contacts',
  look: findCountry,
  complete: (revision, given, _, country) => withNumbers(followName(revision, given), given, country),
  notices: ownerNotices,
  subjects: ({ clients }) => clients.map(({ client_uuid }) => client_uuid),
};
