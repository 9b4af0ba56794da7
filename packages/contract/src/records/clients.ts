import { activity, customFields, shared, sourceTime } from './common-fields.ts';
import { type DeletedRecordOf, defineRecord, type RecordOf, type WrittenFieldsOf } from './define-record.ts';
import { choice, currency, language, text } from './fields.ts';
import { addresses, emailAddresses, phoneNumbers } from './point-fields.ts';
import { sharedWith } from './share-fields.ts';

export const CLIENT_KINDS = ['organisation', 'person'] as const;
export const CLIENT_STATUSES = ['lead', 'prospect', 'active', 'inactive'] as const;

export const CLIENT = defineRecord({
  name: 'client',
  plural: 'clients',
  title: 'Client',
  about: 'A customer of the Account: an organisation or a person.',
  named_by: 'name',
  seen_by: 'level',
  needs: [['name'], ['first_name'], ['last_name']],
  fields: {
    kind: choice('What the Client is.', CLIENT_KINDS, { sort: true, csv: true }),
    name: text(
      'Name of the organisation, or full name of the person. Put together from first and last name when left out, and follows them until it is given.',
      {
        max: 200,
        min: 1,
        required: true,
        missing: 'An organisation needs a name, a person a name, a first name or a last name.',
        example: '3M',
        sort: 'distinct',
        csv: [
          'full name',
          'display name',
          'company',
          'company name',
          'organisation',
          'organization',
          'client',
          'customer',
          'security',
        ],
      },
    ),
    first_name: text('First name of a person.', {
      max: 100,
      identifies: true,
      example: 'Grace',
      filter: true,
      csv: ['given name', 'forename'],
    }),
    last_name: text('Last name of a person.', {
      max: 100,
      identifies: true,
      example: 'Hopper',
      filter: true,
      csv: ['family name', 'surname'],
    }),
    status: choice('Where the relation stands.', CLIENT_STATUSES, { sort: true, csv: true }),
    emails: emailAddresses('E-mail address.', 'office@example.com', {
      names: ['mail', 'email address', 'mail address'],
    }),
    phones: phoneNumbers('Phone number.', '+44 20 7946 0000', {
      names: ['phone number', 'telephone', 'telephone number', 'tel'],
    }),
    website: text('Address of the website.', {
      max: 2048,
      format: 'url',
      example: 'https://www.3m.com',
      csv: ['web', 'web site', 'homepage', 'url'],
    }),
    domain: text(
      'Domain name, kept in lower case, without www., and in ASCII; an address of a page becomes its domain. Taken from the website when left out, and follows it until it is given.',
      {
        max: 253,
        format: 'domain',
        example: '3m.com',
        sort: true,
        csv: ['domain name'],
      },
    ),
    addresses: addresses(),
    industry: text('Industry.', {
      max: 100,
      example: 'Industrial Conglomerates',
      sort: true,
      csv: ['branch', 'line of business', 'gics sub industry'],
    }),
    tax_number: text('Tax or VAT number.', {
      max: 50,
      example: 'GB123456789',
      filter: true,
      csv: ['vat', 'vat number', 'vat id', 'tax id'],
    }),
    source: text('Where the Client came from.', {
      max: 100,
      example: 'Fair',
      filter: true,
      csv: ['lead source', 'original source', 'channel'],
    }),
    language: language({ example: 'en-GB', filter: true }),
    currency: currency({ example: 'GBP', filter: true }),
    ...shared('key-account', 'MMM', {
      external_id: ['id', 'client id', 'client number', 'customer id', 'customer number', 'symbol', 'ticker'],
    }),
    shared_with: sharedWith(),
    description: text('Free text in Markdown.', {
      max: 20_000,
      example: 'Met at the **fair**.',
      lines: true,
      csv: ['notes', 'note', 'comment', 'comments'],
    }),
    custom: customFields(),
    ...sourceTime({ filter: true }),
    ...activity(),
  },
  events: {
    merged: { description: 'Another Client was merged into this one.', previous: { industry: null } },
  },
  match_by: { emails: 'emails', phones: 'phones', domain: 'domain', postal_codes: 'addresses' },
  known_by_name: { kind: 'organisation' },
  default_sort: '-created_at',
  sample: { first_name: null, last_name: null },
  sample_previous: { name: 'Minnesota Mining' },
});

export type Client = RecordOf<typeof CLIENT>;
export type ClientFields = WrittenFieldsOf<typeof CLIENT>;
export type DeletedClient = DeletedRecordOf<typeof CLIENT>;
