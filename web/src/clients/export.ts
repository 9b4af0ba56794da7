import { CLIENT_IMPORT_FIELDS, type Client, type ClientImportField } from '@rapport/contract/clients';
import type { Names } from './names.ts';

/** Columns of our files that are only for reading; an import of such a file leaves them out. */
export const EXPORT_ONLY: string[] = [
  'owner_name',
  'account_name',
  'created_at',
  'updated_at',
  'other_custom_fields',
  // Of the rows that an import refused.
  'error',
];

/**
 * The Clients as a table, names of the columns first: one column for each that an import knows, so that the file can be imported as it
 * is; a column for each custom field; then what is only for reading.
 */
export function exportTable(clients: Client[], names: Names): string[][] {
  const keys = [
    ...new Set(clients.flatMap(({ custom }) => Object.keys(custom).filter((key) => isOwn(custom, key)))),
  ];
  const rows = clients.map((client) => [
    ...FIELDS.map((field) => cellOf(client, field)),
    ...keys.map((key) => (isOwn(client.custom, key) ? String(client.custom[key]) : '')),
    (client.owner_uuid && names[client.owner_uuid]) || '',
    names[client.account_uuid] ?? '',
    client.created_at,
    client.updated_at,
    otherCustom(client),
  ]);
  return [[...FIELDS, ...keys, ...EXPORT_ONLY.filter((name) => name !== 'error')], ...rows];
}

const FIELDS = CLIENT_IMPORT_FIELDS.filter((field) => field !== 'custom');

/** Of a column, says the API. */
const NAME_MAX_LENGTH = 200;

const FIXED: string[] = [...FIELDS, ...EXPORT_ONLY];

/** An import sets the first address of a kind, so that one is meant. */
function cellOf(client: Client, field: Exclude<ClientImportField, 'custom'>): string {
  switch (field) {
    case 'email':
      return client.emails[0]?.value ?? '';
    case 'phone':
      return client.phones[0]?.value ?? '';
    case 'street':
    case 'postal_code':
    case 'city':
    case 'region':
    case 'country':
      return client.addresses[0]?.[field] ?? '';
    case 'tags':
      return client.tags.join(', ');
    default:
      return client[field] ?? '';
  }
}

/** What would come back changed, or under another name, is only for reading. */
function otherCustom({ custom }: Client): string {
  const others = Object.entries(custom).filter(([key]) => !isOwn(custom, key));
  return others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others));
}

/** Whether a custom field has a column of its own: an import makes it a text, under a name that the API allows. */
function isOwn(custom: Client['custom'], key: string): boolean {
  const isName = key !== '' && key.trim() === key && key.length <= NAME_MAX_LENGTH && key !== '__proto__';
  return typeof custom[key] === 'string' && isName && !FIXED.includes(key);
}
