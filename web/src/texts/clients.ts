import type { Client, ClientImportField } from '@rapport/contract/records/clients';
import { COMMON_LABELS, recordTexts } from './records.ts';

export const STATUS_LABELS: Record<Client['status'], string> = {
  lead: 'Lead',
  prospect: 'Prospect',
  active: 'Active',
  inactive: 'Inactive',
};

export const KIND_LABELS: Record<Client['kind'], string> = {
  organisation: 'Organisation',
  person: 'Person',
};

/** What people call the fields of a Client. */
export const FIELD_LABELS: Record<string, string> = {
  ...COMMON_LABELS,
  name: 'Name',
  kind: 'Kind',
  first_name: 'First name',
  last_name: 'Last name',
  status: 'Status',
  emails: 'E-mail',
  phones: 'Phone',
  website: 'Website',
  domain: 'Domain',
  addresses: 'Address',
  industry: 'Industry',
  tax_number: 'Tax number',
  language: 'Language',
  currency: 'Currency',
  description: 'Notes',
};

/** What a column of a CSV file can become. */
export const IMPORT_FIELD_LABELS: Record<ClientImportField, string> = {
  name: 'Name',
  external_id: 'External id',
  kind: 'Kind',
  status: 'Status',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  phone: 'Phone',
  website: 'Website',
  domain: 'Domain',
  street: 'Street',
  postal_code: 'Postal code',
  city: 'City',
  region: 'Region',
  country: 'Country',
  industry: 'Industry',
  tax_number: 'Tax number',
  language: 'Language',
  currency: 'Currency',
  tags: 'Tags',
  owner_uuid: 'Owner, by uuid',
  description: 'Notes',
  custom: 'Custom field',
};

export const clients = recordTexts({
  one: 'Client',
  many: 'Clients',
  search: 'name, domain, industry, e-mail, tags',
  what: 'A Client is a customer of yours: an organisation or a person.',
});
