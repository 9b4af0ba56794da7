import { CLIENT } from '@rapport/contract/records/clients';
import type { RecordData } from '../records/data.ts';
import { cellOf } from '../records/export/export.ts';
import { fieldsOf } from '../records/fields/field.ts';
import type { RecordView } from '../records/view.ts';
import { clients, FIELD_LABELS, IMPORT_FIELD_LABELS, KIND_LABELS, STATUS_LABELS } from '../texts/clients.ts';
import { NewClient } from './new-client.tsx';

const isPerson = ({ kind }: RecordData) => kind === 'person';

/** What is special to Clients among the records. */
export const view: RecordView = {
  resource: 'client',
  path: '/clients',
  list: CLIENT.list,
  texts: clients,
  title: 'name',
  fields: fieldsOf(CLIENT.list, FIELD_LABELS, {
    name: { type: 'text', isRequired: true, width: 240 },
    status: {
      type: 'choice',
      choices: STATUS_LABELS,
      colours: { lead: 'blue', prospect: 'grape', active: 'teal', inactive: 'gray' },
      width: 95,
    },
    kind: { type: 'choice', choices: KIND_LABELS, width: 120 },
    first_name: { type: 'text', isShown: isPerson },
    last_name: { type: 'text', isShown: isPerson },
    emails: { type: 'emails' },
    phones: { type: 'phones' },
    website: { type: 'website' },
    domain: { type: 'text' },
    addresses: { type: 'addresses' },
    industry: { type: 'text', width: 200 },
    tags: { type: 'tags' },
    owner_uuid: { type: 'user' },
    external_id: { type: 'text', width: 120 },
    tax_number: { type: 'text', width: 140 },
    language: { type: 'language' },
    currency: { type: 'currency' },
    description: { type: 'markdown' },
  }),
  columns: [
    'name',
    'status',
    'kind',
    'industry',
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
    'created_at',
    'updated_at',
  ],
  // As many as fit beside the navigation of a laptop.
  default_columns: ['name', 'status', 'industry', 'addresses', 'tags', 'updated_at'],
  phone_columns: ['name', 'status'],
  bulk_fields: ['status', 'owner_uuid', 'industry', 'tags', 'language', 'currency'],
  import_fields: IMPORT_FIELD_LABELS,
  identifying_fields: ['name', 'first_name', 'last_name', 'external_id'],
  toRow: cellOf,
  New: NewClient,
};
