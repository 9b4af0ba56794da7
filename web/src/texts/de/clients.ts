import type * as en from '../clients.ts';
import { recordTexts } from './record-kinds.ts';
import { COMMON_LABELS } from './records.ts';

export const STATUS_LABELS = {
  lead: 'Lead',
  prospect: 'Interessiert',
  active: 'Aktiv',
  inactive: 'Inaktiv',
} satisfies typeof en.STATUS_LABELS;

export const KIND_LABELS = {
  organisation: 'Organisation',
  person: 'Person',
} satisfies typeof en.KIND_LABELS;

export const FIELD_LABELS: typeof en.FIELD_LABELS = {
  name: 'Name',
  status: 'Status',
  kind: 'Art',
  first_name: 'Vorname',
  last_name: 'Nachname',
  emails: 'E-Mail',
  phones: 'Telefon',
  website: 'Website',
  domain: 'Domain',
  addresses: 'Adresse',
  industry: 'Branche',
  source: 'Herkunft',
  ...COMMON_LABELS,
  tax_number: 'Steuernr./USt-IdNr.',
  language: 'Sprache',
  currency: 'Währung',
  description: 'Beschreibung',
};

export const clients = recordTexts({
  one: 'Kunde',
  many: 'Kunden',
  manyDative: 'Kunden',
  fresh: 'Neuer Kunde',
  search: 'Name, Domain, Branche, E-Mail, Schlagwörter',
  what: 'Kunden sind die Organisationen und Personen, an die Sie verkaufen.',
}) satisfies typeof en.clients;
