import { activity, customFields, shared, sourceTime } from './common-fields.ts';
import { defineRecord, type RecordOf } from './define-record.ts';
import { boolean, date, language, text } from './fields.ts';
import { hangingOn, linksTo } from './link-fields.ts';
import { addresses, emailAddresses, phoneNumbers } from './point-fields.ts';
import { sharedWith } from './share-fields.ts';

export const CONTACT = defineRecord({
  name: 'contact',
  plural: 'contacts',
  title: 'Contact',
  about: 'A person whom the Account deals with, at one Client, several or none.',
  named_by: 'name',
  seen_by: 'level',
  needs: [['name'], ['first_name'], ['last_name']],
  fields: {
    first_name: text('First name.', {
      max: 100,
      identifies: true,
      example: 'Grace',
      filter: true,
      csv: ['given name', 'forename'],
    }),
    last_name: text('Last name.', {
      max: 100,
      identifies: true,
      example: 'Hopper',
      filter: true,
      csv: ['family name', 'surname'],
    }),
    name: text(
      'Full name. Put together from first and last name when left out, and follows them until it is given.',
      {
        max: 200,
        min: 1,
        required: true,
        missing: 'Give a name, a first name or a last name.',
        example: 'Grace Hopper',
        sort: 'distinct',
        csv: ['full name', 'display name', 'contact', 'contact name', 'person'],
      },
    ),
    job_title: text('What they do.', {
      max: 100,
      example: 'Head of purchasing',
      filter: true,
      csv: ['job', 'title', 'position', 'role'],
    }),
    emails: emailAddresses('E-mail address.', 'grace@example.com', {
      names: ['mail', 'email address', 'mail address'],
    }),
    phones: phoneNumbers('Phone number.', '+44 20 7946 0001', {
      names: ['phone number', 'telephone', 'telephone number', 'tel', 'mobile'],
    }),
    addresses: addresses(),
    language: language({ example: 'en-GB', filter: true }),
    birthday_on: date('Date of birth.', { csv: ['birthday', 'date of birth'] }),
    do_not_contact: boolean('Whether they asked not to be contacted.', { filter: true, csv: true }),
    clients: hangingOn(
      linksTo(
        'client',
        'client_uuid',
        'The Clients where they are, each with their role.',
        ['role', 'primary', 'ended_on'],
        ['company', 'company name', 'organisation', 'organization', 'account', 'customer'],
      ),
    ),
    ...shared('buyer', 'C-1906', {
      external_id: ['id', 'contact id', 'record id', 'person id'],
    }),
    shared_with: sharedWith(),
    description: text('Free text in Markdown.', {
      max: 20_000,
      example: 'Prefers the **phone**.',
      lines: true,
      csv: ['notes', 'note', 'comment', 'comments'],
    }),
    custom: customFields(),
    ...sourceTime(),
    ...activity(),
  },
  events: {
    merged: { description: 'Another Contact was merged into this one.', previous: { job_title: null } },
  },
  match_by: { emails: 'emails', phones: 'phones', postal_codes: 'addresses' },
  default_sort: '-created_at',
  sample_previous: { job_title: 'Buyer' },
});

export type Contact = RecordOf<typeof CONTACT>;
