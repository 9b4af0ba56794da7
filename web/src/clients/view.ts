import { CLIENT } from '@rapport/contract/records/clients';
import type { RecordData } from '../fields/data.ts';
import type { RecordView } from '../fields/view.ts';
import { viewOf } from '../fields/view-of.ts';
import { clients, FIELD_LABELS, KIND_LABELS, STATUS_LABELS } from '../texts/clients.ts';

const isPerson = ({ kind }: RecordData) => kind === 'person';

/** The view of Clients: the parts in which they differ from other kinds. */
export const view: RecordView = viewOf(
  CLIENT,
  FIELD_LABELS,
  {
    name: { width: 240 },
    status: {
      choices: STATUS_LABELS,
      colours: { lead: 'blue', prospect: 'grape', active: 'green', inactive: 'gray' },
      width: 95,
    },
    kind: { choices: KIND_LABELS, width: 120 },
    first_name: { isShown: isPerson },
    last_name: { isShown: isPerson },
    industry: { width: 200 },
    external_id: { width: 120 },
    tax_number: { width: 140 },
  },
  {
    texts: clients,
    face: (record) => (isPerson(record) ? 'person' : 'company'),
    columns: [
      'name',
      'status',
      'kind',
      'industry',
      'source',
      'domain',
      'emails',
      'phones',
      'addresses',
      'tags',
      'owner_uuid',
      'account_uuid',
      'external_id',
      'language',
      'currency',
      'tax_number',
    ],
    // The columns that fit beside the menu on a laptop.
    default_columns: ['name', 'status', 'industry', 'addresses', 'tags', 'updated_at'],
    phone_columns: ['name', 'status', 'next_task_due_on'],
    known_by: ['domain'],
    bulk_fields: ['status', 'owner_uuid', 'industry', 'source', 'tags', 'language', 'currency'],
    new_fields: ['name', 'kind', 'status', 'emails', 'phones', 'website', 'industry'],
    head: { state: 'status', facts: ['kind', 'last_activity_at'], primary: { create: 'deal' } },
    glance: ['status', 'owner_uuid', 'last_activity_at', 'next_task_due_on'],
    hasHistory: true,
    near: ({ uuid }) => ({ contact: { query: { 'filter[clients]': String(uuid) }, hint: 'job_title' } }),
    related: [
      {
        resource: 'contact',
        parameter: 'filter[clients]',
        preset: ({ uuid, account_uuid }) => ({ clients: [{ client_uuid: uuid }], account_uuid }),
        fields: ['job_title'],
        link: 'clients',
        sort: 'name',
      },
      {
        resource: 'deal',
        parameter: 'filter[client_uuid]',
        preset: ({ uuid, account_uuid }) => ({ client_uuid: uuid, account_uuid }),
        fields: ['status', 'amount'],
      },
    ],
  },
);
