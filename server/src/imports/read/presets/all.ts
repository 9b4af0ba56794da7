import { GOOGLE_CONTACTS, GOOGLE_CONTACTS_OLD, VCARD } from './address-books.ts';
import { HUBSPOT } from './hubspot.ts';
import { ESPOCRM, TWENTY } from './open-crms.ts';
import { OUTLOOK } from './outlook.ts';
import { PIPEDRIVE } from './pipedrive.ts';
import type { Preset } from './preset.ts';
import { SALESFORCE } from './salesforce.ts';
import { ZOHO } from './zoho.ts';

/** The exporters whose files need no mapping by hand. */
export const PRESETS: readonly Preset[] = [
  HUBSPOT,
  PIPEDRIVE,
  SALESFORCE,
  ZOHO,
  GOOGLE_CONTACTS,
  GOOGLE_CONTACTS_OLD,
  OUTLOOK,
  TWENTY,
  ESPOCRM,
  VCARD,
];
