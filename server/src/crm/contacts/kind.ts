import { CONTACT, type Contact } from '@rapport/contract/records/contacts';
import sql from 'sql-template-tag';
import { findCountry } from '../../accounts/look-ups.ts';
import type { RecordKind } from '../../records/kind.ts';
import { followName } from '../names.ts';
import { ownerNotices } from '../owner-notices.ts';
import { renewNumbers, withNumbers } from '../phones.ts';

/** People, linked to any number of Clients. The histories of these Clients show their events. */
export const contacts: RecordKind<Contact, string | null> = {
  definition: CONTACT,
  table: 'contacts',
  hint: sql`
    SELECT nullif(concat_ws(' · ', job_title, coalesce((
      SELECT clients.name FROM links JOIN clients ON clients.uuid = links.to_uuid AND clients.deleted_at IS NULL
      WHERE links.account_uuid = found.account_uuid AND links.from_uuid = found.uuid
        AND links.to_resource = 'client' AND links.ended_on IS NULL
      ORDER BY links.is_primary DESC, links.position LIMIT 1), emails -> 0 ->> 'value')), '')
    FROM contacts WHERE contacts.uuid = found.uuid`,
  look: findCountry,
  complete: (revision, given, _, country) =>
    withNumbers(followName(revision, given), revision.before, given, country),
  renew: renewNumbers,
  notices: ownerNotices,
  subjects: ({ clients }) => clients.map(({ client_uuid }) => client_uuid),
};
