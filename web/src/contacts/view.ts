import { CONTACT } from '@rapport/contract/records/contacts';
import type { RecordView } from '../fields/view.ts';
import { viewOf } from '../fields/view-of.ts';
import { CONTACT_LABELS, contacts } from '../texts/contacts.ts';

/** The view of Contacts: the parts in which they differ from other kinds. */
export const view: RecordView = viewOf(
  CONTACT,
  CONTACT_LABELS,
  { name: { width: 220 }, job_title: { width: 180 }, clients: { width: 220 } },
  {
    texts: contacts,
    face: () => 'person',
    columns: [
      'name',
      'job_title',
      'clients',
      'emails',
      'phones',
      'addresses',
      'tags',
      'owner_uuid',
      'do_not_contact',
      'account_uuid',
      'external_id',
      'language',
    ],
    default_columns: ['name', 'job_title', 'clients', 'emails', 'phones', 'updated_at'],
    phone_columns: ['name', 'job_title', 'clients'],
    bulk_fields: ['owner_uuid', 'job_title', 'tags', 'language', 'do_not_contact'],
    new_fields: ['name', 'job_title', 'clients', 'emails', 'phones'],
    head: { facts: ['job_title', 'last_activity_at'], primary: 'log' },
    beside: ['clients'],
    glance: ['clients', 'owner_uuid', 'last_activity_at', 'next_task_due_on'],
    hasHistory: true,
    related: [
      {
        resource: 'deal',
        parameter: 'filter[contacts]',
        preset: ({ uuid, account_uuid, clients }) => ({
          contacts: [{ contact_uuid: uuid }],
          client_uuid: (clients as { client_uuid: string }[])[0]?.client_uuid,
          account_uuid,
        }),
        fields: ['status', 'amount'],
        link: 'contacts',
      },
    ],
  },
);
