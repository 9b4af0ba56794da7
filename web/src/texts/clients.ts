import type { CLIENT, Client } from '@rapport/contract/records/clients';
import { type Labels, recordTexts } from './record-kinds.ts';
import { COMMON_LABELS } from './records.ts';

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

/** Labels of the fields of a Client, in the order of its page. */
export const FIELD_LABELS: Labels<typeof CLIENT> = {
  name: 'Name',
  status: 'Status',
  kind: 'Kind',
  first_name: 'First name',
  last_name: 'Last name',
  emails: 'E-mail',
  phones: 'Phone',
  website: 'Website',
  domain: 'Domain',
  addresses: 'Address',
  industry: 'Industry',
  source: 'Source',
  ...COMMON_LABELS,
  tax_number: 'Tax number',
  language: 'Language',
  currency: 'Currency',
  description: 'Description',
};

export const clients = recordTexts({
  one: 'Client',
  many: 'Clients',
  search: 'name, domain, industry, e-mail, tags',
  what: 'A Client is a customer of yours: an organisation or a person.',
});
