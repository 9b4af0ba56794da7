import type { CONTACT } from '@rapport/contract/records/contacts';
import { type Labels, recordTexts } from './record-kinds.ts';
import { COMMON_LABELS } from './records.ts';

/** Labels of the fields of a Contact, in the order of its page. */
export const CONTACT_LABELS: Labels<typeof CONTACT> = {
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  job_title: 'Job title',
  clients: 'Clients',
  emails: 'E-mail',
  phones: 'Phone',
  addresses: 'Address',
  language: 'Language',
  birthday_on: 'Birthday',
  do_not_contact: 'Do not contact',
  description: 'Description',
  ...COMMON_LABELS,
};

export const contacts = recordTexts({
  one: 'Contact',
  many: 'Contacts',
  search: 'name, job title, e-mail, tags',
  what: 'A Contact is a person you deal with, at one Client or several.',
});
