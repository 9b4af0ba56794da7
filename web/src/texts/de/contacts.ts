import type * as en from '../contacts.ts';
import { recordTexts } from './record-kinds.ts';
import { COMMON_LABELS } from './records.ts';

export const CONTACT_LABELS: typeof en.CONTACT_LABELS = {
  name: 'Name',
  first_name: 'Vorname',
  last_name: 'Nachname',
  job_title: 'Position',
  clients: 'Kunden',
  emails: 'E-Mail',
  phones: 'Telefon',
  addresses: 'Adresse',
  language: 'Sprache',
  birthday_on: 'Geburtstag',
  do_not_contact: 'Nicht kontaktieren',
  description: 'Beschreibung',
  ...COMMON_LABELS,
};

export const contacts = recordTexts({
  one: 'Kontakt',
  many: 'Kontakte',
  manyDative: 'Kontakten',
  fresh: 'Neuer Kontakt',
  search: 'Name, Position, E-Mail, Schlagwörter',
  what: 'Kontakte sind die Personen, mit denen Sie zu tun haben, bei einem Kunden oder mehreren.',
}) satisfies typeof en.contacts;
