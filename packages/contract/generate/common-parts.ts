import type { TSchema } from 'typebox';
import { CLIENT } from '../src/records/clients.ts';

const { emails, phones, addresses } = CLIENT.fields;

/** What several kinds of record are made of, under the names of the types. */
export const COMMON_PARTS: Record<string, TSchema> = {
  EmailAddress: emails.schema.items,
  PhoneNumber: phones.schema.items,
  PostalAddress: addresses.schema.items,
};
